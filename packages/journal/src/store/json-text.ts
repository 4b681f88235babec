/** Values as JSON texts, within the limits. */
import { JournalError } from '../contract/journal-error.ts';
import type { JournalLimits } from '../contract/limits.ts';

/** The JSON text of events and their bytes together, within the limits. */
export function eventTexts(
  events: readonly unknown[],
  { eventBytes, batchEvents, batchBytes }: JournalLimits,
): { readonly texts: string[]; readonly bytes: number } {
  if (events.length > batchEvents) {
    throw new JournalError('too-large', `An append has ${events.length} events; ${batchEvents} are the most.`);
  }
  let total = 0;
  const texts = events.map((event) => {
    const text = jsonText(event, 'An event');
    const bytes = Buffer.byteLength(text);
    if (bytes > eventBytes) {
      throw new JournalError('too-large', `An event has ${bytes} bytes; ${eventBytes} are the most.`);
    }
    total += bytes;
    return text;
  });
  if (total > batchBytes) {
    throw new JournalError('too-large', `An append has ${total} bytes; ${batchBytes} are the most.`);
  }
  return { texts, bytes: total };
}

/** The JSON text of `value`; what has none is refused. */
export function jsonText(value: unknown, what: string): string {
  try {
    const text = JSON.stringify(value) as string | undefined;
    if (text !== undefined) return text;
  } catch (error) {
    throw new JournalError('invalid', `${what} is not JSON: ${(error as Error).message}`, { cause: error });
  }
  throw new JournalError('invalid', `${what} is not JSON: it is ${typeof value}.`);
}
