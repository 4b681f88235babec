/**
 * Finds fields that ask for a secret, which a form must not do (ELIC-07): the value would pass through this program and
 * the agent.
 *
 * The rule matches names; it cannot recognize a secret with an ordinary name.
 */
import type { FormField } from '@acp-stack/schema/elicitation-form';

/** Words for secrets in names and titles, with or without characters between them. */
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

/** Names that mean a secret only if they stand alone. */
const lonelyWords: ReadonlySet<string> = new Set(['token', 'pin', 'key']);

const asWords = (text: string): string =>
  text
    .replaceAll(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .replaceAll(/[^\p{L}\d]+/gu, ' ')
    .trim();

/** Whether the field asks for a secret, by its name and its label. */
export function asksForSecret(field: FormField): boolean {
  if (field.kind !== 'text' && field.kind !== 'number') return false;
  return [field.name, field.label].map(asWords).some((words) => {
    if (lonelyWords.has(words)) return true;
    const padded = ` ${words} `;
    const squeezed = words.replaceAll(' ', '');
    return secretWords.some((secret) => padded.includes(` ${secret} `) || squeezed === secret.replaceAll(' ', ''));
  });
}
