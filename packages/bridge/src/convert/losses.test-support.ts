/** Conversions for tests: one that writes down what is lost, one in which nothing may be. */
import { ConversionError } from '../conversion-error.ts';
import type { Conversion } from '../conversion.ts';
import type { RowId } from '../rows.ts';

export interface Losses extends Conversion {
  /** The rows that lost something, in order. */
  readonly rows: readonly RowId[];
}

export function losses(): Losses {
  const rows: RowId[] = [];
  const note = (row: RowId): void => void rows.push(row);
  return { rows, lose: note, omit: note };
}

/** The strict mode, which fails where something would be lost. */
export const strict: Conversion = {
  lose: (row, reason) => {
    throw new ConversionError(row, reason);
  },
  omit: () => undefined,
};
