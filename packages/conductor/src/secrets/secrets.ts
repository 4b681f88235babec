/**
 * Finds credentials by their names and shapes; docs/guides/use-acp-traces.md lists them.
 *
 * A secret is found by the name before it, as in an assignment, an option, a tag or a header, by a shape that only keys
 * have, or because it looks random. Others are not found. The time that this takes grows with the text only.
 */
import { keySpans } from './key-shapes.ts';
import { addressSpans, namedSpans } from './named-secrets.ts';
import { randomSpans } from './random-words.ts';
import { merged, type Span } from './spans.ts';

/** The replacement of a secret. */
export const hidden = '(hidden)';

/** What is looked for. */
export interface SearchOptions {
  /** Whether words that look random are kept, because they are ids. */
  readonly keepsRandom?: boolean;
  /** The name of the field that the text is the value of. */
  readonly field?: string;
  /** Whether the text may go on: a quote without its end is then a secret up to the end of the text. */
  readonly isOpen?: boolean;
}

/** The parts of a text that look like secrets, in order and without overlap. */
export function secretSpans(text: string, options: SearchOptions = {}): readonly Span[] {
  const { keepsRandom = false, field = '', isOpen = false } = options;
  return merged([...keySpans(text), ...namedSpans(text, isOpen), ...(keepsRandom ? [] : randomSpans(text, field))]);
}

/** The parts that look like keys when the line breaks in the text are left out. */
export function wrappedKeySpans(text: string): readonly Span[] {
  if (!text.includes('\n')) return [];
  const lines = [...text.matchAll(/[^\r\n]+/gu)];
  const joined = lines.map(([line]) => line).join('');
  const found: Span[] = [];
  let at = 0;
  let before = 0;
  /** The place in the text of a place in the joined lines; the places are asked for in order. */
  const placeOf = (place: number): number => {
    for (let line = lines[at]; line !== undefined && place >= before + line[0].length; line = lines[at]) {
      before += line[0].length;
      at += 1;
    }
    return (lines[at]?.index ?? text.length) + place - before;
  };
  for (const { start, end } of merged(keySpans(joined))) {
    const span = { start: placeOf(start), end: placeOf(end - 1) + 1 };
    if (text.slice(span.start, span.end).includes('\n')) found.push(span);
  }
  return found;
}

/** The text with `hidden` in the place of each part. */
function withoutSpans(text: string, spans: readonly Span[]): string {
  let shown = '';
  let from = 0;
  for (const { start, end } of spans) {
    shown += text.slice(from, start) + hidden;
    from = end;
  }
  return from === 0 ? text : shown + text.slice(from);
}

/** Replaces every secret that is found. */
export const withoutSecrets = (text: string, options?: SearchOptions): string =>
  withoutSpans(text, secretSpans(text, options));

/** An address without its passwords and keys; other parts of it stay, so that it can still be told from others. */
export const withoutAddressSecrets = (address: string): string => withoutSpans(address, merged(addressSpans(address)));
