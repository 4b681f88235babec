/** What a conversion may ask of the bridge it runs in. */
import { ConversionError } from './conversion-error.ts';
import type { RowId } from './rows.ts';

/**
 * Where a conversion says what it cannot keep.
 *
 * In strict mode `lose` throws, so that the message fails as a whole; otherwise the loss is reported and the conversion goes on.
 */
export interface Conversion {
  lose(row: RowId, reason: string): void;
}

/** Fails whatever the mode: there is no way to convert this. */
export function fail(row: RowId, reason: string): never {
  throw new ConversionError(row, reason);
}
