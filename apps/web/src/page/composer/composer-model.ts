/**
 * The input of one session: what is written, what is on its way, and what to say about it.
 *
 * A text is never lost: what was sent stays in the storage until the agent has accepted it, and is put back in front of
 * what was written meanwhile if it is refused. It has no part of the page in it.
 */
import { isBusy, type Transcript } from '@acp-stack/transcript';
import type { ContentBlock, PromptInput } from '@acp-stack/sdk';

import { totalProblem, type Attachment } from './attachment.ts';
import { emptyDraft, isBlankDraft, joinDrafts, type Draft, type Mention } from './draft.ts';
import type { DraftStorage } from './draft-storage.ts';
import { shownText, step, type HistoryWalk, type InputHistory } from './input-history.ts';
import { contentOf, draftOf } from './prompt-content.ts';

/** A message that waits in the queue, as the model uses it. */
export interface WaitingMessage {
  readonly content: readonly ContentBlock[];
  readonly isOwn: boolean;
  readonly revoke: () => Promise<void>;
}

/** What the model uses of a session. */
export interface ComposedSession {
  readonly id: string | undefined;
  readonly transcript: () => Transcript;
  readonly prompt: (input: PromptInput) => Promise<unknown>;
  readonly cancel: () => void;
  readonly queue: {
    readonly snapshot: () => { readonly messages: readonly WaitingMessage[] };
    readonly add: (input: PromptInput, mode: 'queue' | 'steer') => Promise<void>;
  };
}

/** A sentence below the input. */
export interface Note {
  readonly kind: 'info' | 'error';
  readonly text: string;
}

export interface ComposerSnapshot {
  readonly draft: Draft;
  /** The messages that the agent has not accepted yet. */
  readonly sending: readonly Draft[];
  readonly note: Note | undefined;
}

const unnamed = 'new';

export class ComposerModel {
  readonly #session: ComposedSession;
  readonly #storages: { readonly drafts: DraftStorage; readonly history: InputHistory };
  readonly #moment: () => Promise<void>;
  readonly #listeners = new Set<() => void>();
  #key: string;
  #walk: HistoryWalk | undefined;
  #snapshot: ComposerSnapshot;

  constructor(
    session: ComposedSession,
    storages: { readonly drafts: DraftStorage; readonly history: InputHistory },
    moment: () => Promise<void> = aSecond,
  ) {
    this.#session = session;
    this.#storages = storages;
    this.#moment = moment;
    this.#key = session.id ?? unnamed;
    this.#snapshot = { draft: storages.drafts.read(this.#key), sending: [], note: undefined };
  }

  readonly snapshot = (): ComposerSnapshot => this.#snapshot;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  // -------------------------------------------------------------------------------------------- writing

  /** The user has changed the text. */
  write(text: string, mention?: Mention): void {
    this.#walk = undefined;
    const { draft } = this.#snapshot;
    const mentions = mention === undefined ? draft.mentions : [...draft.mentions, mention];
    this.#set({ draft: { ...draft, text, mentions: text === '' ? [] : mentions }, note: undefined });
  }

  attach(attachments: readonly Attachment[]): void {
    const { draft } = this.#snapshot;
    const all = [...draft.attachments, ...attachments];
    const problem = totalProblem(all);
    if (problem === undefined) this.#set({ draft: { ...draft, attachments: all }, note: undefined });
    else this.say({ kind: 'error', text: problem });
  }

  detach(id: string): void {
    const { draft } = this.#snapshot;
    this.#set({ draft: { ...draft, attachments: draft.attachments.filter((each) => each.id !== id) } });
  }

  say(note: Note | undefined): void {
    this.#set({ note });
  }

  /** Shows an older (`1`) or newer (`-1`) message instead of the text; returns whether there is one. */
  walk(direction: 1 | -1): boolean {
    const { draft } = this.#snapshot;
    const { history } = this.#storages;
    const walk = this.#walk ?? { written: draft.text, texts: history.texts(this.#key), index: -1 };
    const next = step(walk, direction);
    if (next === undefined) return false;
    this.#walk = next;
    this.#set({ draft: { ...draft, text: shownText(next) }, note: undefined });
    return true;
  }

  // -------------------------------------------------------------------------------------------- sending

  /** Sends what is written: as a prompt, or into the queue while the agent works. */
  async send(mode: 'queue' | 'steer' = 'queue'): Promise<void> {
    const { draft } = this.#snapshot;
    if (isBlankDraft(draft)) return;
    const problem = totalProblem(draft.attachments);
    if (problem !== undefined) {
      this.say({ kind: 'error', text: problem });
      return;
    }
    this.#walk = undefined;
    this.#storages.history.add(this.#key, draft.text);
    this.#set({ draft: emptyDraft, sending: [...this.#snapshot.sending, draft], note: undefined });
    try {
      const content = contentOf(draft);
      const session = this.#session;
      await (isBusy(session.transcript()) ? session.queue.add(content, mode) : session.prompt(content));
      this.#forget(draft, this.#snapshot.draft);
    } catch (error) {
      this.#forget(draft, joinDrafts([draft, this.#snapshot.draft]));
      this.say({ kind: 'error', text: `It was not sent: ${messageOf(error)}` });
    }
  }

  /** Cancels the work; the own messages that wait are taken back into the input, so that none of them is sent now. */
  async stop(): Promise<void> {
    const waiting = this.#session.queue.snapshot().messages;
    const own = waiting.filter(({ isOwn }) => isOwn);
    const revoked = Promise.allSettled(own.map(({ revoke }) => revoke()));
    // The end of the work delivers the next message, so they are taken back first; but the work does not wait for long.
    await Promise.race([revoked, this.#moment()]);
    try {
      this.#session.cancel();
    } catch (error) {
      this.say({ kind: 'error', text: `The work was not stopped: ${messageOf(error)}` });
    }
    const results = await revoked;
    const back = own
      .filter((_, index) => results[index]?.status === 'fulfilled')
      .map(({ content }) => draftOf(content));
    if (back.length > 0) this.#set({ draft: joinDrafts([...back, this.#snapshot.draft]) });
    const text = stoppedText(back.length, waiting.length - own.length);
    if (text !== undefined) this.say({ kind: 'info', text });
  }

  /** Puts a message that was taken back in front of what is written. */
  putBack(content: readonly ContentBlock[]): void {
    this.#set({ draft: joinDrafts([draftOf(content), this.#snapshot.draft]), note: undefined });
  }

  #forget(sent: Draft, draft: Draft): void {
    this.#set({ draft, sending: this.#snapshot.sending.filter((each) => each !== sent) });
  }

  #set(changes: Partial<ComposerSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...changes };
    const { drafts } = this.#storages;
    const key = this.#session.id ?? unnamed;
    if (key !== this.#key) drafts.write(this.#key, emptyDraft);
    this.#key = key;
    if (changes.draft !== undefined || changes.sending !== undefined) {
      drafts.write(key, joinDrafts([...this.#snapshot.sending, this.#snapshot.draft]));
    }
    for (const listener of this.#listeners) listener();
  }
}

const aSecond = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 1000);
  });

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function stoppedText(own: number, others: number): string | undefined {
  const taken =
    own === 0
      ? []
      : [
          own === 1
            ? 'Your waiting message is back in the input.'
            : `Your ${own} waiting messages are back in the input.`,
        ];
  const left = others === 0 ? [] : ['Messages of others are delivered next.'];
  const sentences = [...taken, ...left];
  return sentences.length === 0 ? undefined : `Stopped. ${sentences.join(' ')}`;
}
