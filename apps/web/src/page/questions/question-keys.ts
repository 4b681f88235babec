/**
 * The keys that answer a question.
 *
 * Keys that were typed ahead must not answer: they count only after the question was visible for a moment. Escape and
 * Enter never answer.
 */
import type { PermissionOption } from '@acp-stack/schema/v2/unstable';

/** Milliseconds for which a new question takes no keys. */
export const quietTime = 300;

const kinds: ReadonlyMap<string, string> = new Map([
  ['y', 'allow_once'],
  ['a', 'allow_always'],
  ['n', 'reject_once'],
  ['d', 'reject_always'],
]);

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'>;

/** The option that a key chooses; undefined if it chooses none, or too early. */
export function optionByKey(
  { key, ctrlKey, metaKey, altKey, repeat }: Key,
  options: readonly PermissionOption[],
  visibleFor: number,
): PermissionOption | undefined {
  if (ctrlKey || metaKey || altKey || repeat || visibleFor < quietTime) return undefined;
  if (/^[1-9]$/u.test(key)) return options[Number(key) - 1];
  const kind = kinds.get(key.toLowerCase());
  return kind === undefined ? undefined : options.find((option) => option.kind === kind);
}

/** The keys of an option: its number, and its letter if it is the first of its kind. */
export function keysOf(option: PermissionOption, options: readonly PermissionOption[]): readonly string[] {
  const number = options.indexOf(option) + 1;
  const letters = [...kinds].filter(([, kind]) => options.find((each) => each.kind === kind) === option);
  return [...(number >= 1 && number <= 9 ? [String(number)] : []), ...letters.map(([letter]) => letter)];
}

const words: ReadonlyMap<string, string> = new Map([
  ['allow_once', 'allows this once'],
  ['allow_always', 'allows this from now on'],
  ['reject_once', 'rejects this once'],
  ['reject_always', 'rejects this from now on'],
]);

/** What an option does, by its kind, because an agent may give it any name. */
export const kindWords = ({ kind }: PermissionOption): string => words.get(kind) ?? kind;
