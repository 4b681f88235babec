/**
 * Decides when to ask for suggestions, and what becomes of those that come.
 *
 * One request is under way at a time; a newer one cancels it. The agent hears exactly once what became of each suggestion. What the user has dismissed
 * does not come back, and after that it is quiet for a while.
 */
import { isAbortError, type Clock } from '@acp-stack/rpc';
import type { NesRejectReason, NesTriggerKind } from '@acp-stack/schema/v2/unstable';

import type { Suggestion } from '../suggestions/suggestion.ts';
import type { TextPosition, Replacement, Span } from '../text/text-position.ts';
import { Text } from '../text/text.ts';
import { rebase } from './rebase-suggestion.ts';
import { SuggestionCache, type Question } from './suggestion-cache.ts';

/** Milliseconds. */
export interface SuggestTiming {
  /** How long the user has to pause. */
  readonly debounce: number;
  /** How far requests are apart at least. */
  readonly throttle: number;
  /** How long nothing is asked for on its own after the user dismissed a suggestion. */
  readonly cooldown: number;
}

export const defaultTiming: SuggestTiming = { debounce: 75, throttle: 300, cooldown: 5000 };

/** What made the client ask, and where. */
export interface Trigger {
  readonly uri: string;
  readonly position: TextPosition;
  readonly selection?: Span;
  readonly kind: NesTriggerKind;
}

/** A suggestion that the user can decide about. */
export interface OfferedSuggestion {
  /** Names it for `accept`. */
  readonly id: string;
  /** In the document as it is now; it changes with what the user types. */
  readonly suggestion: Suggestion;
}

/** A suggestion that came, or what came instead. */
export interface ReceivedSuggestion {
  readonly id: string;
  /** Undefined when the client cannot show it. */
  readonly suggestion: Suggestion | undefined;
}

export interface SuggestControllerInit {
  readonly clock: Clock;
  readonly timing: SuggestTiming;
  /** The document as it is now. */
  readonly textOf: (uri: string) => Text | undefined;
  /** Asks the agent, and calls `sent` when the request is on its way: the answer refers to the documents of that moment. */
  readonly ask: (trigger: Trigger, signal: AbortSignal, sent: () => void) => Promise<readonly ReceivedSuggestion[]>;
  readonly accept: (id: string) => void;
  readonly reject: (id: string, reason: NesRejectReason) => void;
  /** Hears what there is to show now, whenever that changes. */
  readonly onChange: (offered: readonly OfferedSuggestion[]) => void;
  /** Hears when a request is under way, and when none is any more. */
  readonly onAsking: (isAsking: boolean) => void;
  readonly onError: (error: unknown) => void;
}

/** A request that is under way, and what was changed since it was sent. */
interface Asking {
  readonly uri: string;
  readonly controller: AbortController;
  changes: readonly { readonly uri: string; readonly change: Replacement }[];
}

const mostDismissed = 200;

export class SuggestController {
  readonly #init: SuggestControllerInit;
  readonly #cache = new SuggestionCache<readonly string[]>();
  readonly #dismissed = new Set<string>();
  #offered: readonly OfferedSuggestion[] = [];
  #asking: Asking | undefined;
  #stopWaiting: (() => void) | undefined;
  #askedAt = Number.NEGATIVE_INFINITY;
  #quietUntil = Number.NEGATIVE_INFINITY;
  #hasAccepted = false;
  #isClosed = false;

  constructor(init: SuggestControllerInit) {
    this.#init = init;
  }

  /** What there is to show. */
  get offered(): readonly OfferedSuggestion[] {
    return this.#offered;
  }

  // -------------------------------------------------------------------------------------------- asking

  /** Asks when the user pauses; at once when the user wants it. */
  trigger(trigger: Trigger): void {
    if (this.#isClosed) return;
    const { clock, timing } = this.#init;
    const isManual = trigger.kind === 'manual';
    if (isManual) this.#quietUntil = Number.NEGATIVE_INFINITY;
    if (clock.now() < this.#quietUntil) return;
    const isPrompt = isManual || this.#hasAccepted;
    this.#hasAccepted = false;
    const rest = this.#askedAt + timing.throttle - clock.now();
    const delay = isPrompt ? 0 : Math.max(timing.debounce, rest);
    this.#wait(delay, trigger);
  }

  /** Gives up what was to be asked, and what is asked. */
  cancel(): void {
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
    this.#asking?.controller.abort();
    this.#setAsking(undefined);
  }

  #setAsking(asking: Asking | undefined): void {
    const wasAsking = this.#asking !== undefined;
    this.#asking = asking;
    if (wasAsking !== (asking !== undefined)) this.#init.onAsking(!wasAsking);
  }

  #wait(delay: number, trigger: Trigger): void {
    this.#stopWaiting?.();
    const begin = (): void => {
      this.#stopWaiting = undefined;
      void this.#ask(trigger);
    };
    if (delay > 0) this.#stopWaiting = this.#init.clock.schedule(delay, begin);
    else begin();
  }

  async #ask(trigger: Trigger): Promise<void> {
    const { clock, textOf, ask, onError } = this.#init;
    const text = textOf(trigger.uri);
    if (text === undefined) return;
    const question: Question = { ...trigger, text };
    if (trigger.kind === 'automatic' && this.#isKnown(question)) return;
    this.#asking?.controller.abort();
    const asking: Asking = { uri: trigger.uri, controller: new AbortController(), changes: [] };
    this.#setAsking(asking);
    this.#askedAt = clock.now();
    try {
      const answer = await ask(trigger, asking.controller.signal, () => {
        asking.changes = [];
      });
      this.#answered(asking, question, answer);
    } catch (error) {
      if (!isAbortError(error)) onError(error);
    } finally {
      if (this.#asking === asking) this.#setAsking(undefined);
    }
  }

  /** Whether the answer is known; what it offers is what is shown already. */
  #isKnown(question: Question): boolean {
    return this.#cache.get(question) !== undefined;
  }

  #answered(asking: Asking, question: Question, received: readonly ReceivedSuggestion[]): void {
    // A request that was given up may be answered all the same (NES-14).
    if (this.#asking !== asking) {
      this.#rejectAll(received, 'cancelled');
      return;
    }
    const offered = received.flatMap((each) => this.#settleIn(each, asking) ?? []);
    if (asking.changes.length === 0)
      this.#cache.set(
        question,
        offered.map(({ id }) => id),
      );
    this.#show(offered, offered.length === 0 ? 'ignored' : 'replaced');
  }

  /** The suggestion in the documents as they are now; one that no longer fits, or never did, is rejected. */
  #settleIn({ id, suggestion }: ReceivedSuggestion, { changes }: Asking): OfferedSuggestion | undefined {
    if (suggestion === undefined || this.#dismissed.has(this.#fingerprint(suggestion))) {
      this.#init.reject(id, 'rejected');
      return undefined;
    }
    let rebased: Suggestion | undefined = suggestion;
    for (const { uri, change } of changes) rebased = rebased && rebase(rebased, uri, change);
    if (rebased !== undefined) return { id, suggestion: rebased };
    this.#init.reject(id, 'cancelled');
    return undefined;
  }

  // -------------------------------------------------------------------------------------------- what the user does

  /** Takes a change of the user. True when it did a part of what is suggested, so that nothing new has to be asked for. */
  changed(uri: string, replacements: readonly Replacement[]): boolean {
    let isTypedAlong = false;
    let offered = this.#offered;
    for (const change of replacements) {
      if (this.#asking !== undefined) this.#asking.changes = [...this.#asking.changes, { uri, change }];
      const rebased = offered.flatMap(({ id, suggestion }) => {
        const after = rebase(suggestion, uri, change);
        return after === undefined ? [] : [{ id, suggestion: after }];
      });
      isTypedAlong = rebased.some(({ id, suggestion }) => {
        const before = offered.find((each) => each.id === id)?.suggestion;
        return before?.uri === uri && remainingLength(suggestion) < remainingLength(before);
      });
      offered = rebased;
    }
    this.#show(offered, 'ignored');
    return isTypedAlong;
  }

  /** The user takes a suggestion over; the answer is what to do. The change itself comes like any other. */
  accept(id: string): Suggestion | undefined {
    const accepted = this.#offered.find((each) => each.id === id);
    if (accepted === undefined) return undefined;
    this.#offered = this.#offered.filter((each) => each !== accepted);
    this.#init.accept(id);
    this.#show([], 'ignored');
    this.#hasAccepted = true;
    this.#quietUntil = Number.NEGATIVE_INFINITY;
    return accepted.suggestion;
  }

  /** The user wants none of what is shown. */
  dismiss(): void {
    if (this.#offered.length === 0) return;
    const { clock, timing } = this.#init;
    for (const { suggestion } of this.#offered) this.#dismissed.add(this.#fingerprint(suggestion));
    for (const oldest of this.#dismissed) {
      if (this.#dismissed.size <= mostDismissed) break;
      this.#dismissed.delete(oldest);
    }
    this.#quietUntil = clock.now() + timing.cooldown;
    this.cancel();
    this.#show([], 'rejected');
  }

  /** A document is no longer what it was: nothing that is about it is asked or shown any more. */
  forget(uri: string): void {
    if (this.#asking?.uri === uri) this.cancel();
    const others = this.#offered.filter(({ suggestion }) => suggestion.uri !== uri);
    if (others.length < this.#offered.length) this.#show(others, 'ignored');
  }

  /** Ends everything; what is shown counts as ignored. */
  close(): void {
    this.cancel();
    this.#show([], 'ignored');
    this.#isClosed = true;
  }

  /** Shows `offered`; what was shown and is no longer is rejected for `reason`. */
  #show(offered: readonly OfferedSuggestion[], reason: NesRejectReason): void {
    const before = this.#offered;
    if (before === offered || (before.length === 0 && offered.length === 0)) return;
    const ids = new Set(offered.map(({ id }) => id));
    this.#offered = offered;
    this.#rejectAll(
      before.filter(({ id }) => !ids.has(id)),
      reason,
    );
    // An answer that offered something is known only as long as that is shown.
    this.#cache.prune((answer) => answer.length > 0 && !answer.every((id) => ids.has(id)));
    this.#init.onChange(offered);
  }

  #rejectAll(some: readonly { readonly id: string }[], reason: NesRejectReason): void {
    for (const { id } of some) this.#init.reject(id, reason);
  }

  /** What a suggestion does, wherever it is. */
  #fingerprint(suggestion: Suggestion): string {
    if (suggestion.kind !== 'edit') return JSON.stringify({ ...suggestion, position: undefined });
    const text = this.#init.textOf(suggestion.uri) ?? Text.from('');
    const edits = suggestion.edits.map((edit) => [text.line(edit.span.start.line), edit.text, text.slice(edit.span)]);
    return JSON.stringify([suggestion.uri, edits]);
  }
}

/** How much there is still to type. */
function remainingLength(suggestion: Suggestion): number {
  if (suggestion.kind !== 'edit') return 0;
  return suggestion.edits.reduce((length, { text }) => length + text.length, 0);
}
