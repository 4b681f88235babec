/** What the headers of a request say. */

/** Whether a `Content-Type` header names `type`, whatever its parameters. */
export function hasMediaType(header: string | undefined, type: string): boolean {
  return header?.split(';', 1)[0]?.trim().toLowerCase() === type;
}

/** Whether an `Accept` header names `type`. */
export function accepts(header: string | undefined, type: string): boolean {
  return header?.split(',').some((each) => hasMediaType(each, type)) ?? false;
}

/** The place among the POSTs of a connection, from `Acp-Sequence`. */
export function placeOf(header: string | undefined): number | 'malformed' | undefined {
  if (header === undefined) return undefined;
  return /^[1-9]\d{0,14}$/u.test(header) ? Number(header) : 'malformed';
}

/** The number of the last event that the client has, from `Last-Event-ID`. */
export function eventIdOf(header: string | undefined): number | 'malformed' | undefined {
  if (header === undefined || header === '') return undefined;
  return /^\d{1,15}$/u.test(header) ? Number(header) : 'malformed';
}
