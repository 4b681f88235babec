/**
 * Which sessions are at work, as far as the messages tell that pass by.
 *
 * Work begins with a prompt. It ends with the answer that has a reason why it ended, or with the update that says that the session is
 * idle; which of them a version of the protocol has shows in the messages themselves.
 */
import type { MethodName as MethodName1 } from '@acp-stack/schema/v1';
import type { MethodName as MethodName2 } from '@acp-stack/schema/v2';

import { fieldsOf, sessionIdOf, type Fields } from './message-fields.ts';

type Method = MethodName1 | MethodName2;

const prompt: Method = 'session/prompt';
const update: Method = 'session/update';
const closing: ReadonlySet<unknown> = new Set<Method>(['session/close', 'session/delete']);

export class RunningTurns {
  /** Sessions at work. */
  readonly #working = new Set<string>();
  /** Unanswered requests that begin or end work, by their ids. */
  readonly #asked = new Map<unknown, { readonly sessionId: string; readonly method: unknown }>();

  /** Whether any session is at work. */
  get areRunning(): boolean {
    return this.#working.size > 0;
  }

  isWorking(sessionId: string): boolean {
    return this.#working.has(sessionId);
  }

  /** Nobody waits for the work of the session any more. */
  forget(sessionId: string): void {
    this.#working.delete(sessionId);
  }

  /** A message is on its way to the agent. */
  toAgent({ id, method, params }: Fields): void {
    const sessionId = sessionIdOf(params);
    if (sessionId === undefined || id === undefined) return;
    if (method !== prompt && !closing.has(method)) return;
    this.#asked.set(id, { sessionId, method });
    if (method === prompt) this.#working.add(sessionId);
  }

  /** A message has come from the agent. */
  fromAgent(message: Fields): void {
    const { id, method, params } = message;
    if (method === update) {
      const { sessionUpdate, state } = fieldsOf(fieldsOf(params)['update']);
      const sessionId = sessionIdOf(params);
      if (sessionUpdate !== 'state_update' || sessionId === undefined) return;
      if (state === 'idle') this.#working.delete(sessionId);
      else this.#working.add(sessionId);
    } else if (method === undefined) this.#answered(id, message);
  }

  #answered(id: unknown, answer: Fields): void {
    const asked = this.#asked.get(id);
    if (asked === undefined) return;
    this.#asked.delete(id);
    const { sessionId, method } = asked;
    const hasFailed = 'error' in answer;
    const isOver = method === prompt ? hasFailed || 'stopReason' in fieldsOf(answer['result']) : !hasFailed;
    if (isOver) this.#working.delete(sessionId);
  }
}
