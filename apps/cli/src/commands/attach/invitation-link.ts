/**
 * An invitation to a session: the address of a hub with a secret behind `#`, which clients do not send with a request.
 */
import { UsageError } from '../../errors/usage-error.ts';

export interface Invitation {
  /** The hub. */
  readonly url: string;
  readonly secret: string;
}

/** Reads an invitation; undefined if the text is not an address. Throws if it is an address without a secret. */
export function parseInvitation(text: string): Invitation | undefined {
  if (!/^(?:wss?|https?):/u.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const [, secret] = /^#invitation=([\w.~-]+)$/u.exec(url.hash) ?? [];
  if (secret === undefined) {
    throw new UsageError(
      'this address is not an invitation; name a session of the hub: acp attach session --hub address',
    );
  }
  url.hash = '';
  return { url: url.href, secret };
}
