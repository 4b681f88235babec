/**
 * Detects messages whose fields the protocol does not define: those of extension methods, and their responses.
 *
 * A response without a request in the trace counts as one, because its content is unknown.
 */
import { isJsonObject, type JsonObject } from '@acp-stack/schema/json-object';

import { methodDirections } from '../format/trace-reader.ts';
import type { TraceFrame } from '../format/trace-format.ts';

type Endpoints = Pick<TraceFrame, 'connection' | 'from' | 'to'>;

const maxOpenRequests = 100_000;

export class ExtensionMessages {
  /** The open requests of protocol methods. */
  readonly #openRequests = new Set<string>();

  /** Whether `message` between these sides belongs to an extension; messages must be passed in order. */
  isExtension(message: JsonObject, { connection, from, to }: Endpoints): boolean {
    const { id, method } = message;
    if (method === undefined) return !this.#openRequests.delete(JSON.stringify([connection, to, from, id]));
    const isExtension = isCustom(message);
    if (id !== undefined && !isExtension) this.#open(JSON.stringify([connection, from, to, id]));
    return isExtension;
  }

  /** The oldest requests are forgotten; their responses then count as those of extensions. */
  #open(request: string): void {
    this.#openRequests.add(request);
    const [oldest] = this.#openRequests.size > maxOpenRequests ? this.#openRequests : [];
    if (oldest !== undefined) this.#openRequests.delete(oldest);
  }
}

function isCustom(message: JsonObject): boolean {
  const { method } = message;
  if (typeof method !== 'string' || !methodDirections.has(method)) return true;
  const carried = carriedBy(message);
  return carried !== undefined && isCustom(carried);
}

/** The message inside a protocol message that carries others, such as those of proxies and MCP. */
export function carriedBy({ method, params }: JsonObject): JsonObject | undefined {
  if (typeof method !== 'string' || !methodDirections.has(method)) return undefined;
  return isJsonObject(params) && params['method'] !== undefined ? params : undefined;
}
