/** The verdict on one message. */
import type { Checked, Problem, Repair } from '@acp-stack/schema';

/** What a message is. */
export type MessageKind = 'request' | 'notification' | 'result' | 'error' | 'batch' | 'message';

/** What is wrong with a message, and what is unusual. */
export interface Verdict {
  /** The kind of the message; `message` if unknown. */
  readonly kind: MessageKind;
  /** The method of the message or of its request; undefined if there is none. */
  readonly method: string | undefined;
  /** What makes the message invalid, with JSON Pointers into the whole message. */
  readonly problems: readonly Problem[];
  /** What receivers repair and accept. */
  readonly repairs: readonly Repair[];
  /** Notes that do not make the message invalid. */
  readonly notes: readonly string[];
  /** The definition of the params or the result; undefined if there is none. */
  readonly definition?: string | undefined;
}

/** The maximum number of findings of each kind. */
export const maxReports = 100;

/** Collects the findings of one message. */
export class Findings {
  readonly #problems: Problem[] = [];
  readonly #repairs: Repair[] = [];
  readonly #notes: string[] = [];
  #definition: string | undefined;

  problem(path: string, expected: string, found: string): void {
    this.#push(this.#problems, { path, expected, found });
  }

  /** Notes the definition of the params or the result. */
  defined(definition: string): void {
    this.#definition = definition;
  }

  note(text: string): void {
    this.#push(this.#notes, text);
  }

  /** Adds the result of a validator for the part at `path`. */
  add(path: string, checked: Checked<unknown>): void {
    if (checked.ok) for (const each of checked.repairs) this.#push(this.#repairs, { ...each, path: path + each.path });
    else for (const each of checked.problems) this.problem(path + each.path, each.expected, each.found);
  }

  /** Adds the verdict on an entry of a batch. */
  addEntry(index: number, verdict: Verdict): void {
    const path = `/${index}`;
    for (const each of verdict.notes) this.note(`entry ${index}: ${each}`);
    for (const each of verdict.problems) this.problem(path + each.path, each.expected, each.found);
    for (const each of verdict.repairs) this.#push(this.#repairs, { ...each, path: path + each.path });
  }

  verdict(kind: MessageKind, method: string | undefined): Verdict {
    return {
      kind,
      method,
      problems: this.#problems,
      repairs: this.#repairs,
      notes: this.#notes,
      ...(this.#definition === undefined ? {} : { definition: this.#definition }),
    };
  }

  #push<T>(list: T[], item: T): void {
    if (list.length < maxReports) list.push(item);
  }
}

const maxPathLength = 300;

/** Shortens a path, whose length the sender chooses. */
export function shortenPath(path: string): string {
  return path.length > maxPathLength ? `${path.slice(0, maxPathLength)}…` : path;
}

const maxNameLength = 100;

/** Shortens a long name. */
export function shorten(name: string): string {
  return name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name;
}

/** A name in quotes. */
export const quote = (name: unknown): string => JSON.stringify(typeof name === 'string' ? shorten(name) : name);
