/** Whether a license is stated in a way that every tool understands. */
import parseExpression from 'spdx-expression-parse';

/** Whether `license` is an SPDX identifier or expression, or the word `proprietary`. */
export function isKnownLicense(license: string): boolean {
  if (license === 'proprietary') return true;
  // An expression is one line of a few identifiers; nesting is limited because the parser calls itself.
  if (license.length > 500) return false;
  try {
    parseExpression(license);
    return true;
  } catch {
    return false;
  }
}
