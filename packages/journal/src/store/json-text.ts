/** Values as JSON strings, within the limits. */
import { JournalError } from '../contract/journal-error.ts';
import type { JournalLimits } from '../contract/limits.ts';

/** Returns the events as JSON strings with their total size; throws if a limit is exceeded. */
export function eventTexts(
  events: readonly unknown[],
  { eventBytes, batchEvents, batchBytes }: JournalLimits,
): { readonly texts: string[]; readonly bytes: number } {
  if (events.length > batchEvents) {
    throw new JournalError('too-large', `An append has ${events.length} events; the limit is ${batchEvents}.`);
  }
  let total = 0;
  const texts = events.map((event) => {
    const text = jsonText(event, 'An event');
    const bytes = Buffer.byteLength(text);
    if (bytes > eventBytes) {
      throw new JournalError('too-large', `An event has ${bytes} bytes; the limit is ${eventBytes}.`);
    }
    total += bytes;
    return text;
  });
  if (total > batchBytes) {
    throw new JournalError('too-large', `An append has ${total} bytes; the limit is ${batchBytes}.`);
  }
  return { texts, bytes: total };
}

/** Returns `value` as a JSON string; throws if it has no JSON form. */
export function jsonText(value: unknown, what: string): string {
  try {
    const text = JSON.stringify(value) as string | undefined;
    if (text !== undefined) return text;
  } catch (error) {
    throw new JournalError('invalid', `${what} is not JSON: ${(error as Error).message}`, { cause: error });
  }
  throw new JournalError('invalid', `${what} is not JSON: it is ${typeof value}.`);
}
