/** Times in a form for people. */

const two = (value: number): string => String(value).padStart(2, '0');

/** A timestamp of the protocol in local time; empty if it is not valid. */
export function shownTime(time: string | null | undefined): string {
  const date = new Date(time ?? '');
  if (Number.isNaN(date.getTime())) return '';
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
