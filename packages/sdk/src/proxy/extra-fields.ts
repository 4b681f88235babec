/**
 * What a proxy carries along with the params or the result of a message: fields that JSON-RPC does not define, and the
 * metadata of an envelope.
 *
 * Between the channel and the handlers a `WithExtra` takes the place of the params or the result, and only where there
 * is something to carry; the peers pass it on as it is.
 */
import type { JsonObject } from '@acp-stack/schema/json-object';

interface Extra {
  /** Fields of the message itself that JSON-RPC does not define. */
  readonly fields?: JsonObject | undefined;
  /** Metadata of the envelope, which concerns only a proxy and its conductor. */
  readonly envelopeMeta?: JsonObject | undefined;
}

class WithExtra {
  readonly content: unknown;
  readonly extra: Extra;

  constructor(content: unknown, extra: Extra) {
    this.content = content;
    this.extra = extra;
  }
}

const nothing: Extra = {};

/** `content` with its extra fields; `content` itself when there are none. */
export function withExtra(content: unknown, { fields, envelopeMeta }: Extra): unknown {
  return fields === undefined && envelopeMeta === undefined
    ? content
    : new WithExtra(content, { fields, envelopeMeta });
}

/** The params or the result without the extra fields. */
export const contentOf = (value: unknown): unknown => (value instanceof WithExtra ? value.content : value);

export const extraOf = (value: unknown): Extra => (value instanceof WithExtra ? value.extra : nothing);

/** Other content with the extra fields of `value`. */
export const withExtraOf = (value: unknown, content: unknown): unknown => withExtra(content, extraOf(value));

const defined = new Set(['jsonrpc', 'id', 'method', 'params', 'result', 'error']);

/** How many fields that JSON-RPC defines a message has. */
function countDefined({ jsonrpc, id, method, params, result, error }: JsonObject): number {
  return (
    Number(jsonrpc !== undefined) +
    Number(id !== undefined) +
    Number(method !== undefined) +
    Number(params !== undefined) +
    Number(result !== undefined) +
    Number(error !== undefined)
  );
}

/** The fields of a message that JSON-RPC does not define; undefined when there are none, as nearly always. */
export function unknownFields(message: JsonObject): JsonObject | undefined {
  const keys = Object.keys(message);
  if (keys.length === countDefined(message)) return undefined;
  let found: Record<string, unknown> | undefined;
  for (const key of keys) {
    if (defined.has(key)) continue;
    // A null prototype, so that a field may have any name.
    found ??= Object.create(null) as Record<string, unknown>;
    found[key] = message[key];
  }
  return found;
}
