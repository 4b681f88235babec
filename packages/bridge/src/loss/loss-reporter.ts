/** What a conversion may ask of the bridge it runs in. */
import { ConversionError } from './conversion-error.ts';
import type { RowId } from './row.ts';

/** Where a conversion says what it cannot keep. */
export interface LossReporter {
  /** Something is lost that the message is about: in strict mode this throws, so that the message fails as a whole; otherwise it is reported. */
  lose(row: RowId, reason: string): void;
  /** Something is lost beside what the message is about: it is reported, and the message crosses in every mode. */
  omit(row: RowId, reason: string): void;
}

/** For conversions that lose nothing, or whose losses are told by somebody else. */
export const nothingLost: LossReporter = { lose: () => undefined, omit: () => undefined };

/** Fails whatever the mode: there is no way to convert this. */
export function fail(row: RowId, reason: string): never {
  throw new ConversionError(row, reason);
}
