/** Values as JSON strings. */
import { JournalError } from '../contract/journal-error.ts';

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
