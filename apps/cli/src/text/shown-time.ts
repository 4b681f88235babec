/** Times as people read them. */

const two = (value: number): string => String(value).padStart(2, '0');

/** A time of the protocol in the time of this place; nothing when it is none. */
export function shownTime(time: string | null | undefined): string {
  const date = new Date(time ?? '');
  if (Number.isNaN(date.getTime())) return '';
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
