/**
 * Follows a removed or added parameter to the calls of its function.
 *
 * A removed argument can be removed everywhere. The value for a new parameter is not known until one call shows it;
 * until then the user is only led to the calls.
 */
import type { LineEdit } from './edit-tracker.ts';
import type { Proposal } from './proposal.ts';
import type { CandidateLines } from './candidate-lines.ts';
import type { LineReplacement } from './template.ts';
import { closingIndex, commentStart, isWord, tokensOf, type Token } from './tokens.ts';

const functionWords = new Set(['function', 'def', 'fn', 'func', 'sub', 'defp', 'proc']);
const noNames = new Set('if for while switch catch return match with and or not in elif else'.split(' '));
const receivers = new Set(['self', 'cls', 'this']);

/** Edits after which a signature is considered final. */
const maxEdits = 12;

/** A comma-separated list between brackets. */
interface ArgumentList {
  readonly name: string;
  /** The columns of each item. */
  readonly items: readonly { readonly start: number; readonly end: number; readonly text: string }[];
  readonly isDeclaration: boolean;
  /** The column after the opening bracket. */
  readonly start: number;
}

interface Change {
  readonly name: string;
  readonly kind: 'added' | 'removed';
  readonly index: number;
  /** The number of arguments before the change. */
  readonly count: number;
  readonly edit: LineEdit;
}

/** Proposes the next call that does not follow a changed signature. */
export function proposeSignature(
  edits: readonly LineEdit[],
  candidates: CandidateLines,
  canJump: boolean,
): Proposal | undefined {
  const change = edits
    .slice(-maxEdits)
    .toReversed()
    .flatMap((edit) => changeOf(edit) ?? [])[0];
  if (change === undefined || change.edit.uri !== candidates.uri) return undefined;
  const { name, kind, index, count } = change;
  const shown = kind === 'added' ? shownArgument(edits, change) : undefined;
  if (kind === 'added' && shown === undefined && !canJump) return undefined;
  const follow = (line: string): readonly LineReplacement[] =>
    listsIn(line, candidates.languageId)
      .filter((list) => list.name === name && !list.isDeclaration && list.items.length === count)
      .flatMap((list) => (kind === 'removed' ? withoutItem(list, index) : withItem(list, index, shown ?? '')));
  const line = candidates.next({ word: name, test: (text) => follow(text).length > 0 });
  if (line === undefined) return undefined;
  const isKnown = kind === 'removed' || shown !== undefined;
  return {
    key: `signature ${name} ${kind} ${index} ${shown ?? ''}`,
    support: 1,
    uri: candidates.uri,
    line,
    replacements: isKnown ? follow(candidates.line(line)) : [],
  };
}

/** The one parameter by which a declaration changed. */
function changeOf(edit: LineEdit): Change | undefined {
  const before = declarationIn(edit.before, edit.languageId);
  const after = declarationIn(edit.after, edit.languageId);
  if (before === undefined || after?.name !== before.name) return undefined;
  const [old, now] = [parameters(before), parameters(after)];
  if (Math.abs(old.length - now.length) !== 1) return undefined;
  const [longer, shorter] = old.length > now.length ? [old, now] : [now, old];
  const index = longer.findIndex((text, at) => text !== shorter[at]);
  if (longer.toSpliced(index, 1).join() !== shorter.join()) return undefined;
  const kind = old.length > now.length ? 'removed' : 'added';
  // Optional parameters need no argument.
  if (/[=?*]|\.\.\./u.test(longer[index] ?? '')) return undefined;
  return { name: before.name, kind, index, count: old.length, edit };
}

const parameters = ({ items }: ArgumentList): readonly string[] =>
  items.map(({ text }) => text).filter((text) => !receivers.has(text.replace(/^[&\s]*(?:mut )?/u, '')));

const declarationIn = (line: string, languageId: string): ArgumentList | undefined =>
  listsIn(line, languageId).find((list) => list.isDeclaration);

/** The argument that a call, edited after the declaration, passes for the new parameter. */
function shownArgument(
  edits: readonly LineEdit[],
  { name, index, count, edit: declaration }: Change,
): string | undefined {
  const later = edits.slice(edits.indexOf(declaration) + 1);
  return later.flatMap(({ before, after, languageId }) => {
    const called = (line: string): ArgumentList | undefined =>
      listsIn(line, languageId).find((list) => list.name === name && !list.isDeclaration);
    const [old, now] = [called(before), called(after)];
    if (old?.items.length !== count || now?.items.length !== count + 1) return [];
    return now.items[index]?.text ?? [];
  })[0];
}

/** All lists of arguments or parameters that start and end in the line. */
function listsIn(line: string, languageId: string): readonly ArgumentList[] {
  const tokens = tokensOf(line);
  const comment = commentStart(tokens, languageId);
  return tokens.flatMap((token, index) => {
    const [name, before] = [tokens[index - 1], tokens[index - 2]];
    if (token.text !== '(' || token.start >= comment || !isWord(name) || noNames.has(name?.text ?? '')) return [];
    const closing = closingIndex(tokens, index);
    if (closing === -1) return [];
    const isDeclaration =
      functionWords.has(before?.text ?? '') ||
      (isMethodStart(tokens.slice(0, index - 1)) && opensBody(tokens, closing));
    return [{ name: name?.text ?? '', items: itemsOf(line, tokens, index, closing), isDeclaration, start: token.end }];
  });
}

const modifiers = new Set(
  'async public private protected static override export readonly pub get set abstract final'.split(' '),
);
const isMethodStart = (before: readonly Token[]): boolean => before.every(({ text }) => modifiers.has(text));
const opensBody = (tokens: readonly Token[], closing: number): boolean =>
  closing < tokens.length - 1 && tokens.at(-1)?.text === '{';

function itemsOf(line: string, tokens: readonly Token[], open: number, close: number): ArgumentList['items'] {
  const items: { start: number; end: number; text: string }[] = [];
  let first: Token | undefined;
  let last: Token | undefined;
  const finish = (): void => {
    if (first !== undefined && last !== undefined)
      items.push({ start: first.start, end: last.end, text: line.slice(first.start, last.end) });
    first = undefined;
  };
  for (let at = open + 1; at < close; at += 1) {
    const token = tokens[at];
    if (token?.text === ',') {
      finish();
      continue;
    }
    first ??= token;
    const closing = ['(', '[', '{'].includes(token?.text ?? '') ? closingIndex(tokens, at) : at;
    at = closing === -1 ? at : closing;
    last = tokens[at];
  }
  finish();
  return items;
}

function withoutItem({ items, start }: ArgumentList, index: number): readonly LineReplacement[] {
  const [item, before, after] = [items[index], items[index - 1], items[index + 1]];
  if (item === undefined) return [];
  if (after !== undefined) return [{ start: item.start, end: after.start, text: '' }];
  return [{ start: before?.end ?? start, end: item.end, text: '' }];
}

function withItem({ items, start }: ArgumentList, index: number, text: string): readonly LineReplacement[] {
  const [before, after] = [items[index - 1], items[index]];
  if (after !== undefined) return [{ start: after.start, end: after.start, text: `${text}, ` }];
  const at = before?.end ?? start;
  return [{ start: at, end: at, text: before === undefined ? text : `, ${text}` }];
}
