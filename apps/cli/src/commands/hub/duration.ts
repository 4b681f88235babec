/** Times as users write them: `90d`, `1h`, `30m`, `45s`. */

const units: ReadonlyMap<string, number> = new Map([
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

/** What a time has to look like. */
export const durationHelp = 'such as 45s, 30m, 1h or 90d';

/** Milliseconds; undefined if the text is not a time. */
export function parseDuration(text: string): number | undefined {
  const [, digits, unit = ''] = /^(\d{1,6})([smhd])$/u.exec(text.trim()) ?? [];
  const factor = units.get(unit);
  return digits === undefined || factor === undefined ? undefined : Number(digits) * factor;
}
