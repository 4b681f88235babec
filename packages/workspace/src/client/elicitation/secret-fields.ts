/**
 * Fields that ask for a secret, which a form must not do (ELIC-07): what is typed there passes through this program and the agent.
 *
 * The rule goes by names and is data. It cannot know a secret with a harmless name.
 */
import type { FormField } from './form-field.ts';

/** Words that name a secret, as they stand in names and titles, with any sign or none between them. */
const secretWords: readonly string[] = [
  'password',
  'passwd',
  'pwd',
  'passphrase',
  'passcode',
  'secret',
  'secrets',
  'credential',
  'credentials',
  'api key',
  'access key',
  'private key',
  'secret key',
  'ssh key',
  'encryption key',
  'recovery code',
  'one time code',
  'otp',
  'totp',
  'access token',
  'auth token',
  'api token',
  'bearer token',
  'refresh token',
  'personal access token',
  'security code',
  'cvv',
  'cvc',
  'card number',
  'credit card',
  'pin code',
  'social security number',
  'ssn',
];

/** Names that are a secret only when they stand alone. */
const lonelyWords: ReadonlySet<string> = new Set(['token', 'pin', 'key']);

const asWords = (text: string): string =>
  text
    .replaceAll(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .replaceAll(/[^\p{L}\d]+/gu, ' ')
    .trim();

/** Whether what a person would enter in the field is a secret, by its name and its label. */
export function asksForSecret(field: FormField): boolean {
  if (field.kind !== 'text' && field.kind !== 'number') return false;
  return [field.name, field.label].map(asWords).some((words) => {
    if (lonelyWords.has(words)) return true;
    const padded = ` ${words} `;
    const squeezed = words.replaceAll(' ', '');
    return secretWords.some((secret) => padded.includes(` ${secret} `) || squeezed === secret.replaceAll(' ', ''));
  });
}
