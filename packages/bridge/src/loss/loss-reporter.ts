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

/**
 * Returns the result of `convert`. If strict mode refuses the part of a message that it converts, the refusal is
 * reported, and undefined is returned: the rest of the message can be passed on.
 */
export function orRefused<T>(losses: LossReporter, convert: () => T): T | undefined {
  try {
    return convert();
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    losses.omit(error.row, `${error.message} (Strict mode: left out.)`);
    return undefined;
  }
}

/** Throws in every mode: this cannot be converted. */
export function fail(row: RowId, reason: string): never {
  throw new ConversionError(row, reason);
}
