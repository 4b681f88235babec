/** An amount of money as text. */
import type { Cost } from '@acp-stack/schema/v2/unstable';

/** Six significant digits: without the errors of binary fractions, and without an exponent. */
const digits = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 6, useGrouping: false });

/** Formats a cost, such as `0.00014 USD`. */
export function costText({ amount, currency }: Pick<Cost, 'amount' | 'currency'>): string {
  return `${digits.format(amount)} ${currency}`;
}
