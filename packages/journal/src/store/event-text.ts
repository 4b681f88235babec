import { JournalError } from '../contract/journal-error.ts';
import type { JournalLimits } from '../contract/limits.ts';
import { jsonText } from './json-text.ts';

/**
 * An event whose JSON string was made by the caller: to know its size before it is appended, or to use it elsewhere.
 *
 * A journal stores it as it is and does not make the string a second time; readers get the value.
 */
export class EventText {
  /** The event as a JSON string. */
  readonly text: string;
  /** The size of the string in UTF-8. */
  readonly bytes: number;

  private constructor(text: string) {
    this.text = text;
    this.bytes = Buffer.byteLength(text);
  }

  /** Returns the JSON string of a value; throws `invalid` if it has none. */
  static of(value: unknown): EventText {
    return new EventText(jsonText(value, 'An event'));
  }

  /** The value, so that `JSON.stringify` makes the same string of this as of the value itself. */
  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

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
    const { text, bytes } = event instanceof EventText ? event : EventText.of(event);
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
