/**
 * Plays the client of a recording against a new start of the agent.
 *
 * Messages are sent in their order, and each waits until what came before it in the recording has come again: the
 * responses to earlier requests, and the end of work that ends without one. Ids that the agent chose are replaced by
 * those of the new run. Requests of the agent get the recorded answers.
 */
import { isJsonObject, parseJsonObject, type JsonObject } from '@acp-stack/schema/json-object';
import type { Exchange } from '@acp-stack/trace';
import { rpcCodes } from '@acp-stack/rpc';

import type { AgentRequest } from './agent-tap.ts';
import type { Answer } from './automatic-answers.ts';
import type { Inspector } from './inspector.ts';
import type { LiveAgent } from './live-agent.ts';
import type { WireStore } from './wire-store.ts';

type ReplayStep =
  | { readonly kind: 'request'; readonly id: string; readonly method: string; readonly params: unknown }
  /** After so many messages of the agent since the step before. */
  | { readonly kind: 'notification'; readonly method: string; readonly params: unknown; readonly after: number }
  | { readonly kind: 'response'; readonly id: string; readonly result: unknown }
  | { readonly kind: 'idle' };

export interface Replay {
  readonly steps: readonly ReplayStep[];
  /** The recorded answers of the client, by method and in order. */
  readonly answers: ReadonlyMap<string, readonly Answer[]>;
}

/** Milliseconds without a message after which a replay goes on without what it waits for. */
const patience = 30_000;

/** What the client did in a recording; `client` is its side. */
export function replayOf(rows: readonly Exchange[], client: string): Replay {
  const steps: ReplayStep[] = [];
  const answers = new Map<string, Answer[]>();
  const asked = new Map<string, string>();
  let after = 0;
  for (const { from, to, text, kind } of rows) {
    const message = kind === 'problem' ? undefined : parseJsonObject(text);
    if (message === undefined || (from !== client && to !== client) || from === to) continue;
    const { id, method, params, result, error } = message;
    const key = JSON.stringify(id);
    if (from === client) {
      if (typeof method === 'string' && id !== undefined) steps.push({ kind: 'request', id: key, method, params });
      else if (typeof method === 'string') steps.push({ kind: 'notification', method, params, after });
      else {
        const recorded = asked.get(key) ?? '';
        const answer = isJsonObject(error) ? { error: error as { code: number; message: string } } : { result };
        answers.set(recorded, [...(answers.get(recorded) ?? []), answer]);
      }
      after = 0;
      continue;
    }
    after += 1;
    if (typeof method === 'string' && id !== undefined) asked.set(key, method);
    else if (method === undefined) steps.push({ kind: 'response', id: key, result });
    else if (isIdle(params)) steps.push({ kind: 'idle' });
  }
  return { steps, answers };
}

function isIdle(params: unknown): boolean {
  const update = isJsonObject(params) ? params['update'] : undefined;
  return isJsonObject(update) && update['sessionUpdate'] === 'state_update' && update['state'] === 'idle';
}

/** Plays the client of a run; resolves with the number of the new run, when the recording is at its end. */
export async function replayRun(inspector: Inspector, run: number, signal: AbortSignal): Promise<number> {
  const { sides } = inspector.run(run).summary;
  const replay = replayOf(inspector.exchanges(run), sides[0] ?? 'Client');
  const ids = new Map<string, string>();
  const answers = new Map([...replay.answers].map(([method, list]) => [method, [...list]]));
  const answerFirst = ({ method }: AgentRequest): Answer => {
    const recorded = answers.get(method)?.shift();
    if (recorded === undefined)
      return { error: { code: rpcCodes.methodNotFound, message: `The recorded client has no answer to ${method}.` } };
    return replaced(recorded, ids) as Answer;
  };
  const { run: played, live, recorder } = await inspector.launchForReplay(answerFirst);
  try {
    await new Player({ live, store: inspector.store, run: played, ids, signal }).play(replay.steps);
  } catch (error) {
    recorder.failed((error as Error).message);
  } finally {
    await inspector.endReplay(live);
  }
  return played;
}

interface PlayerParts {
  readonly live: LiveAgent;
  readonly store: WireStore;
  readonly run: number;
  readonly ids: Map<string, string>;
  readonly signal: AbortSignal;
}

class Player {
  readonly #parts: PlayerParts;
  readonly #open = new Map<string, Promise<JsonObject>>();
  /** Where the next row of the agent is looked for. */
  #at: number;

  constructor(parts: PlayerParts) {
    this.#parts = parts;
    this.#at = parts.store.end;
  }

  async play(steps: readonly ReplayStep[]): Promise<void> {
    for (const step of steps) {
      if (this.#parts.live.tap.hasEnded || this.#parts.signal.aborted) return;
      await this.#step(step);
    }
  }

  async #step(step: ReplayStep): Promise<void> {
    const { live, ids, signal } = this.#parts;
    if (step.kind === 'request') {
      const response = live.tap.call(step.method, replaced(step.params, ids), signal);
      // A response that the recording does not wait for may fail.
      response.catch(() => undefined);
      this.#open.set(step.id, response);
    } else if (step.kind === 'notification') {
      for (let count = 0; count < step.after && this.#open.size > 0; count += 1) await this.#agentRow(() => true);
      live.tap.send({ jsonrpc: '2.0', method: step.method, params: replaced(step.params, ids) });
    } else if (step.kind === 'idle') {
      await this.#agentRow(({ text }) => isIdle(parseJsonObject(text)?.['params']));
    } else {
      const response = this.#open.get(step.id);
      this.#open.delete(step.id);
      if (response === undefined) return;
      const answered = await this.#patiently(response);
      if (answered !== undefined) learnIds(step.result, answered['result'], ids);
    }
  }

  /** Waits for the next row of the agent that fits; goes on when a response ends the wait. */
  async #agentRow(fits: (row: { readonly text: string }) => boolean): Promise<void> {
    const { store, run } = this.#parts;
    const stop = new AbortController();
    const answers = [...this.#open.values()].map((each) => each.catch(() => undefined));
    const found = store.find(
      this.#at,
      ({ row, record }) =>
        row.run === run && record.type === 'frame' && row.to === 'Client' && fits({ text: record.frame }),
      stop.signal,
    );
    const result = await this.#patiently(Promise.race([found, ...answers]));
    stop.abort();
    const row = isJsonObject(result) && isJsonObject(result['row']) ? result['row'] : undefined;
    if (typeof row?.['index'] === 'number') this.#at = row['index'] + 1;
  }

  /** What a promise resolves with; undefined if it rejects, or if nothing comes for a long time. */
  async #patiently<T>(work: Promise<T>): Promise<T | undefined> {
    const { signal, store } = this.#parts;
    let timer: NodeJS.Timeout | undefined;
    const waited = new Promise<undefined>((resolve) => {
      let seen = store.end;
      timer = setInterval(() => {
        if (store.end === seen || signal.aborted) resolve(undefined);
        seen = store.end;
      }, patience);
      signal.addEventListener('abort', () => {
        resolve(undefined);
      });
    });
    try {
      return await Promise.race([work, waited]);
    } catch {
      return undefined;
    } finally {
      clearInterval(timer);
    }
  }
}

/** Ids that are deeper stay as they are. */
const maxDepth = 500;

/** Notes the ids at the same places of two results. */
function learnIds(before: unknown, now: unknown, ids: Map<string, string>, depth = 0): void {
  if (depth > maxDepth) return;
  if (Array.isArray(before) && Array.isArray(now)) {
    for (const [index, each] of before.entries()) learnIds(each, now[index], ids, depth + 1);
    return;
  }
  if (!isJsonObject(before) || !isJsonObject(now)) return;
  for (const [name, value] of Object.entries(before)) {
    const other = now[name];
    if (typeof value === 'string' && typeof other === 'string' && name.endsWith('Id')) ids.set(value, other);
    else learnIds(value, other, ids, depth + 1);
  }
}

/** A value with the ids of the new run. */
function replaced(value: unknown, ids: ReadonlyMap<string, string>, depth = 0): unknown {
  if (depth > maxDepth) return value;
  if (typeof value === 'string') return ids.get(value) ?? value;
  if (Array.isArray(value)) return value.map((each) => replaced(each, ids, depth + 1));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replaced(each, ids, depth + 1)]));
}
