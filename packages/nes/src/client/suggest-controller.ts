/**
 * Decides when to request suggestions, and tracks the suggestions that arrive.
 *
 * At most one request is pending; a newer one cancels it. The agent learns the outcome of each suggestion exactly once.
 * A dismissed suggestion does not come back, and after a dismissal there is a pause.
 */
import { isAbortError, type Clock } from '@acp-stack/rpc';
import type { NesRejectReason, NesTriggerKind } from '@acp-stack/schema/v2/unstable';

import type { Suggestion } from '../suggestions/suggestion.ts';
import type { TextPosition, Replacement, Span } from '../text/text-position.ts';
import { Text } from '../text/text.ts';
import { rebase } from './rebase-suggestion.ts';
import { SuggestionCache, type Question } from './suggestion-cache.ts';

/** Timing in milliseconds. */
export interface SuggestTiming {
  /** The pause of the user before a request. */
  readonly debounce: number;
  /** The minimum time between two requests. */
  readonly throttle: number;
  /** The time without automatic requests after a dismissal. */
  readonly cooldown: number;
}

export const defaultTiming: SuggestTiming = { debounce: 75, throttle: 300, cooldown: 5000 };

/** The cause and the position of a request. */
export interface Trigger {
  readonly uri: string;
  readonly position: TextPosition;
  readonly selection?: Span;
  readonly kind: NesTriggerKind;
}

/** A suggestion that the user can accept or dismiss. */
export interface OfferedSuggestion {
  /** Passed to `accept`. */
  readonly id: string;
  /** In the current document; it changes while the user types. */
  readonly suggestion: Suggestion;
}

/** A received suggestion. */
export interface ReceivedSuggestion {
  readonly id: string;
  /** Undefined if the client cannot show it. */
  readonly suggestion: Suggestion | undefined;
}

export interface SuggestControllerInit {
  readonly clock: Clock;
  readonly timing: SuggestTiming;
  /** The current document. */
  readonly textOf: (uri: string) => Text | undefined;
  /** Sends a request, and calls `sent` when it is sent: the response refers to the documents at that time. */
  readonly ask: (trigger: Trigger, signal: AbortSignal, sent: () => void) => Promise<readonly ReceivedSuggestion[]>;
  readonly accept: (id: string) => void;
  readonly reject: (id: string, reason: NesRejectReason) => void;
  /** Called with the current suggestions whenever they change. */
  readonly onChange: (offered: readonly OfferedSuggestion[]) => void;
  /** Called when a request starts, and when no request is pending any more. */
  readonly onAsking: (isAsking: boolean) => void;
  readonly onError: (error: unknown) => void;
}

/** A pending request, and the changes since it was sent. */
interface Asking {
  readonly uri: string;
  readonly controller: AbortController;
  changes: readonly { readonly uri: string; readonly change: Replacement }[];
}

const maxDismissed = 200;

export class SuggestController {
  readonly #init: SuggestControllerInit;
  readonly #cache = new SuggestionCache<readonly string[]>();
  readonly #dismissed = new Set<string>();
  #offered: readonly OfferedSuggestion[] = [];
  #asking: Asking | undefined;
  #cancelScheduled: (() => void) | undefined;
  #askedAt = Number.NEGATIVE_INFINITY;
  #quietUntil = Number.NEGATIVE_INFINITY;
  #hasAccepted = false;
  #isClosed = false;

  constructor(init: SuggestControllerInit) {
    this.#init = init;
  }

  /** The current suggestions. */
  get offered(): readonly OfferedSuggestion[] {
    return this.#offered;
  }

  // -------------------------------------------------------------------------------------------- requests

  /** Sends a request when the user pauses; at once if the user asked for it. */
  trigger(trigger: Trigger): void {
    if (this.#isClosed) return;
    const { clock, timing } = this.#init;
    const isManual = trigger.kind === 'manual';
    if (isManual) this.#quietUntil = Number.NEGATIVE_INFINITY;
    if (clock.now() < this.#quietUntil) return;
    const isImmediate = isManual || this.#hasAccepted;
    this.#hasAccepted = false;
    const untilAllowed = this.#askedAt + timing.throttle - clock.now();
    const delay = isImmediate ? 0 : Math.max(timing.debounce, untilAllowed);
    this.#schedule(delay, trigger);
  }

  /** Cancels the scheduled and the pending request. */
  cancel(): void {
    this.#cancelScheduled?.();
    this.#cancelScheduled = undefined;
    this.#asking?.controller.abort();
    this.#setAsking(undefined);
  }

  #setAsking(asking: Asking | undefined): void {
    const wasAsking = this.#asking !== undefined;
    this.#asking = asking;
    if (wasAsking !== (asking !== undefined)) this.#init.onAsking(!wasAsking);
  }

  #schedule(delay: number, trigger: Trigger): void {
    this.#cancelScheduled?.();
    const begin = (): void => {
      this.#cancelScheduled = undefined;
      void this.#ask(trigger);
    };
    if (delay > 0) this.#cancelScheduled = this.#init.clock.schedule(delay, begin);
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
      this.#receive(asking, question, answer);
    } catch (error) {
      if (!isAbortError(error)) onError(error);
    } finally {
      if (this.#asking === asking) this.#setAsking(undefined);
    }
  }

  /** Whether the response is cached; its suggestions are then already shown. */
  #isKnown(question: Question): boolean {
    return this.#cache.get(question) !== undefined;
  }

  #receive(asking: Asking, question: Question, received: readonly ReceivedSuggestion[]): void {
    // A cancelled request may still be answered (NES-14).
    if (this.#asking !== asking) {
      this.#rejectAll(received, 'cancelled');
      return;
    }
    const offered = received.flatMap((each) => this.#rebaseReceived(each, asking) ?? []);
    if (asking.changes.length === 0)
      this.#cache.set(
        question,
        offered.map(({ id }) => id),
      );
    this.#show(offered, offered.length === 0 ? 'ignored' : 'replaced');
  }

  /** Adapts a suggestion to the current documents; if it does not fit, rejects it and returns undefined. */
  #rebaseReceived({ id, suggestion }: ReceivedSuggestion, { changes }: Asking): OfferedSuggestion | undefined {
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

  // -------------------------------------------------------------------------------------------- actions of the user

  /**
   * Handles a change of the user. Returns true if it carried out a part of a suggestion, so that no request is needed.
   */
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

  /** Accepts a suggestion and returns it. The change itself is reported like any other. */
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

  /** Dismisses all current suggestions. */
  dismiss(): void {
    if (this.#offered.length === 0) return;
    const { clock, timing } = this.#init;
    for (const { suggestion } of this.#offered) this.#dismissed.add(this.#fingerprint(suggestion));
    for (const oldest of this.#dismissed) {
      if (this.#dismissed.size <= maxDismissed) break;
      this.#dismissed.delete(oldest);
    }
    this.#quietUntil = clock.now() + timing.cooldown;
    this.cancel();
    this.#show([], 'rejected');
  }

  /** Drops the requests and suggestions of a document that was closed or replaced. */
  forget(uri: string): void {
    if (this.#asking?.uri === uri) this.cancel();
    const others = this.#offered.filter(({ suggestion }) => suggestion.uri !== uri);
    if (others.length < this.#offered.length) this.#show(others, 'ignored');
  }

  /** Cancels all requests and refuses new ones; the current suggestions count as ignored. */
  close(): void {
    this.cancel();
    this.#show([], 'ignored');
    this.#isClosed = true;
  }

  /** Shows `offered`; suggestions that are no longer shown are rejected with `reason`. */
  #show(offered: readonly OfferedSuggestion[], reason: NesRejectReason): void {
    const before = this.#offered;
    if (before === offered || (before.length === 0 && offered.length === 0)) return;
    const ids = new Set(offered.map(({ id }) => id));
    this.#offered = offered;
    this.#rejectAll(
      before.filter(({ id }) => !ids.has(id)),
      reason,
    );
    // A response with suggestions is cached only while they are shown.
    this.#cache.prune((answer) => answer.length > 0 && !answer.every((id) => ids.has(id)));
    this.#init.onChange(offered);
  }

  #rejectAll(suggestions: readonly { readonly id: string }[], reason: NesRejectReason): void {
    for (const { id } of suggestions) this.#init.reject(id, reason);
  }

  /** What a suggestion does, independent of its position. */
  #fingerprint(suggestion: Suggestion): string {
    if (suggestion.kind !== 'edit') return JSON.stringify({ ...suggestion, position: undefined });
    const text = this.#init.textOf(suggestion.uri) ?? Text.from('');
    const edits = suggestion.edits.map((edit) => [text.line(edit.span.start.line), edit.text, text.slice(edit.span)]);
    return JSON.stringify([suggestion.uri, edits]);
  }
}

/** The number of characters that remain to be typed. */
function remainingLength(suggestion: Suggestion): number {
  if (suggestion.kind !== 'edit') return 0;
  return suggestion.edits.reduce((length, { text }) => length + text.length, 0);
}
