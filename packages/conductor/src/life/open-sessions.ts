/**
 * The sessions that are open in a component, with what opens them again.
 *
 * They are read from the requests that it was sent and answered, in its own version. The params that open a session
 * again are those that opened it: its directories, MCP servers and instructions.
 */
import { isJsonObject, type JsonObject } from '@acp-stack/schema/json-object';
import type { RequestFrom } from '@acp-stack/sdk';

import type { RoutedCall, RoutedResponse } from '../envelope/routed-message.ts';
import type { Pending, ResponseHook } from '../route/pending.ts';
import type { Watcher } from '../route/port.ts';

/** How a session is opened again. */
export interface Reopening {
  readonly method: string;
  readonly params: JsonObject;
}

type SessionMethod = RequestFrom<'client'> & `session/${string}`;

const loadMethod = 'session/load';
const resumeMethod: SessionMethod = 'session/resume';
const opening = new Set<string>(['session/new', resumeMethod, 'session/fork', loadMethod] satisfies (
  | SessionMethod
  | typeof loadMethod
)[]);
const closing = new Set<string>(['session/close', 'session/delete', 'session/archive'] satisfies SessionMethod[]);

/** More than this are not kept: a client that opens so many does not use the first ones any more. */
const maxSessions = 10_000;

export class OpenSessions implements Watcher {
  /** The params that open each session again, by its id. */
  readonly #setups = new Map<string, JsonObject>();

  /** The ids of the sessions. */
  get ids(): ReadonlySet<string> {
    return new Set(this.#setups.keys());
  }

  watch(pending: Pending, message: RoutedCall): void {
    const isOpening = opening.has(message.method);
    if (!isOpening && !closing.has(message.method)) return;
    const { params } = message;
    if (!isJsonObject(params)) return;
    pending.hook = new SuccessHook((result) => {
      if (isOpening) this.#opened(params, result);
      else this.#setups.delete(params['sessionId'] as string);
    });
  }

  /** How the sessions are opened again by a component with this `initialize` result; empty if it cannot. */
  reopenings(initializeResult: unknown): readonly Reopening[] {
    const method = reopeningMethod(initializeResult);
    if (method === undefined) return [];
    return [...this.#setups.values()].map((params) => ({ method, params }));
  }

  /** Forgets a session that could not be opened again. */
  forget(sessionId: string): void {
    this.#setups.delete(sessionId);
  }

  #opened(params: JsonObject, result: unknown): void {
    const { replayFrom: _, ...setup } = params;
    const newId = isJsonObject(result) ? result['sessionId'] : undefined;
    const sessionId = typeof newId === 'string' ? newId : params['sessionId'];
    if (typeof sessionId !== 'string') return;
    this.#setups.delete(sessionId);
    this.#setups.set(sessionId, { ...setup, sessionId });
    const [oldest] = this.#setups.keys();
    if (this.#setups.size > maxSessions && oldest !== undefined) this.#setups.delete(oldest);
  }
}

/** Calls `succeeded` with the result of a request before its sender gets it. */
class SuccessHook implements ResponseHook {
  readonly #succeeded: (result: unknown) => void;

  constructor(succeeded: (result: unknown) => void) {
    this.#succeeded = succeeded;
  }

  respond(pending: Pending, response: RoutedResponse): void {
    if (response.error === undefined) this.#succeeded(response.result);
    pending.source.respond(pending, response);
  }
}

/** Which method opens a session again: what the result offers, in the fields of either version. */
function reopeningMethod(result: unknown): string | undefined {
  if (!isJsonObject(result)) return undefined;
  const { capabilities, agentCapabilities } = result;
  if (isJsonObject(capabilities) && isJsonObject(capabilities['session'])) return resumeMethod;
  if (!isJsonObject(agentCapabilities)) return undefined;
  const { sessionCapabilities, loadSession } = agentCapabilities;
  if (isJsonObject(sessionCapabilities) && isJsonObject(sessionCapabilities['resume'])) return resumeMethod;
  return loadSession === true ? loadMethod : undefined;
}
