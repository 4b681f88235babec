/** Converts suggestions to what an editor shows: a description, and the replacements that accepting it makes. */
import type { OfferedSuggestion } from '../client/suggest-controller.ts';
import type { Suggestion } from '../suggestions/suggestion.ts';
import { applyAll, ordered } from '../text/replacements.ts';
import type { Replacement, TextPosition } from '../text/text-position.ts';
import type { Text } from '../text/text.ts';

/** A suggestion as an editor shows it. */
export interface ShownSuggestion {
  /** For `accept` of the client. */
  readonly id: string;
  /** What it does. */
  readonly kind: Suggestion['kind'];
  /** The edits to draw into the text. */
  readonly drawn: readonly Replacement[];
  /** The replacements that accepting it makes. */
  readonly replacements: readonly Replacement[];
  /** Where the cursor is after accepting it; where it was when absent. */
  readonly cursor?: TextPosition;
  /** The place of the suggestion; absent if it is in another file. */
  readonly target?: TextPosition;
  /** The place in another file; absent if it is in this one, or Tab cannot open it. */
  readonly elsewhere?: Elsewhere;
  /** What Tab does, or where the other file is. */
  readonly words: string;
}

/** A place in another file. */
export interface Elsewhere {
  /** The URI of the file. */
  readonly uri: string;
  /** The place in it. */
  readonly position: TextPosition;
}

/** The visible document, and access to others. */
export interface Surroundings {
  /** Its URI. */
  readonly uri: string;
  /** Its text. */
  readonly text: Text;
  /** The text of another open file. */
  readonly textOf: (uri: string) => Text | undefined;
  /** Whether another file may be opened. */
  readonly canOpen: (uri: string) => boolean;
  /**
   * Finds the matches of a regular expression of the agent, in limited time. Without it, suggestions with one are not
   * shown.
   */
  readonly findMatches?: ExpressionSearch;
}

/** Finds the matches of an expression in lines, with the text that replaces each; at most `limit`. */
export type ExpressionSearch = (
  search: string,
  replace: string,
  options: { readonly lines: readonly string[]; readonly limit: number },
) => readonly ExpressionMatch[];

/** A match, and the text that replaces it. */
export type ExpressionMatch = readonly [line: number, column: number, old: string, now: string];

/** The maximum number of suggestions. */
const maxShown = 20;
/** The maximum number of replacements of one suggestion. */
const maxReplacements = 10_000;
const maxNameLength = 24;

/** The suggestions that can be shown for this document. */
export function showable(offered: readonly OfferedSuggestion[], here: Surroundings): readonly ShownSuggestion[] {
  const all = offered.slice(0, maxShown).flatMap((each) => shownOf(each, here) ?? []);
  return all.filter((each, index) => !all.slice(0, index).some((before) => isSameChange(here.text, before, each)));
}

/** Whether both make the same change; then only the first one is shown. */
function isSameChange(
  text: Text,
  { replacements: first }: ShownSuggestion,
  { replacements: second }: ShownSuggestion,
): boolean {
  // If they touch different lines, the texts need not be compared.
  if (first.length === 0 || first.length !== second.length) return false;
  if (first.some(({ span }, index) => span.start.line !== second[index]?.span.start.line)) return false;
  const [firstText, secondText] = [applyAll(text, first), applyAll(text, second)];
  return firstText !== undefined && secondText !== undefined && firstText.difference(secondText) === undefined;
}

function shownOf({ id, suggestion }: OfferedSuggestion, here: Surroundings): ShownSuggestion | undefined {
  const { uri, text } = here;
  if (suggestion.kind === 'searchAndReplace' && includesFile(suggestion.uri, uri))
    return shownSearch(id, suggestion, here);
  if (suggestion.uri !== uri) return shownElsewhere(id, suggestion, here);
  if (suggestion.kind === 'searchAndReplace') return undefined;
  if (suggestion.kind === 'edit') return shownEdit(id, suggestion, text);
  const { kind, position: target } = suggestion;
  if (!text.has(target)) return undefined;
  if (kind === 'rename') return shownRename(id, suggestion, text);
  return { id, kind, drawn: [], replacements: [], cursor: target, target, words: `jumps to line ${target.line + 1}` };
}

/** A suggestion for another file is shown there; if that file cannot be opened, its place is described. */
function shownElsewhere(id: string, suggestion: Suggestion, here: Surroundings): ShownSuggestion | undefined {
  const { kind, uri } = suggestion;
  if (!uri.startsWith('file:///') || !URL.canParse(uri)) return undefined;
  const text = here.textOf(uri);
  const position =
    text === undefined ? unopenedPosition(suggestion) : shownOf({ id, suggestion }, { ...here, uri, text })?.target;
  if (position === undefined) return undefined;
  const [from, to] = [here.uri, uri].map((each) => new URL(each).pathname) as [string, string];
  const name = readablePath(relativePath(from, to));
  const shown = { id, kind, drawn: [], replacements: [] };
  if (text === undefined && !here.canOpen(uri))
    return { ...shown, words: `continues in line ${position.line + 1} of ${name}` };
  const words = `${kind === 'jump' ? 'jumps to' : `shows ${kindTexts[kind]} in`} ${name}:${position.line + 1}`;
  return { ...shown, elsewhere: { uri, position }, words };
}

const kindTexts = { edit: 'an edit', rename: 'a new name', searchAndReplace: 'what is replaced' } as const;

/** Only a jump may lead to a file that is not open. */
const unopenedPosition = (suggestion: Suggestion): TextPosition | undefined =>
  suggestion.kind === 'jump' ? suggestion.position : undefined;

/** The path of a file as seen from the folder of another one; both are absolute. */
function relativePath(from: string, to: string): string {
  const folder = from.split('/').slice(0, -1);
  const parts = to.split('/');
  const shared = folder.findIndex((part, index) => part !== parts[index]);
  const common = shared === -1 ? folder.length : shared;
  return [...folder.slice(common).map(() => '..'), ...parts.slice(common)].join('/');
}

/** A text of the agent in one line, without characters that could change how the rest is shown. */
const inOneLine = (text: string): string =>
  text
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim();

/** The decoded path of a URI. */
function readablePath(path: string): string {
  try {
    return inOneLine(decodeURIComponent(path));
  } catch {
    return inOneLine(path);
  }
}

function shownRename(
  id: string,
  { kind, position: target, newName }: Suggestion & { readonly kind: 'rename' },
  text: Text,
): ShownSuggestion | undefined {
  const name = wordAt(text.line(target.line), target.column);
  const replacements = name === '' ? [] : occurrences(text, name, newName);
  if (replacements.length === 0) return undefined;
  const words = `renames ${shortName(name)} to ${shortName(newName)}${inPlaces(replacements)}`;
  return { id, kind, drawn: [], replacements, cursor: target, target, words };
}

function shownSearch(
  id: string,
  suggestion: Suggestion & { readonly kind: 'searchAndReplace' },
  here: Surroundings,
): ShownSuggestion | undefined {
  const { kind, search, replace } = suggestion;
  const replacements = matches(here, suggestion);
  const target = replacements[0]?.span.start;
  if (target === undefined) return undefined;
  const words = `replaces ${shortName(search)} with ${shortName(replace)}${inPlaces(replacements)}`;
  return { id, kind, drawn: [], replacements, target, words };
}

function shownEdit(
  id: string,
  { edits, cursor }: Suggestion & { readonly kind: 'edit' },
  text: Text,
): ShownSuggestion | undefined {
  const sorted = ordered(text, edits);
  const target = sorted?.[0]?.span.start;
  if (sorted === undefined || target === undefined) return undefined;
  const words = sorted.every((edit) => edit.text === '') ? 'deletes it' : 'takes it';
  return {
    id,
    kind: 'edit',
    drawn: sorted,
    replacements: sorted,
    target,
    words,
    ...(cursor === undefined ? {} : { cursor }),
  };
}

const inPlaces = ({ length }: readonly unknown[]): string => ` in ${length} ${length === 1 ? 'place' : 'places'}`;

/** A name from the agent, shortened and without control characters. */
function shortName(text: string): string {
  const line = inOneLine(text);
  return line.length > maxNameLength ? `${line.slice(0, maxNameLength - 1)}…` : line;
}

/** Whether a search in `uri`, which may be a folder, includes this file. */
const includesFile = (uri: string, file: string): boolean => uri === file || file.startsWith(uri.replace(/\/?$/u, '/'));

const word = /[\p{L}\p{N}\p{M}_$]+/gu;

/** The identifier at a column. */
function wordAt(line: string, column: number): string {
  for (const { index, 0: found } of line.matchAll(word))
    if (index <= column && column <= index + found.length) return found;
  return '';
}

function occurrences(text: Text, name: string, newName: string): readonly Replacement[] {
  const found: Replacement[] = [];
  text.findLine(0, text.lineCount, (line, number) => {
    if (!line.includes(name)) return false;
    for (const { index, 0: each } of line.matchAll(word))
      if (each === name) found.push(replacement(number, index, name, newName));
    return found.length >= maxReplacements;
  });
  return found;
}

function replacement(line: number, column: number, old: string, text: string): Replacement {
  return { span: { start: { line, column }, end: { line, column: column + old.length } }, text };
}

/** The matches of a search, line by line. */
function matches(
  { text, findMatches }: Surroundings,
  { search, replace, isRegex }: Suggestion & { readonly kind: 'searchAndReplace' },
): readonly Replacement[] {
  if (search === '') return [];
  const lines = Array.from({ length: text.lineCount }, (_, index) => text.line(index));
  if (isRegex !== true) {
    return lines.flatMap((line, number) =>
      plainMatches(line, search).map((column) => replacement(number, column, search, replace)),
    );
  }
  const found = findMatches?.(search, replace, { lines, limit: maxReplacements }) ?? [];
  return found.map(([line, column, old, now]) => replacement(line, column, old, now));
}

function plainMatches(line: string, search: string): readonly number[] {
  const columns: number[] = [];
  for (
    let column = line.indexOf(search);
    column !== -1 && columns.length < maxReplacements;
    column = line.indexOf(search, column + search.length)
  )
    columns.push(column);
  return columns;
}
