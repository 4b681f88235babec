/** Times as people say them: "now", "5 min", "3 h", "yesterday", "12 Mar". */

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago `at` was; the empty string if it is not a time. */
export function relativeTime(at: string | undefined | null, now: number): string {
  const time = Date.parse(at ?? '');
  if (Number.isNaN(time)) return '';
  const age = now - time;
  if (age < minute) return 'now';
  if (age < hour) return `${Math.floor(age / minute)} min`;
  if (age < day) return `${Math.floor(age / hour)} h`;
  if (age < 2 * day) return 'yesterday';
  if (age < 7 * day) return `${Math.floor(age / day)} days`;
  const sameYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  return new Date(time).toLocaleDateString('en', {
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
  });
}
