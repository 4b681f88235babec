/**
 * What travels through a proxy beside the params or the result of a message: fields that nobody here knows, and what is written on an envelope.
 *
 * Between the channel and the handlers cargo takes the place of the params or the result it belongs to, and only where there is something to
 * carry; the peers pass it on without looking.
 */

type Fields = Readonly<Record<string, unknown>>;

/** The extra load of one message. */
interface Load {
  /** Fields of the message itself that JSON-RPC does not define. */
  readonly fields?: Fields | undefined;
  /** Metadata of the envelope, which is a matter between a proxy and its conductor. */
  readonly envelopeMeta?: Fields | undefined;
}

class Cargo {
  readonly content: unknown;
  readonly load: Load;

  constructor(content: unknown, added: Load) {
    this.content = content;
    this.load = added;
  }
}

const nothing: Load = {};

/** `content` with its load; `content` itself when there is none. */
export function load(content: unknown, { fields, envelopeMeta }: Load): unknown {
  return fields === undefined && envelopeMeta === undefined ? content : new Cargo(content, { fields, envelopeMeta });
}

/** The params or the result itself. */
export const contentOf = (value: unknown): unknown => (value instanceof Cargo ? value.content : value);

export const loadOf = (value: unknown): Load => (value instanceof Cargo ? value.load : nothing);

/** Other content with the load of `value`. */
export const reload = (value: unknown, content: unknown): unknown => load(content, loadOf(value));

const defined = new Set(['jsonrpc', 'id', 'method', 'params', 'result', 'error']);

/** The fields of a message that JSON-RPC does not define; undefined when there are none, as nearly always. */
export function unknownFields(message: Fields): Fields | undefined {
  let found: Record<string, unknown> | undefined;
  for (const key of Object.keys(message)) {
    if (defined.has(key)) continue;
    found ??= {};
    found[key] = message[key];
  }
  return found;
}
