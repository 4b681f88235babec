/** How a conversion reports what it cannot keep. */
import { ConversionError } from './conversion-error.ts';
import type { RowId } from './row.ts';

/** Reports what a conversion cannot keep. */
export interface LossReporter {
  /**
   * Reports the loss of something that the message is about. Throws in strict mode, so that the whole message fails.
   */
  lose(row: RowId, reason: string): void;
  /** Reports the loss of something beside what the message is about; the message is passed on in every mode. */
  omit(row: RowId, reason: string): void;
}

/** For conversions that lose nothing, or whose losses are reported elsewhere. */
export const nothingLost: LossReporter = { lose: () => undefined, omit: () => undefined };

/** Throws in every mode: this cannot be converted. */
export function fail(row: RowId, reason: string): never {
  throw new ConversionError(row, reason);
}
