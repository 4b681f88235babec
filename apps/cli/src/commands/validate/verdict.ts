/** What the checker says about one message. */
import type { Checked, Problem, Repair } from '@acp-stack/schema';

export type MessageKind = 'request' | 'notification' | 'result' | 'error' | 'batch' | 'message';

export interface Verdict {
  /** What the message is; `message` when that cannot be told. */
  readonly kind: MessageKind;
  /** The method as the message or its request names it; undefined when there is none. */
  readonly method: string | undefined;
  /** What makes the message invalid, with JSON Pointers into the whole message. */
  readonly problems: readonly Problem[];
  /** What receivers accept all the same. */
  readonly repairs: readonly Repair[];
  /** What a reader may want to know about a message that is no fault of it. */
  readonly notes: readonly string[];
}

/** No message needs more to be understood. */
export const mostReports = 100;

/** Gathers what is found in one message. */
export class Findings {
  readonly #problems: Problem[] = [];
  readonly #repairs: Repair[] = [];
  readonly #notes: string[] = [];

  problem(path: string, expected: string, found: string): void {
    this.#push(this.#problems, { path, expected, found });
  }

  note(text: string): void {
    this.#push(this.#notes, text);
  }

  /** Takes over what a validator said about the part of the message at `path`. */
  add(path: string, checked: Checked<unknown>): void {
    if (checked.ok) for (const each of checked.repairs) this.#push(this.#repairs, { ...each, path: path + each.path });
    else for (const each of checked.problems) this.problem(path + each.path, each.expected, each.found);
  }

  /** Takes over the verdict on an entry of a batch. */
  addEntry(index: number, verdict: Verdict): void {
    const path = `/${index}`;
    for (const each of verdict.notes) this.note(`entry ${index}: ${each}`);
    for (const each of verdict.problems) this.problem(path + each.path, each.expected, each.found);
    for (const each of verdict.repairs) this.#push(this.#repairs, { ...each, path: path + each.path });
  }

  verdict(kind: MessageKind, method: string | undefined): Verdict {
    return { kind, method, problems: this.#problems, repairs: this.#repairs, notes: this.#notes };
  }

  #push<T>(list: T[], item: T): void {
    if (list.length < mostReports) list.push(item);
  }
}

const longestPath = 300;

/** A path as it is shown: one that nobody could read is cut, its length is the sender's choice. */
export function shortenPath(path: string): string {
  return path.length > longestPath ? `${path.slice(0, longestPath)}…` : path;
}

const longestName = 100;

/** A name as it is shown: very long ones are cut. */
export function shorten(name: string): string {
  return name.length > longestName ? `${name.slice(0, longestName)}…` : name;
}

/** A name in quotes. */
export const quote = (name: unknown): string => JSON.stringify(typeof name === 'string' ? shorten(name) : name);
