/**
 * Tracks which sessions are working, from the messages of both sides.
 *
 * Work starts with a prompt. It ends with a response that has a stop reason, or with an update to the state `idle`,
 * depending on the version of the protocol.
 */
import type { JsonObject } from '@acp-stack/schema/json-object';
import type { MethodName as MethodName1 } from '@acp-stack/schema/v1';
import type { MethodName as MethodName2 } from '@acp-stack/schema/v2';

import { fieldsOf, sessionIdOf } from './message-fields.ts';

type Method = MethodName1 | MethodName2;

const prompt: Method = 'session/prompt';
const update: Method = 'session/update';
const closing: ReadonlySet<unknown> = new Set<Method>(['session/close', 'session/delete']);

export class RunningTurns {
  /** The working sessions. */
  readonly #working = new Set<string>();
  /** Open requests that start or end work, by their ids. */
  readonly #requests = new Map<unknown, { readonly sessionId: string; readonly method: unknown }>();

  /** Whether any session is working. */
  get areRunning(): boolean {
    return this.#working.size > 0;
  }

  isWorking(sessionId: string): boolean {
    return this.#working.has(sessionId);
  }

  /** Forgets the work of a session. */
  forget(sessionId: string): void {
    this.#working.delete(sessionId);
  }

  /** Handles a message to the agent. */
  toAgent({ id, method, params }: JsonObject): void {
    const sessionId = sessionIdOf(params);
    if (sessionId === undefined || id === undefined) return;
    if (method !== prompt && !closing.has(method)) return;
    this.#requests.set(id, { sessionId, method });
    if (method === prompt) this.#working.add(sessionId);
  }

  /** Handles a message from the agent. */
  fromAgent(message: JsonObject): void {
    const { id, method, params } = message;
    if (method === update) {
      const { sessionUpdate, state } = fieldsOf(fieldsOf(params)['update']);
      const sessionId = sessionIdOf(params);
      if (sessionUpdate !== 'state_update' || sessionId === undefined) return;
      if (state === 'idle') this.#working.delete(sessionId);
      else this.#working.add(sessionId);
    } else if (method === undefined) this.#responded(id, message);
  }

  #responded(id: unknown, response: JsonObject): void {
    const request = this.#requests.get(id);
    if (request === undefined) return;
    this.#requests.delete(id);
    const { sessionId, method } = request;
    const hasFailed = 'error' in response;
    const isOver = method === prompt ? hasFailed || 'stopReason' in fieldsOf(response['result']) : !hasFailed;
    if (isOver) this.#working.delete(sessionId);
  }
}
