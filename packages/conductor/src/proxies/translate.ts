/**
 * `translate`: stands between two versions of the protocol, for a conductor that does not translate itself.
 *
 * The client in front of it gets the version that it asks for. The rest of the chain is asked for version 2, with the
 * fields of both versions, and may answer with either. The handlers of proxies behind it see the same as without it.
 */
import { proxy, type AcpProxy } from '@acp-stack/sdk';

import { infoOf } from './per-connection.ts';
import { readSettings } from './settings.ts';

/** Lets a client and an agent of different versions work together; it has no options. */
export function translate(options: Readonly<Record<string, never>> = {}): AcpProxy {
  readSettings('translate', options, { settings: {} });
  return proxy(infoOf('translate'), { translates: true });
}
