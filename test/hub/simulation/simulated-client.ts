/**
 * A client that follows a session on one node after the other, from where it was, and sends requests.
 *
 * A request that was not answered is sent again with the same key, as a client does whose connection was resumed.
 */
import type { Clock } from '@acp-stack/rpc';

import {
  answerMethod,
  type LogEntry,
  type LogRecord,
  type ResultRecord,
} from '../../../packages/hub/src/store/records.ts';
import { hashOf, type AcknowledgedEvent, type HistoryEvent } from '../checker/history.ts';
import { textOfItem, textOfQuestion } from '../checker/check-requests.ts';
import type { Random } from './random.ts';
import type { SimulatedNode } from './simulated-node.ts';

export interface SimulatedClientOptions {
  readonly name: string;
  readonly session: string;
  readonly time: Clock;
  readonly random: Random;
  /** A node that serves clients; undefined if there is none now. */
  readonly chooseNode: () => SimulatedNode | undefined;
  readonly record: (event: HistoryEvent) => void;
  /** Changes what the client is sent: a broken hub. */
  readonly sabotage?: ((entries: readonly LogEntry[]) => readonly LogEntry[]) | undefined;
}

interface Sent {
  readonly key: string;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly what: AcknowledgedEvent['what'] | undefined;
  readonly text: string;
  isStored: boolean;
}

export class SimulatedClient {
  readonly #options: SimulatedClientOptions;
  readonly #waiting = new Map<string, Sent>();
  /** The ids of its own injected messages. */
  readonly injected: string[] = [];
  readonly #questions = new Map<string, string>();
  #sequence = 0;
  #requests = 0;
  #attachments = 0;
  #node: SimulatedNode | undefined;
  #attachment: string | undefined;
  #detach = new AbortController();
  #isOver = false;

  constructor(options: SimulatedClientOptions) {
    this.#options = options;
  }

  /** How many requests wait for their result. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** The number of the last record that it has read. */
  get sequence(): number {
    return this.#sequence;
  }

  get session(): string {
    return this.#options.session;
  }

  /** What waits, for the message of a test that fails. */
  describe(): string {
    const { name } = this.#options;
    const waits = [...this.#waiting.values()].map(({ method, text }) => `${method} "${text}"`).join(', ');
    return `${name} at ${this.#sequence} on ${this.#node?.name ?? 'no node'}, waits for ${waits === '' ? 'nothing' : waits}`;
  }

  /** Follows the session until `stop`. */
  async run(): Promise<void> {
    const { time, random } = this.#options;
    while (!this.#isOver) {
      const node = this.#options.chooseNode();
      if (node !== undefined) await this.#follow(node);
      await new Promise<void>((resolve) => time.schedule(random.between(10, 300), resolve));
    }
  }

  /** Loses its connection; it connects again, maybe to another node. */
  disconnect(): void {
    this.#detach.abort();
  }

  /** Ends; its attachment has lasted until now. */
  stop(): void {
    this.#isOver = true;
    if (this.#attachment !== undefined) this.#options.record({ kind: 'stayed', attachment: this.#attachment });
    this.#detach.abort();
  }

  send(method: string, params: Readonly<Record<string, unknown>>, what?: AcknowledgedEvent['what']): void {
    const key = `${this.#options.name}:${(this.#requests += 1)}`;
    this.#send({ key, method, params, what, text: '', isStored: false });
  }

  /** Answers the questions that are open, as far as it knows. */
  answerAll(): void {
    for (const [question, text] of this.#questions) this.#answer(question, text);
  }

  #answer(question: string, text: string): void {
    const key = `${this.#options.name}:${question}`;
    const result = { outcome: { outcome: 'selected', optionId: 'yes' } };
    if (!this.#waiting.has(key))
      this.#send({ key, method: answerMethod, params: { question, result }, what: 'answer', text, isStored: false });
  }

  #send(sent: Sent): void {
    const named = { ...sent, text: sent.text === '' ? textOfItem({ ...this.#itemOf(sent) }) : sent.text };
    this.#waiting.set(sent.key, named);
    if (this.#node !== undefined) void this.#submit(named, this.#node);
  }

  #itemOf({ key, method, params }: Sent): Parameters<typeof textOfItem>[0] {
    const { name } = this.#options;
    return { key, method, params, principal: 'ada', client: name };
  }

  async #submit(sent: Sent, node: SimulatedNode): Promise<void> {
    const { session, record, time, random } = this.#options;
    const isCurrent = (): boolean => this.#node === node && this.#waiting.has(sent.key);
    while (isCurrent()) {
      try {
        await node.life.running();
        await node.directory.submit(session, this.#itemOf(sent));
        if (sent.text !== '' && sent.what !== 'answer' && !sent.isStored)
          record({ kind: 'acknowledged', session, what: 'stored', text: sent.text });
        sent.isStored = true;
        return;
      } catch {
        await new Promise<void>((resolve) => time.schedule(random.between(50, 500), resolve));
      }
    }
  }

  async #follow(node: SimulatedNode): Promise<void> {
    const { name, session, record } = this.#options;
    this.#detach = new AbortController();
    const signal = AbortSignal.any([this.#detach.signal, node.life.death]);
    if (signal.aborted) return;
    const attachment = `${name}.${(this.#attachments += 1)}`;
    using lease = node.feeds.open(session);
    this.#node = node;
    this.#attachment = attachment;
    record({ kind: 'attached', client: name, session, attachment, after: this.#sequence });
    for (const sent of this.#waiting.values()) void this.#submit(sent, node);
    // A process that is dead never answers.
    const end = aborted(signal);
    end.catch(() => undefined);
    try {
      for (;;) {
        const found = await Promise.race([lease.feed.next(this.#sequence, signal), end]);
        signal.throwIfAborted();
        for (const entry of this.#options.sabotage?.(found) ?? found) this.#read(entry, attachment);
        this.#sequence = found.at(-1)?.sequence ?? this.#sequence;
      }
    } catch {
      // The connection was lost.
    } finally {
      this.#node = undefined;
      this.#attachment = undefined;
    }
  }

  #read({ sequence, record: stored }: LogEntry, attachment: string): void {
    const { record } = this.#options;
    if (stored.kind === 'update') record({ kind: 'saw', attachment, sequence, hash: hashOf(stored.update) });
    if (stored.kind === 'result') this.#settle(stored);
    this.#noteQuestion(stored);
  }

  #noteQuestion(stored: LogRecord): void {
    const { time, random } = this.#options;
    if (stored.kind === 'question_closed') this.#questions.delete(stored.question);
    if (stored.kind !== 'question') return;
    const { question, params } = stored;
    const text = textOfQuestion(params);
    this.#questions.set(question, text);
    if (!random.chance(0.6)) return;
    time.schedule(random.between(1, 300), () => {
      if (this.#questions.has(question)) this.#answer(question, text);
    });
  }

  #settle({ key, result, error }: ResultRecord): void {
    const sent = this.#waiting.get(key);
    if (sent === undefined) return;
    this.#waiting.delete(key);
    if (error !== undefined || sent.what === undefined) return;
    const { session, record } = this.#options;
    record({ kind: 'acknowledged', session, what: sent.what, text: sent.text });
    const { messageId } = (result ?? {}) as { readonly messageId?: string };
    if (sent.what === 'inject' && messageId !== undefined) this.injected.push(messageId);
  }
}

/** Rejects when the signal aborts. */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const stop = (): void => {
      reject(signal.reason as Error);
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
