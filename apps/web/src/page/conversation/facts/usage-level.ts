/** How full the context of a session is, and when to warn about it. */

/** `full` from 95 % on, `high` from 90 %, `filling` from 75 %. */
export type UsageLevel = 'normal' | 'filling' | 'high' | 'full';

/** The use of the context in numbers and words. */
export interface ContextUse {
  /** From 0 to 100. */
  readonly percent: number;
  readonly level: UsageLevel;
  /** Such as `12k of 200k tokens`. */
  readonly text: string;
  /** What to say at this level; undefined if there is nothing to warn about. */
  readonly warning: string | undefined;
}

const levels: readonly (readonly [number, UsageLevel, string])[] = [
  [95, 'full', 'The context is almost full; start a new session or let the agent compact it.'],
  [90, 'high', 'The context is nearly full.'],
  [75, 'filling', 'Three quarters of the context are used.'],
];

const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** The use of a context of `size` tokens; undefined if the size is not known. */
export function contextUse(used: number, size: number): ContextUse | undefined {
  if (!(size > 0) || !(used >= 0)) return undefined;
  const percent = Math.min(100, (used / size) * 100);
  const [, level = 'normal', warning] = levels.find(([from]) => percent >= from) ?? [];
  return { percent, level, text: `${short.format(used)} of ${short.format(size)} tokens`, warning };
}
