/** The mark of the app. `hole` is the colour behind it. */
export function AppMark({ size = 20, hole = 'var(--bg-app)' }: { size?: number; hole?: string }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" color="var(--accent)" aria-hidden>
      <path d="M6.2 1h7.6L19 6.2v7.6L13.8 19H6.2L1 13.8V6.2z" fill="currentColor" />
      <path d="M10 4.6 14.7 15h-2.25l-.9-2.15h-3.1L7.55 15H5.3z" fill={hole} />
      <circle cx="10" cy="10.3" r="1.15" fill="currentColor" />
    </svg>
  );
}
