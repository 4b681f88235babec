/** Collects what a scenario observes about its rules, with the messages of the scenario as evidence. */
import type { Conversation } from '../conversation/conversation.ts';
import type { LoggedMessage } from '../conversation/message.ts';
import type { Observation } from '../verdict/verdict.ts';

/** More messages than this are not shown as evidence: the first and the last ones are. */
const maxShown = 60;

/** Something whose messages are evidence. */
export interface Logged {
  readonly log: readonly LoggedMessage[];
}

export class Observer {
  readonly #scenario: string;
  readonly #decides: readonly string[];
  readonly #observations: Observation[] = [];
  readonly #watched: { readonly conversation: Conversation; readonly since: number }[] = [];
  readonly #witnesses: Logged[] = [];

  constructor(scenario: string, decides: readonly string[]) {
    this.#scenario = scenario;
    this.#decides = decides;
  }

  /** Takes the messages of this conversation from now on as evidence. */
  watch(conversation: Conversation): void {
    if (this.#watched.some((watched) => watched.conversation === conversation)) return;
    this.#watched.push({ conversation, since: conversation.log.length });
  }

  /** Takes a log that is no conversation as evidence too, such as that of single HTTP requests. */
  witness(logged: Logged): void {
    this.#witnesses.push(logged);
  }

  /** Notes whether a rule holds; `found` is a sentence about what was seen if it does not. */
  check(rule: string, holds: boolean, found: string): void {
    this.#add(rule, holds ? 'holds' : 'broken', found);
  }

  /** Notes that everything about the rule was seen; what is found wrong with a message outweighs it. */
  seen(rule: string): void {
    this.#add(rule, 'holds', '');
  }

  /** Notes something wrong with a message, whether or not the scenario is about that rule. */
  report({ rule, found, evidence }: Pick<Observation, 'rule' | 'found' | 'evidence'>): void {
    this.#observations.push({ rule, scenario: this.#scenario, kind: 'broken', found, evidence });
  }

  /** The conversations of the scenario, and where it begins in their logs. */
  get watched(): readonly { readonly conversation: Conversation; readonly since: number }[] {
    return this.#watched;
  }

  /** Notes that the program does not have what the rule is about. */
  notOffered(rule: string, found: string): void {
    this.#add(rule, 'not-offered', found);
  }

  /** Notes why the rule could not be tested. */
  notTested(rule: string, found: string): void {
    this.#add(rule, 'not-tested', found);
  }

  /** Whether something was observed about the rule. */
  has(rule: string): boolean {
    return this.#observations.some((each) => each.rule === rule);
  }

  /** Everything observed; rules of the scenario about which nothing was observed get `reason`. */
  finish(reason: string): readonly Observation[] {
    for (const rule of this.#decides) if (!this.has(rule)) this.notTested(rule, reason);
    return this.#observations;
  }

  #add(rule: string, kind: Observation['kind'], found: string): void {
    if (!this.#decides.includes(rule)) throw new Error(`The scenario ${this.#scenario} does not decide ${rule}.`);
    const evidence = kind === 'broken' || kind === 'not-tested' ? this.#evidence() : [];
    this.#observations.push({ rule, scenario: this.#scenario, kind, found, evidence });
  }

  #evidence(): readonly LoggedMessage[] {
    const conversations = this.#watched.flatMap(({ conversation, since }) => conversation.log.slice(since));
    const all = [...conversations, ...this.#witnesses.flatMap(({ log }) => log)];
    return all.length <= maxShown ? all : [...all.slice(0, maxShown / 2), ...all.slice(-maxShown / 2)];
  }
}
