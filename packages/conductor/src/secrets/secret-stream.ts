/**
 * Hides secrets in text that arrives in pieces, wherever it is cut.
 *
 * What may still become a secret is held back: the last word, and everything from the beginning of a secret that has
 * not ended. Text that was shown already is looked at again with what follows, so that after a `flush` in the middle of
 * a secret the rest of it is hidden. At most `maxHeld` characters are held; the rest of a longer secret is dropped, and
 * a longer word without the shape of one is shown. The same text is searched a few times only, however small the pieces
 * are.
 */
import { hidden, secretSpans, wrappedKeySpans } from './secrets.ts';
import { unionOf, type Span } from './spans.ts';

/** Characters before a secret that its name may have. */
const contextLength = 300;
const maxHeld = 16_384;
/** What is kept of a word that is too long; longer than the shape of any key without a name. */
const keptOfWord = 1024;
/** Held text of up to so many characters is searched with each piece. */
const alwaysSearched = 512;
/** Longer text is searched once enough has arrived: each character that arrives allows for searching so many. */
const searchedPerCharacter = 32;
const space = /\s/u;

/** Text that arrives in pieces. */
export class SecretStream {
  /** The end of the text that has left, as it came. */
  #context = '';
  /** How many characters at the end of the context belong to a secret that is shown as `(hidden)` and may go on. */
  #hiddenBefore = 0;
  #held = '';
  /** Whether the held text has more than one word; one word is held whatever it is. */
  #hasSpace = false;
  /** How many characters may be searched, by what has arrived. */
  #allowed = 0;
  readonly #search: (text: string) => readonly Span[];

  /** `search` finds the secrets of a text that may go on. */
  constructor(search: (text: string) => readonly Span[] = spansOf) {
    this.#search = search;
  }

  /** Takes the next piece; returns what can be shown now. */
  push(text: string): string {
    this.#held += text;
    this.#hasSpace ||= space.test(text);
    this.#allowed += text.length * searchedPerCharacter;
    const { length } = this.#held;
    const isLong = length > alwaysSearched && length > this.#allowed;
    if (length <= maxHeld && (!this.#hasSpace || isLong)) return '';
    this.#allowed = Math.max(0, this.#allowed - length);
    const whole = this.#context + this.#held;
    const spans = this.#search(whole);
    const isOpen = spans.at(-1)?.end === whole.length;
    const safe = Math.max(this.#context.length, safeEnd(whole, spans));
    if (whole.length - safe <= maxHeld) return this.#show(whole, spans, safe);
    return isOpen ? this.#drop(whole, spans) : this.#show(whole, spans, whole.length - keptOfWord);
  }

  /** Returns the text that is held; nothing follows for now. */
  flush(): string {
    const whole = this.#context + this.#held;
    return this.#held === '' ? '' : this.#show(whole, this.#search(whole), whole.length);
  }

  /** Whether something is held. */
  get isHolding(): boolean {
    return this.#held !== '';
  }

  #show(whole: string, spans: readonly Span[], end: number): string {
    const begin = this.#context.length;
    let shown = '';
    let from = begin;
    let last = 0;
    for (const span of spans) {
      if (span.end <= begin || span.start >= end) continue;
      shown += whole.slice(from, Math.max(from, span.start));
      const isShownAsHidden = span.start < begin && begin - span.start <= this.#hiddenBefore;
      if (!isShownAsHidden) shown += hidden;
      from = Math.min(span.end, end);
      last = from === end ? end - span.start : 0;
    }
    shown += whole.slice(from, end);
    this.#context = whole.slice(Math.max(0, end - Math.max(contextLength, last)), end);
    this.#hiddenBefore = last;
    this.#held = whole.slice(end);
    this.#hasSpace = space.test(this.#held);
    return shown;
  }

  /** Shows a secret that is too long to be held as `(hidden)`; its beginning is kept, to recognize the rest of it. */
  #drop(whole: string, spans: readonly Span[]): string {
    const shown = this.#show(whole, spans, whole.length);
    const start = Math.max(0, this.#context.length - this.#hiddenBefore);
    this.#context = this.#context.slice(start, start + contextLength);
    this.#hiddenBefore = this.#context.length;
    return shown;
  }
}

/** Secrets, also those whose closing quote has not arrived. */
const spansOf = (text: string): readonly Span[] => unionOf(secretSpans(text, { isOpen: true }), wrappedKeySpans(text));

/** The line that a private key may begin with; its words are not secrets by themselves. */
const begunKey = /-----BEGIN [A-Z ]{0,40}-{0,4}$/u;

/** Where the text ends that no later text can make a part of a secret. */
function safeEnd(text: string, spans: readonly Span[]): number {
  let end = text.length;
  while (end > 0 && !isSpace(text.charCodeAt(end - 1))) end -= 1;
  const tail = text.slice(-64);
  const begun = begunKey.exec(tail);
  if (begun !== null) end = Math.min(end, text.length - tail.length + begun.index);
  for (const span of spans) {
    if (span.start < end && span.end >= end && (span.end > end || span.end === text.length)) end = span.start;
  }
  return end;
}

const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);
