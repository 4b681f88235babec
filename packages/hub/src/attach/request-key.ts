/** The keys of items: an item with a key that was seen before has no second effect. */
import { createHash } from 'node:crypto';

import type { RequestId } from '@acp-stack/rpc';
import type { Meta } from '@acp-stack/schema/v2/unstable';

import { requestKeyOf } from './hub-meta.ts';

/**
 * The key of the item of a request.
 *
 * A request that is sent again over the same connection has the same key, although it may belong to another span. Ids
 * may be used again once they have their response, so the content counts too. A client that knows of the hub may choose
 * a key of its own, which is the same over all connections of its principal.
 */
export function requestKey(
  { id, method, params }: { readonly id: RequestId; readonly method: string; readonly params: object },
  { client, principal }: { readonly client: string; readonly principal: string },
): string {
  const { _meta: meta } = params as { readonly _meta?: Meta };
  const chosen = requestKeyOf(meta);
  // As JSON, so that no two principals can have the same key.
  if (chosen !== undefined) return `key:${JSON.stringify([principal, chosen])}`;
  const digest = createHash('sha256')
    .update(JSON.stringify([method, { ...params, _meta: withoutTrace(meta) }]))
    .digest('base64url')
    .slice(0, 22);
  return `${client}:${JSON.stringify(id)}:${digest}`;
}

function withoutTrace(meta: Meta | undefined): object {
  const { traceparent: _, tracestate: __, baggage: ___, ...others } = meta ?? {};
  return others;
}
