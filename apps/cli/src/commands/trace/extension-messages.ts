/**
 * Tells the messages whose fields the protocol says nothing about: those of methods that are not its own, and the answers to them.
 *
 * An answer to what is not in the trace is one of them: nobody can say what it holds.
 */
import { isFields, type Fields } from '../../config/checked-fields.ts';
import { methodDirections } from './read-trace.ts';
import type { TraceFrame } from '../../trace/trace-format.ts';

type Way = Pick<TraceFrame, 'connection' | 'from' | 'to'>;

export class ExtensionMessages {
  /** The requests of the protocol that somebody waits for. */
  readonly #asked = new Set<string>();

  /** Whether the fields of `message`, which went this way, are free; messages are told in their order. */
  isFree(message: Fields, { connection, from, to }: Way): boolean {
    const { id, method } = message;
    if (method === undefined) return !this.#asked.delete(JSON.stringify([connection, to, from, id]));
    const isFree = isCustom(message);
    if (id !== undefined && !isFree) this.#asked.add(JSON.stringify([connection, from, to, id]));
    return isFree;
  }
}

function isCustom(message: Fields): boolean {
  const { method } = message;
  if (typeof method !== 'string' || !methodDirections.has(method)) return true;
  const inner = carriedBy(message);
  return inner !== undefined && isCustom(inner);
}

/** The message inside of one of the protocol that carries others, as those of proxies and of MCP do. */
export function carriedBy({ method, params }: Fields): Fields | undefined {
  if (typeof method !== 'string' || !methodDirections.has(method)) return undefined;
  return isFields(params) && params['method'] !== undefined ? params : undefined;
}
