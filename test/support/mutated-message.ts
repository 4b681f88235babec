/** Messages that are almost right: a valid one with something wrong in it, chosen by a seed. */
import type { Dice } from './hostile-input.ts';

/** Values that stand where another one is expected; a string is put in as it is, as JSON. */
const odd: readonly [string, ...string[]] = [
  'null',
  'true',
  '0',
  '-1',
  '1e400',
  '9007199254740993',
  '0.1',
  '""',
  '"x"',
  '"\\ud800"',
  '"\\u0000\\u001b[31m"',
  '[]',
  '{}',
  '[[]]',
  '{"":{}}',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"toString":1,"valueOf":null,"hasOwnProperty":[]}',
];

const large: readonly [string, string] = [
  `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
  JSON.stringify('y'.repeat(100_000)),
];

/** A place in the text that is replaced. */
const hole = '"\u2400"';

/** The text of the message with one to three mistakes; it need not be JSON. */
export function mutated(dice: Dice, message: object): string {
  let value: unknown = structuredClone(message);
  const filled = dice.chance(5) ? dice.pick(large) : dice.pick(odd);
  for (let count = 1 + dice.below(2); count > 0; count -= 1) value = changed(dice, value);
  const text = JSON.stringify(value).replaceAll(hole, filled);
  if (dice.chance(80)) return text;
  return dice.pick<() => string>([
    // A key twice.
    () => text.replace(/\{"(\w+)":/u, (begin, key: string) => `${begin}${filled},"${key}":`),
    // Cut off, or something behind it.
    () => text.slice(0, dice.below(text.length)),
    () => `${text}${dice.pick([',', '}', text, ' garbage'])}`,
    // A character that is another one.
    () => {
      const at = dice.below(text.length);
      return `${text.slice(0, at)}${String.fromCodePoint(32 + dice.below(95))}${text.slice(at + 1)}`;
    },
  ])();
}

/** One place of a value, at any depth, is missing, new or something else. */
function changed(dice: Dice, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || dice.chance(8)) return '\u2400';
  const keys = Object.keys(value);
  if (keys.length === 0) return dice.chance(50) ? '\u2400' : { [dice.pick(['_meta', 'id', '__proto__x'])]: '\u2400' };
  const key = keys[dice.below(keys.length)] ?? '';
  const copy = structuredClone(value) as Record<string, unknown>;
  const what = dice.below(10);
  if (what === 0) Reflect.deleteProperty(copy, key);
  else if (what === 1) copy[`${key}x`] = '\u2400';
  else copy[key] = changed(dice, copy[key]);
  return copy;
}
