/** The names of secrets: of fields, variables, options and assignments. */

/** Singular; they may be the end of a longer name. */
export const names: string = [
  String.raw`token`,
  String.raw`secret`,
  String.raw`passw(?:or)?d`,
  String.raw`passphrase`,
  String.raw`passcode`,
  String.raw`credentials?`,
  String.raw`(?:api|access|account|auth|client|encryption|private|secret|signing|ssh|master)[-_. ]?key`,
].join('|');
/** Names that are too short to be looked for inside of other words. */
export const shortNames: string = String.raw`(?:t?otp|one[-_ ]?time[-_ ]?(?:code|password)|pin(?:[-_ ]?code)?|cvv|cvc|mnemonic|seed[-_ ]?phrase)`;

/** What is looked at of a longer name: its end. */
const maxName = 200;

/** Fields whose values are or contain credentials. */
const secretFields = new RegExp(
  String.raw`^(?:env|headers|(?:set-)?cookies?|.*(?:(?:${names})s?|authorization)|(?:.*[-_. ])?${shortNames})$`,
  'isu',
);
/** The same in camel case. */
const secretWords = /[a-z\d](?:T?[Oo][Tt][Pp]|P[Ii][Nn](?:[Cc]ode)?|C[Vv][VvCc]|Mnemonic|SeedPhrase)$/u;
/** Counts of tokens are not tokens. */
const tokenFields = /tokens$/iu;

/** Whether the value of a field is a secret, by the name of the field; `value` tells tokens from their number. */
export function isSecretName(fullName: string, value?: unknown): boolean {
  const name = fullName.slice(-maxName);
  if (tokenFields.test(name)) return typeof value === 'string' || (Array.isArray(value) && value.some(isString));
  if (name.toLowerCase() === 'key') return isString(value) && looksLikeKey(value);
  return secretFields.test(name) || secretWords.test(name);
}

const isString = (value: unknown): value is string => typeof value === 'string';

const maxKey = 10_000;
const keyWord = /^[^\s/]{8,}$/u;
const letter = /[a-z]/iu;
const twoDigits = /\d\D*\d/u;

/** Many things are called `key`; a secret is one word with letters and digits. */
export const looksLikeKey = (value: string): boolean =>
  value.length < maxKey && keyWord.test(value) && letter.test(value) && twoDigits.test(value);

const secretOption = new RegExp(
  String.raw`^--?[\w-]*(?:(?:${names})|authorization)$|^--?(?:[\w-]*-)?${shortNames}$`,
  'iu',
);

/** Whether the next argument of a command is a secret. */
export const isSecretOption = (argument: unknown): boolean =>
  typeof argument === 'string' && argument.length <= maxName && secretOption.test(argument);
