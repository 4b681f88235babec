/**
 * A definition as a list of facts, each with its place, in the words of our notation.
 *
 * The official definitions and ours are both brought into this form; what differs is then a difference of texts.
 */

export interface Fact {
  readonly text: string;
  /** Marked as a draft of ours; the official schema need not know it. */
  readonly isDraft: boolean;
}

/** Facts by place, such as `field sessionId`. */
export type Outline = ReadonlyMap<string, Fact>;

const nothing = 'nothing';

/** One line per fact that differs: `official => ours`. */
export function compareOutlines(official: Outline, own: Outline): string[] {
  if (official.get('kind')?.text !== own.get('kind')?.text) return [`${summary(official)} => ${summary(own)}`];
  const differences: string[] = [];
  for (const [place, { text }] of official) {
    const counterpart = own.get(place);
    if (counterpart?.text !== text) differences.push(`${text} => ${counterpart?.text ?? nothing}`);
    else if (counterpart.isDraft) differences.push(`${text} => ${text} (draft)`);
  }
  for (const [place, { text, isDraft }] of own) {
    if (!isDraft && !official.has(place)) differences.push(`${nothing} => ${text}`);
  }
  return differences;
}

const summary = (outline: Outline): string => [...outline.values()].map(({ text }) => text).join(', ');

/** Collects facts; a place that is stated twice is an error. */
export class OutlineBuilder {
  readonly #facts = new Map<string, Fact>();

  add(place: string, text: string, isDraft = false): void {
    if (this.#facts.has(place)) throw new Error(`${place} is stated twice`);
    this.#facts.set(place, { text, isDraft });
  }

  build(): Outline {
    return this.#facts;
  }
}

/** What a field says, in the order in which both sides write it. */
export interface FieldFacts {
  readonly name: string;
  readonly optional: boolean;
  readonly type: string;
  readonly default: unknown;
  readonly drop: boolean;
  readonly skip: boolean;
  readonly nullIsAbsent: boolean;
  readonly extras: readonly string[];
}

export function fieldText(field: FieldFacts): string {
  const simple = ['string', 'number', 'boolean'].includes(typeof field.default);
  return [
    `${field.name}${field.optional ? '?' : ''}: ${field.type}`,
    ...(simple ? [`= ${JSON.stringify(field.default)}`] : []),
    ...(field.drop ? ['~drop'] : []),
    ...(field.skip ? ['~skip'] : []),
    ...(field.nullIsAbsent ? ['~null'] : []),
    ...field.extras,
  ].join(' ');
}

/** Alternatives in an order of their own, since neither side's order means anything. */
export function choiceText(alternatives: readonly string[], exactlyOne: boolean): string {
  return `${exactlyOne ? 'exactly one of' : 'any of'} (${alternatives.toSorted().join(' | ')})`;
}
