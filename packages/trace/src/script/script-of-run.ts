/**
 * Makes a script for `acp agent --script` from a recording: an agent that says the same again.
 *
 * Each prompt becomes a turn, and what the agent sent until its end becomes the steps. Requests of the agent are sent
 * again; what follows them was the way after the recorded answer.
 */
import { isJsonObject, parseJsonObject, type JsonObject } from '@acp-stack/schema/json-object';

import { jsonText } from '../json/json-text.ts';
import type { Exchange } from '../rows/exchanges.ts';
import { joinedSteps, requestStep, updateSteps, type Converted, type ScriptStep } from './script-steps.ts';

/** A script, and what it lacks. */
export interface RecordedScript {
  /** The file, as JSON. */
  readonly text: string;
  /** What could not be written as a step. */
  readonly notes: readonly string[];
}

interface Turn {
  readonly steps: ScriptStep[];
  isOpen: boolean;
}

/** The script of a run; `client` is the side of the client. */
export function scriptOfRun(rows: readonly Exchange[], client = 'Client'): RecordedScript {
  const writer = new ScriptWriter();
  for (const row of rows) if (row.from === client || row.to === client) writer.take(row, row.from === client);
  return writer.finish();
}

class ScriptWriter {
  readonly #turns = new Map<string, Turn>();
  readonly #all: Turn[] = [];
  readonly #requests = new Map<string, { readonly method: string; readonly session: string }>();
  readonly #refusals = new Map<string, JsonObject>();
  readonly #notes = new Map<string, number>();

  take(row: Exchange, isFromClient: boolean): void {
    const message = parseJsonObject(row.text);
    if (message === undefined) return;
    const { method, params } = message;
    const fields = isJsonObject(params) ? params : {};
    if (isFromClient) {
      if (typeof method === 'string' && message['id'] !== undefined) this.#asked(message, method, fields);
      return;
    }
    const session = String(fields['sessionId']);
    if (method === undefined) this.#answered(message);
    else if (method === 'session/update' && isJsonObject(fields['update'])) this.#updated(session, fields['update']);
    else if (typeof method === 'string' && message['id'] !== undefined) this.#add(session, requestStep(method, fields));
  }

  finish(): RecordedScript {
    const turns = this.#all.map(({ steps }) => ({ steps: joinedSteps(steps) }));
    const refuse = Object.fromEntries(this.#refusals);
    const script = { ...(this.#refusals.size === 0 ? {} : { refuse }), turns };
    const notes = [...this.#notes].map(([note, count]) => (count === 1 ? note : `${note} (${count} times)`));
    return { text: `${JSON.stringify(script, undefined, 2)}\n`, notes };
  }

  #asked(message: JsonObject, method: string, params: JsonObject): void {
    const session = String(params['sessionId']);
    this.#requests.set(JSON.stringify(message['id']), { method, session });
    if (method !== 'session/prompt') return;
    const turn: Turn = { steps: [], isOpen: true };
    this.#turns.set(session, turn);
    this.#all.push(turn);
  }

  #answered({ id, result, error }: JsonObject): void {
    const request = this.#requests.get(JSON.stringify(id));
    this.#requests.delete(JSON.stringify(id));
    if (request === undefined) return;
    const { method, session } = request;
    if (isJsonObject(error)) {
      const { code, message, data } = error;
      const failure = { code, message, ...(data === undefined ? {} : { data }) };
      if (method === 'session/prompt') this.#end(session, { error: failure });
      else if (method !== 'initialize') this.#refusals.set(method, { ...failure, times: 1 });
      return;
    }
    const stop = isJsonObject(result) ? result['stopReason'] : undefined;
    if (method === 'session/prompt' && typeof stop === 'string') this.#stop(session, stop);
  }

  #updated(session: string, update: JsonObject): void {
    const { sessionUpdate, state, stopReason } = update;
    if (sessionUpdate === 'state_update' && state === 'idle' && typeof stopReason === 'string')
      this.#stop(session, stopReason);
    else this.#add(session, updateSteps(update));
  }

  #stop(session: string, reason: string): void {
    if (reason === 'error') this.#end(session, { error: { code: -32_603, message: 'The agent failed.' } });
    else this.#end(session, reason === 'end_turn' ? undefined : { stop: reason });
  }

  #end(session: string, last: ScriptStep | undefined): void {
    const turn = this.#turns.get(session);
    if (turn?.isOpen !== true) return;
    if (last !== undefined) turn.steps.push(last);
    turn.isOpen = false;
  }

  #add(session: string, converted: Converted): void {
    const turn = this.#turns.get(session);
    for (const note of converted.notes ?? []) this.#note(note);
    if (converted.steps.some((step) => jsonText(step) === undefined))
      this.#note('what is nested too deeply was left out');
    // What comes outside of a turn, such as the history of a loaded session, is not said again.
    else if (turn?.isOpen === true) turn.steps.push(...converted.steps);
  }

  #note(note: string): void {
    this.#notes.set(note, (this.#notes.get(note) ?? 0) + 1);
  }
}
