/** What messages that differ in a few texts have in common. */

const quote = '"';
const backslash = 92;

/** How many texts may differ. */
const mostTexts = 3;

/** An object of the message in which something differs. */
interface Part {
  /** As it was, for all the rest. */
  readonly object: Readonly<Record<string, unknown>>;
  readonly fills: readonly Fill[];
}

interface Fill {
  readonly key: string;
  /** What belongs there: a part, or one of the texts by its number. */
  readonly value: Part | number;
}

/** Knows messages of one kind by what is written around their texts. */
export class MessagePattern {
  /** What is written before each text, from the quote of the one before to its own. */
  readonly #before: readonly string[];
  /** What is written behind the last, from its quote. */
  readonly #after: string;
  readonly #message: Part;

  private constructor(before: readonly string[], after: string, message: Part) {
    this.#before = before;
    this.#after = after;
    this.#message = message;
  }

  /** What two messages have in common, if they differ in a few texts only. */
  static of(one: string, other: string): MessagePattern | undefined {
    // Without escapes, every second piece between quotes is a text.
    if (one.includes('\\') || other.includes('\\')) return undefined;
    const pieces = one.split(quote);
    const others = other.split(quote);
    const differing = pieces.flatMap((piece, index) => (piece === others[index] ? [] : [index]));
    if (differing.length > mostTexts || differing.some((index) => index % 2 === 0)) return undefined;
    // Texts too long to occur anywhere else: where one is found in the value is where such a text belongs.
    const probes = differing.map((index) => (pieces[index] = '?'.repeat(one.length + index)));
    const missing = new Set(probes);
    const message = partOf(JSON.parse(pieces.join(quote)), probes, missing);
    if (message === undefined || missing.size > 0) return undefined;
    const before = differing.map((index, number) => {
      const from = (differing[number - 1] ?? -1) + 1;
      return `${from === 0 ? '' : quote}${pieces.slice(from, index).join(quote)}${quote}`;
    });
    const after = `${quote}${pieces.slice((differing.at(-1) ?? 0) + 1).join(quote)}`;
    return new MessagePattern(before.map(ownCopy), ownCopy(after), message);
  }

  /** What `JSON.parse` gives for `text`, or nothing if it is no such message. */
  read(text: string): object | undefined {
    const before = this.#before;
    const after = this.#after;
    const end = text.length - after.length;
    if (end < 0 || text.slice(end) !== after) return undefined;
    const texts: unknown[] = [];
    let at = 0;
    for (let index = 0; index < before.length; index += 1) {
      const lead = before[index] as string;
      const start = at + lead.length;
      if (text.slice(at, start) !== lead) return undefined;
      at = text.indexOf(quote, start);
      // This quote may belong to the text; where that ends is known of the last one only.
      const isLast = index === before.length - 1;
      if (text.charCodeAt(at - 1) !== backslash ? isLast && at !== end : !isLast) return undefined;
      if (isLast) at = end;
      if (at < start) return undefined;
      try {
        // With its quotes: what is between them has to be one JSON string, whatever it looks like.
        texts.push(JSON.parse(text.slice(start - 1, at + 1)));
      } catch {
        return undefined;
      }
    }
    return filled(this.#message, texts);
  }
}

/** A part as `JSON.parse` makes it, with keys in their order and nothing that other messages have too. */
function filled({ object, fills }: Part, texts: readonly unknown[]): object {
  const copy: Record<string, unknown> = { ...object };
  for (let index = 0; index < fills.length; index += 1) {
    const { key, value } = fills[index] as Fill;
    copy[key] = typeof value === 'number' ? texts[value] : filled(value, texts);
  }
  return copy;
}

/** `value` as a part, if all that it holds is values without parts of their own, and parts in which something differs. */
function partOf(value: unknown, probes: readonly unknown[], missing: Set<unknown>): Part | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const fills: Fill[] = [];
  for (const [key, each] of Object.entries<unknown>(value as Part['object'])) {
    const number = probes.indexOf(each);
    const part = typeof each === 'object' && each !== null ? partOf(each, probes, missing) : number;
    if (part === -1) continue;
    if (part === undefined) return undefined;
    missing.delete(each);
    fills.push({ key, value: part });
  }
  return fills.length === 0 ? undefined : { object: value as Part['object'], fills };
}

/** A text of its own: a part of a longer one keeps all of that in memory. */
export function ownCopy(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}
