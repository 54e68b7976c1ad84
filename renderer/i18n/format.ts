const LOCALE = 'en-GB';
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const upToOne = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const oneDigit = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const twoDigits = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const clock = new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit' });
const clockWithSeconds = new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const day = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short' });
const dayAndYear = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', year: 'numeric' });

/** `1,548` */
export function formatCount(value: number): string {
  return whole.format(value);
}

/** `8.9 %`; whole percents from ten on. */
export function formatPercent(share: number): string {
  const percent = share * 100;
  return `${percent >= 10 ? whole.format(percent) : upToOne.format(percent)} %`;
}

/** Two decimals: `0.76`. */
export function formatScore(value: number): string {
  return twoDigits.format(value);
}

/** A mean of counts: `7` or `6.5`. */
export function formatMean(value: number): string {
  return upToOne.format(value);
}

/** `641 ms`, `11.4 s`, `3 min 20 s`, `2 h 5 min`. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${whole.format(ms)} ms`;
  if (ms < 99_950) return `${oneDigit.format(ms / 1_000)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 3_600) return `${whole.format(Math.floor(seconds / 60))} min ${seconds % 60} s`;
  return `${whole.format(Math.floor(seconds / 3_600))} h ${Math.floor((seconds % 3_600) / 60)} min`;
}

/** An estimate, in whole units: `40 s`, `3 min`, `2 h`. */
export function formatRoughDuration(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1_000));
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

/** `61 kB`, `48.2 MB`. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  const text = unit === 0 || value >= 99.95 ? whole.format(value) : upToOne.format(value);
  return `${text} ${units[unit] ?? ''}`;
}

/** `14:32` */
export function formatClock(at: number): string {
  return clock.format(at);
}

/** `14:32:41` */
export function formatClockSeconds(at: number): string {
  return clockWithSeconds.format(at);
}

/** `14:32` today, `17 Nov, 14:32` this year, `17 Nov 2024` before. */
export function formatMoment(at: number, now: number = Date.now()): string {
  const then = new Date(at);
  const today = new Date(now);
  if (then.toDateString() === today.toDateString()) return clock.format(at);
  if (then.getFullYear() === today.getFullYear()) return `${day.format(at)}, ${clock.format(at)}`;
  return dayAndYear.format(at);
}

/** `12 s ago`, `2 min ago`, `Yesterday`, `12 Nov`. */
export function formatAgo(at: number, now: number = Date.now()): string {
  const seconds = Math.max(0, Math.round((now - at) / 1_000));
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ago`;
  if (new Date(at).toDateString() === new Date(now).toDateString()) return `${Math.floor(seconds / 3_600)} h ago`;
  if (new Date(at).toDateString() === new Date(now - 86_400_000).toDateString()) return 'Yesterday';
  return new Date(at).getFullYear() === new Date(now).getFullYear() ? day.format(at) : dayAndYear.format(at);
}
