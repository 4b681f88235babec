/**
 * Secrets of invitations, and the links that hold them.
 *
 * The secret is in the fragment of the link, which browsers and HTTP clients do not send, so it gets into no log of a
 * server.
 */
import { createHash, randomBytes } from 'node:crypto';

/** Every secret begins with it, so that it differs from other tokens, and programs that look for leaks can find it. */
const prefix = 'acpi_';
const form = /^acpi_[\w-]{43}$/u;

/** A new secret of 256 bits. */
export const createSecret = (): string => `${prefix}${randomBytes(32).toString('base64url')}`;

/** Whether a text has the form of a secret. */
export const isSecret = (text: string): boolean => form.test(text);

/** What is stored of a secret or a token. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** The link for a hub at `url`. */
export const invitationLink = (url: string, secret: string): string => `${url.split('#', 1)[0]}#invitation=${secret}`;

/** The address and the secret of a link; undefined if it is not one. */
export function readInvitationLink(link: string): { readonly url: string; readonly secret: string } | undefined {
  const [url = '', fragment = ''] = link.split('#');
  const secret = new URLSearchParams(fragment).get('invitation');
  return secret !== null && isSecret(secret) && URL.canParse(url) ? { url, secret } : undefined;
}
