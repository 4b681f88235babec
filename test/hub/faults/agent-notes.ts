/** What the scripted agents write down: that they were started, what they were given, and what was answered. */
import { readFileSync, writeFileSync } from 'node:fs';

import type { AnsweredEvent, GivenEvent } from '../checker/history.ts';

/** An agent was started; `by` is the label of the hub that has started it. */
interface StartedNote {
  readonly kind: 'started';
  readonly pid: number;
  readonly by: string;
}

type AgentNote = GivenEvent | AnsweredEvent | StartedNote;

export class AgentNotes {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
    writeFileSync(path, '');
  }

  /** What agents were given and what was answered. */
  get events(): readonly (GivenEvent | AnsweredEvent)[] {
    return this.#all().filter((note) => note.kind !== 'started');
  }

  /** All agents that were ever started. */
  get started(): readonly StartedNote[] {
    return this.#all().filter((note) => note.kind === 'started');
  }

  /** The process ids of the agents that run now; of those of one hub if it is named. */
  running(hub?: string): readonly number[] {
    return this.started
      .filter(({ pid, by }) => (hub === undefined || by.startsWith(`${hub}.`)) && this.#isAgent(pid))
      .map(({ pid }) => pid);
  }

  #all(): readonly AgentNote[] {
    const lines = readFileSync(this.path, 'utf8').split('\n');
    // The last line may not be whole yet.
    return lines.slice(0, -1).map((line) => JSON.parse(line) as AgentNote);
  }

  /** Whether a process still is one of the agents that write here: the system uses ids again. */
  #isAgent(pid: number): boolean {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`ACP_GIVEN=${this.path}`);
    } catch {
      return false;
    }
  }
}
