/** An amount of money as text. */
import type { Cost } from '@acp-stack/schema/v2/unstable';

/** Made when the first cost is shown: it takes ten milliseconds, which most programs that start do not need. */
let digits: Intl.NumberFormat | undefined;

/** Formats a cost, such as `0.00014 USD`. */
export function costText({ amount, currency }: Pick<Cost, 'amount' | 'currency'>): string {
  // Six significant digits: without the errors of binary fractions, and without an exponent.
  digits ??= new Intl.NumberFormat('en-US', { maximumSignificantDigits: 6, useGrouping: false });
  return `${digits.format(amount)} ${currency}`;
}
