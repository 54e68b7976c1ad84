/** The texts of a sample as they are stored. `title` is null when it follows from the prompt. */
export type SampleTexts = {
  readonly title: string | null;
  readonly prompt: string;
  readonly tools: string;
  readonly reference: string;
  readonly extras: string | null;
  readonly attempts: readonly { readonly id: number; readonly body: string; readonly extras: string | null }[];
};

/** Finds and blots out values in texts of any kind. */
export type Blotter = { readonly holds: (text: string) => boolean; readonly blot: (text: string) => string };
