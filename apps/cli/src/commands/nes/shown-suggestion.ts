/** What of the suggestions is shown, in which words, and what taking it over does to the text. */
import { posix } from 'node:path';
import { runInNewContext } from 'node:vm';

import {
  applyAll,
  ordered,
  type OfferedSuggestion,
  type TextPosition,
  type Replacement,
  type Suggestion,
  type Text,
} from '@acp-stack/nes';

import { inOneLine } from '../../text/strip-control-characters.ts';
import { isSameText } from './editor-state.ts';

export interface ShownSuggestion {
  readonly id: string;
  readonly kind: Suggestion['kind'];
  /** What is drawn into the text. */
  readonly drawn: readonly Replacement[];
  /** What taking it over replaces, and where the cursor goes then. */
  readonly replacements: readonly Replacement[];
  readonly cursor?: TextPosition;
  /** Where it is about; absent when that is in another file. */
  readonly target?: TextPosition;
  /** Where in another file it is about; absent when that is here, or where Tab does not lead. */
  readonly elsewhere?: Elsewhere;
  /** What Tab does, or where the other file is. */
  readonly words: string;
}

/** A place in another file. */
export interface Elsewhere {
  readonly uri: string;
  readonly position: TextPosition;
}

/** The document in front of the user, and what is known of others. */
export interface Surroundings {
  readonly uri: string;
  readonly text: Text;
  /** The text of a file that is open as well. */
  readonly textOf: (uri: string) => Text | undefined;
  /** Whether a file that is not open can be opened. */
  readonly canOpen: (uri: string) => boolean;
}

/** More suggestions than this are not looked at. */
const mostShown = 20;
/** More places than this are not replaced at once. */
const mostPlaces = 10_000;
/** Milliseconds that a regular expression of the agent has. */
const searchTime = 500;
/** Expressions that had not enough; they are not tried again. */
const hopeless = new Set<string>();
const longestWords = 24;

/** The suggestions that can be shown for this document. */
export function showable(offered: readonly OfferedSuggestion[], here: Surroundings): readonly ShownSuggestion[] {
  const all = offered.slice(0, mostShown).flatMap((each) => shownOf(each, here) ?? []);
  return all.filter((each, index) => !all.slice(0, index).some((before) => isSameChange(here.text, before, each)));
}

/** Whether both make the same of the text; what is seen first is enough then. */
function isSameChange(
  text: Text,
  { replacements: some }: ShownSuggestion,
  { replacements: others }: ShownSuggestion,
): boolean {
  // Where they do not touch the same lines, the texts need not be made.
  if (some.length === 0 || some.length !== others.length) return false;
  if (some.some(({ span }, index) => span.start.line !== others[index]?.span.start.line)) return false;
  const [one, other] = [applyAll(text, some), applyAll(text, others)];
  return one !== undefined && other !== undefined && isSameText(one, other);
}

function shownOf({ id, suggestion }: OfferedSuggestion, here: Surroundings): ShownSuggestion | undefined {
  const { uri, text } = here;
  if (suggestion.kind === 'searchAndReplace' && isAbout(suggestion.uri, uri)) return shownSearch(id, suggestion, text);
  if (suggestion.uri !== uri) return shownElsewhere(id, suggestion, here);
  if (suggestion.kind === 'searchAndReplace') return undefined;
  if (suggestion.kind === 'edit') return shownEdit(id, suggestion, text);
  const { kind, position: target } = suggestion;
  if (!text.has(target)) return undefined;
  if (kind === 'rename') return shownRename(id, suggestion, text);
  return { id, kind, drawn: [], replacements: [], cursor: target, target, words: `jumps to line ${target.line + 1}` };
}

/** What is suggested for another file is looked at there; where that cannot be opened here, the user hears where it goes on. */
function shownElsewhere(id: string, suggestion: Suggestion, here: Surroundings): ShownSuggestion | undefined {
  const { kind, uri } = suggestion;
  if (!uri.startsWith('file:///') || !URL.canParse(uri)) return undefined;
  const text = here.textOf(uri);
  const position =
    text === undefined ? unseenPosition(suggestion) : shownOf({ id, suggestion }, { ...here, uri, text })?.target;
  if (position === undefined) return undefined;
  const [from, to] = [here.uri, uri].map((each) => new URL(each).pathname) as [string, string];
  const name = readable(posix.relative(posix.dirname(from), to));
  const shown = { id, kind, drawn: [], replacements: [] };
  if (text === undefined && !here.canOpen(uri))
    return { ...shown, words: `goes on in line ${position.line + 1} of ${name}` };
  const words = `${kind === 'jump' ? 'jumps to' : `shows ${things[kind]} in`} ${name}:${position.line + 1}`;
  return { ...shown, elsewhere: { uri, position }, words };
}

const things = { edit: 'an edit', rename: 'a new name', searchAndReplace: 'what is replaced' } as const;

/** Only a jump may lead to a file that nobody has looked into. */
const unseenPosition = (suggestion: Suggestion): TextPosition | undefined =>
  suggestion.kind === 'jump' ? suggestion.position : undefined;

/** A path of an address, as people write it. */
function readable(path: string): string {
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
  const words = `renames ${short(name)} to ${short(newName)}${inPlaces(replacements)}`;
  return { id, kind, drawn: [], replacements, cursor: target, target, words };
}

function shownSearch(
  id: string,
  suggestion: Suggestion & { readonly kind: 'searchAndReplace' },
  text: Text,
): ShownSuggestion | undefined {
  const { kind, search, replace } = suggestion;
  const replacements = matches(text, suggestion);
  const target = replacements[0]?.span.start;
  if (target === undefined) return undefined;
  const words = `replaces ${short(search)} with ${short(replace)}${inPlaces(replacements)}`;
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

/** A name of the agent's, so that it fits and does nothing to the terminal. */
function short(text: string): string {
  const line = inOneLine(text);
  return line.length > longestWords ? `${line.slice(0, longestWords - 1)}…` : line;
}

/** Whether a search in `uri`, which may be a folder, is also one in this file. */
const isAbout = (uri: string, file: string): boolean => uri === file || file.startsWith(uri.replace(/\/?$/u, '/'));

const word = /[\p{L}\p{N}\p{M}_$]+/gu;

/** The name that a column of a line is in or at. */
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
    return found.length >= mostPlaces;
  });
  return found;
}

function replacement(line: number, column: number, old: string, text: string): Replacement {
  return { span: { start: { line, column }, end: { line, column: column + old.length } }, text };
}

/** Where a search finds something, line by line. */
function matches(
  text: Text,
  { search, replace, isRegex }: Suggestion & { readonly kind: 'searchAndReplace' },
): readonly Replacement[] {
  if (search === '') return [];
  const lines = Array.from({ length: text.lineCount }, (_, index) => text.line(index));
  if (isRegex !== true) {
    return lines.flatMap((line, number) =>
      plainMatches(line, search).map((column) => replacement(number, column, search, replace)),
    );
  }
  return searchWith(search, replace, lines).map(([line, column, old, now]) => replacement(line, column, old, now));
}

function plainMatches(line: string, search: string): readonly number[] {
  const columns: number[] = [];
  for (
    let at = line.indexOf(search);
    at !== -1 && columns.length < mostPlaces;
    at = line.indexOf(search, at + search.length)
  )
    columns.push(at);
  return columns;
}

type Match = readonly [line: number, column: number, old: string, now: string];

/** Runs apart, where an expression that takes for ever can be stopped; one that is none finds nothing. */
function searchWith(search: string, replace: string, lines: readonly string[]): readonly Match[] {
  const program = `
    const found = [];
    const expression = new RegExp(search, 'gu');
    for (const [number, line] of lines.entries()) {
      if (found.length >= most) break;
      for (const match of line.matchAll(expression)) {
        if (match[0] === '') continue;
        // Replaced where it stands: an expression may look at what is around it.
        const there = new RegExp(search, 'uy');
        there.lastIndex = match.index;
        const rest = line.length - match.index - match[0].length;
        const after = line.replace(there, replace);
        found.push([number, match.index, match[0], after.slice(match.index, after.length - rest)]);
      }
    }
    JSON.stringify(found);`;
  if (hopeless.has(search)) return [];
  try {
    const found: unknown = runInNewContext(
      program,
      { search, replace, lines, most: mostPlaces },
      { timeout: searchTime },
    );
    return JSON.parse(String(found)) as readonly Match[];
  } catch {
    hopeless.add(search);
    return [];
  }
}
