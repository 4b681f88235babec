/** Conversions for tests: one that writes down what is lost, one in which nothing may be. */
import { ConversionError } from '../loss/conversion-error.ts';
import type { LossReporter } from '../loss/loss-reporter.ts';
import type { RowId } from '../loss/row.ts';

export interface Losses extends LossReporter {
  /** The rows that lost something, in order. */
  readonly rows: readonly RowId[];
}

export function collectLosses(): Losses {
  const rows: RowId[] = [];
  const note = (row: RowId): void => void rows.push(row);
  return { rows, lose: note, omit: note };
}

/** The strict mode, which fails where something would be lost. */
export const strict: LossReporter = {
  lose: (row, reason) => {
    throw new ConversionError(row, reason);
  },
  omit: () => undefined,
};
