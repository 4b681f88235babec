/** Parses the headers of a request. */

/** Whether a `Content-Type` header names `type`, with any parameters. */
export function hasMediaType(header: string | undefined, type: string): boolean {
  return header?.split(';', 1)[0]?.trim().toLowerCase() === type;
}

/** Whether an `Accept` header names `type`. */
export function accepts(header: string | undefined, type: string): boolean {
  return header?.split(',').some((each) => hasMediaType(each, type)) ?? false;
}

/** Parses `Acp-Sequence`: the number of a POST. */
export function sequenceOf(header: string | undefined): number | 'malformed' | undefined {
  if (header === undefined) return undefined;
  return /^[1-9]\d{0,14}$/u.test(header) ? Number(header) : 'malformed';
}

/** Parses `Last-Event-ID`: the number of the last event that the client has. */
export function eventIdOf(header: string | undefined): number | 'malformed' | undefined {
  if (header === undefined || header === '') return undefined;
  return /^\d{1,15}$/u.test(header) ? Number(header) : 'malformed';
}
