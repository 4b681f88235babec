/** The user of a hub who sent a message. */
import { isJsonObject } from '@acp-stack/schema/json-object';

import { inOneLine } from '../text/strip-control-characters.ts';

/** The name of the sender of a message, in one line; undefined if it is this user, or no hub is there to tell. */
export function senderName({ _meta: meta }: { readonly _meta?: unknown }): string | undefined {
  const hub = isJsonObject(meta) ? meta['acp-stack.dev/hub'] : undefined;
  const principal = isJsonObject(hub) ? hub['principal'] : undefined;
  return typeof principal === 'string' && principal !== '' ? inOneLine(principal) : undefined;
}
