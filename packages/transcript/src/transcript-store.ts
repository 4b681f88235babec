/**
 * The transcript of a running session, with listeners for changes.
 *
 * Each listener is called once for every change, after the change, and in order, even if a listener causes the next
 * change. If listeners throw, the others are still called, and the error is thrown by the call that caused the change.
 */
import type {
  ContentBlock,
  CreateElicitationRequest,
  Meta,
  RequestPermissionRequest,
  SessionUpdate,
  ToolCallContent,
} from '@acp-stack/schema/v2/unstable';

import { cancelUnfinished } from './updates/cancel-unfinished.ts';
import { differences, type Difference, type ItemDifference, type WholeDifference } from './state/differences.ts';
import { fold } from './updates/fold.ts';
import { mergeReplay } from './updates/merge-replay.ts';
import { askElicitation, askPermission, settle } from './updates/pending-questions.ts';
import { TerminalOutput } from './state/terminal-output.ts';
import {
  defaultTranscriptLimits,
  emptyTranscript,
  type Transcript,
  type TranscriptLimits,
} from './state/transcript.ts';

/** What a chunk added to an entry. */
export interface AppendedContent {
  /** The added content only. */
  readonly content: ContentBlock | ToolCallContent;
  /** The metadata of the chunk, which are not merged into the entry. */
  readonly _meta?: Meta;
}

/** What a chunk added to the output of a terminal. */
export interface AppendedOutput {
  /** The added bytes only. */
  readonly bytes: Uint8Array;
  /** The metadata of the chunk. */
  readonly _meta?: Meta;
}

type EntryKind = 'entry-added' | 'entry-changed';
type TerminalKind = 'terminal-added' | 'terminal-changed';

/** A change of the transcript; if a chunk caused it, `appended` has what was added. */
export type Change =
  | { readonly kind: EntryKind; readonly id: string; readonly appended?: AppendedContent }
  | { readonly kind: TerminalKind; readonly id: string; readonly appended?: AppendedOutput }
  | { readonly kind: Exclude<ItemDifference['kind'], EntryKind | TerminalKind>; readonly id: string }
  | WholeDifference;

/** Receives the changes and the transcript after them. */
export type ChangeListener = (changes: readonly Change[], transcript: Transcript) => void;

/** Options of a `TranscriptStore`. */
export interface TranscriptStoreOptions {
  /** The transcript to start with; empty by default. */
  readonly transcript?: Transcript;
  /** `defaultTranscriptLimits` when absent. */
  readonly limits?: TranscriptLimits;
}

interface News {
  readonly changes: readonly Change[];
  readonly transcript: Transcript;
}

/** Applies session updates to a transcript and tells listeners what has changed. */
export class TranscriptStore {
  readonly #limits: TranscriptLimits;
  readonly #listeners = new Set<{ readonly listener: ChangeListener }>();
  readonly #news: News[] = [];
  #isNotifying = false;
  #transcript: Transcript;
  /** The transcript of the replay that is under way. */
  #replayed: Transcript | undefined;
  #questions = 0;

  constructor({ transcript = emptyTranscript(), limits = defaultTranscriptLimits }: TranscriptStoreOptions = {}) {
    this.#transcript = transcript;
    this.#limits = limits;
  }

  /** Returns the current transcript. Like all methods, it can be passed on without its object. */
  readonly snapshot = (): Transcript => this.#transcript;

  /** Applies an update of the session. */
  readonly apply = (update: SessionUpdate): void => {
    if (this.#replayed !== undefined) {
      this.#replayed = fold(this.#replayed, update, this.#limits);
      return;
    }
    this.#change(fold(this.#transcript, update, this.#limits), update);
  };

  /** Calls `listener` after every change until the returned function is called or disposed of. */
  readonly subscribe = (listener: ChangeListener): (() => void) & Disposable => {
    const entry = { listener };
    this.#listeners.add(entry);
    const end = (): void => {
      this.#listeners.delete(entry);
    };
    return Object.assign(end, { [Symbol.dispose]: end });
  };

  /**
   * Takes the following updates as a replay of the history, until the result is disposed of. Then the replay is merged
   * into the transcript, without duplicates.
   */
  readonly replay = (): Disposable => {
    if (this.#replayed !== undefined) throw new Error('A replay is already under way.');
    this.#replayed = emptyTranscript();
    return {
      [Symbol.dispose]: () => {
        const replayed = this.#replayed;
        this.#replayed = undefined;
        if (replayed !== undefined) this.#change(mergeReplay(this.#transcript, replayed));
      },
    };
  };

  /** Adds a pending permission request until the result is disposed of. */
  readonly askPermission = (request: RequestPermissionRequest): Disposable => {
    const id = this.#nextQuestion();
    this.#change(askPermission(this.#transcript, { id, request }));
    return this.#settling(id);
  };

  /** Adds a pending elicitation until the result is disposed of. */
  readonly askElicitation = (request: CreateElicitationRequest): Disposable => {
    const id = this.#nextQuestion();
    this.#change(askElicitation(this.#transcript, { id, request }));
    return this.#settling(id);
  };

  /** Marks the unfinished tool calls of the foreground as cancelled, for a client that has cancelled the work. */
  readonly cancelUnfinished = (): void => {
    this.#change(cancelUnfinished(this.#transcript));
  };

  /** Replaces the transcript. */
  readonly reset = (transcript: Transcript = emptyTranscript()): void => {
    this.#change(transcript);
  };

  #nextQuestion(): string {
    this.#questions += 1;
    const id = `question-${this.#questions}`;
    const { permissions, elicitations } = this.#transcript;
    return permissions.has(id) || elicitations.has(id) ? this.#nextQuestion() : id;
  }

  #settling(id: string): Disposable {
    return {
      [Symbol.dispose]: () => {
        this.#change(settle(this.#transcript, id));
      },
    };
  }

  #change(after: Transcript, update?: SessionUpdate): void {
    const before = this.#transcript;
    if (after === before) return;
    this.#transcript = after;
    if (this.#listeners.size === 0) return;
    const changes = differences(before, after).map((change) => withAppended(change, update, { before, after }));
    this.#news.push({ changes, transcript: after });
    this.#notify();
  }

  /** Changes that a listener causes are delivered after all listeners have received the previous ones. */
  #notify(): void {
    if (this.#isNotifying) return;
    this.#isNotifying = true;
    const failures: unknown[] = [];
    for (let news = this.#news.shift(); news !== undefined; news = this.#news.shift()) {
      for (const { listener } of this.#listeners) {
        try {
          listener(news.changes, news.transcript);
        } catch (error) {
          failures.push(error);
        }
      }
    }
    this.#isNotifying = false;
    if (failures.length > 1) throw new AggregateError(failures, 'Several listeners of a transcript failed.');
    if (failures.length === 1) throw failures[0];
  }
}

function withAppended(
  change: Difference,
  update: SessionUpdate | undefined,
  { before, after }: { before: Transcript; after: Transcript },
): Change {
  if (update === undefined || !update.sessionUpdate.endsWith('_chunk')) return change;
  const { content, _meta } = update as AppendedContent;
  const meta = _meta === undefined ? {} : { _meta };
  if (isOf(change, 'entry-added', 'entry-changed')) return { ...change, appended: { content, ...meta } };
  if (!isOf(change, 'terminal-added', 'terminal-changed')) return change;
  const position = before.terminals.get(change.id)?.output.total ?? 0;
  const output = after.terminals.get(change.id)?.output ?? TerminalOutput.empty;
  return { ...change, appended: { bytes: output.since(position), ...meta } };
}

const isOf = <Kind extends ItemDifference['kind']>(
  change: Difference,
  ...kinds: readonly Kind[]
): change is ItemDifference & { readonly kind: Kind } => (kinds as readonly string[]).includes(change.kind);
