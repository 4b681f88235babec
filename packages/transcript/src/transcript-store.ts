/**
 * The transcript of a session that goes on, for whoever wants to hear of changes.
 *
 * Listeners hear of every change once, after it is there, in the order of the changes, also when one of them causes the next. One that
 * throws takes nothing from the others; what it threw comes out of the call that changed something.
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

/** What a chunk added to an entry, for those who show only what is new. */
export interface AppendedContent {
  /** The new piece alone. */
  readonly content: ContentBlock | ToolCallContent;
  /** The chunk's own metadata, which belongs to nothing else (EXT-07). */
  readonly _meta?: Meta;
}

/** What a chunk added to the output of a terminal. */
export interface AppendedOutput {
  /** The new piece alone. */
  readonly bytes: Uint8Array;
  /** The chunk's own metadata. */
  readonly _meta?: Meta;
}

type EntryKind = 'entry-added' | 'entry-changed';
type TerminalKind = 'terminal-added' | 'terminal-changed';

/** Something in the transcript is different; where a chunk made it so, it says what was added. */
export type Change =
  | { readonly kind: EntryKind; readonly id: string; readonly appended?: AppendedContent }
  | { readonly kind: TerminalKind; readonly id: string; readonly appended?: AppendedOutput }
  | { readonly kind: Exclude<ItemDifference['kind'], EntryKind | TerminalKind>; readonly id: string }
  | WholeDifference;

/** Hears what has changed, and the transcript in which it has. */
export type ChangeListener = (changes: readonly Change[], transcript: Transcript) => void;

/** What a store begins with, and how much it keeps. */
export interface TranscriptStoreOptions {
  /** What is known already. */
  readonly transcript?: Transcript;
  /** `defaultTranscriptLimits` when absent. */
  readonly limits?: TranscriptLimits;
}

interface News {
  readonly changes: readonly Change[];
  readonly transcript: Transcript;
}

/** Takes the updates of a session, holds the transcript that they tell, and tells listeners what has changed. */
export class TranscriptStore {
  readonly #limits: TranscriptLimits;
  readonly #listeners = new Set<{ readonly listener: ChangeListener }>();
  readonly #news: News[] = [];
  #isTelling = false;
  #transcript: Transcript;
  /** What is being told again. */
  #replayed: Transcript | undefined;
  #questions = 0;

  constructor({ transcript = emptyTranscript(), limits = defaultTranscriptLimits }: TranscriptStoreOptions = {}) {
    this.#transcript = transcript;
    this.#limits = limits;
  }

  /** The transcript as it is now. Like all methods it can be passed on without its object. */
  readonly snapshot = (): Transcript => this.#transcript;

  /** Takes an update of the session. */
  readonly apply = (update: SessionUpdate): void => {
    if (this.#replayed !== undefined) {
      this.#replayed = fold(this.#replayed, update, this.#limits);
      return;
    }
    this.#change(fold(this.#transcript, update, this.#limits), update);
  };

  /** Calls `listener` after every change until the answer is called or disposed of. */
  readonly subscribe = (listener: ChangeListener): (() => void) & Disposable => {
    const entry = { listener };
    this.#listeners.add(entry);
    const end = (): void => {
      this.#listeners.delete(entry);
    };
    return Object.assign(end, { [Symbol.dispose]: end });
  };

  /**
   * Takes the updates that follow as a history that is told again, until the answer is disposed of. What they say is put over what is known
   * then, and nothing is there twice.
   */
  readonly replay = (): Disposable => {
    if (this.#replayed !== undefined) throw new Error('A history is being told again already.');
    this.#replayed = emptyTranscript();
    return {
      [Symbol.dispose]: () => {
        const replayed = this.#replayed;
        this.#replayed = undefined;
        if (replayed !== undefined) this.#change(mergeReplay(this.#transcript, replayed));
      },
    };
  };

  /** Shows a request for permission until the answer is disposed of. */
  readonly askPermission = (request: RequestPermissionRequest): Disposable => {
    const id = this.#nextQuestion();
    this.#change(askPermission(this.#transcript, { id, request }));
    return this.#settling(id);
  };

  /** Shows a question to the user until the answer is disposed of. */
  readonly askElicitation = (request: CreateElicitationRequest): Disposable => {
    const id = this.#nextQuestion();
    this.#change(askElicitation(this.#transcript, { id, request }));
    return this.#settling(id);
  };

  /** Shows the tool calls of the foreground that have not ended as cancelled, as is done when the work is cancelled. */
  readonly cancelUnfinished = (): void => {
    this.#change(cancelUnfinished(this.#transcript));
  };

  /** Puts another transcript in place of this one. */
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
    this.#tell();
  }

  /** What a listener changes is told when everybody has heard of what came before. */
  #tell(): void {
    if (this.#isTelling) return;
    this.#isTelling = true;
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
    this.#isTelling = false;
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
