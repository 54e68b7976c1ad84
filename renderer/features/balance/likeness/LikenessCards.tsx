type Props = {
  /** The curated set as a filter; null for the included samples. */
  readonly filter: string | null;
  /** The set as it would be after sampling; null while nothing is previewed or too many samples to name. */
  readonly afterFilter: string | null;
};

/** Production against the curated set. */
export function LikenessCards({ filter, afterFilter }: Props) {
  return <div data-filter={filter} data-after={afterFilter} />;
}
