/** Sizes and ages in words. */

const units = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** Such as `950 bytes` and `12.3 MB`. */
export function shownSize(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** An age in milliseconds, such as `3 hours ago`; a clock that was set back makes it `just now`. */
export function shownAge(age: number): string {
  if (age >= 2 * day) return `${Math.floor(age / day)} days ago`;
  if (age >= 2 * hour) return `${Math.floor(age / hour)} hours ago`;
  if (age < minute) return 'just now';
  const minutes = Math.floor(age / minute);
  return minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`;
}
