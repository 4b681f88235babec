/**
 * All files and commands that a permission request names, wherever they are in it and however they are spelled.
 *
 * Agents put them into locations, diffs, links, and into the arguments of the tool under many names. To refuse or to
 * ask, each of them counts; to allow, all of them have to be allowed. So one too many is better than one too few.
 */
import { homedir } from 'node:os';
import { join } from 'node:path';

import { isAbsolutePath } from '../../paths/path-rules.ts';
import type { PermissionQuestion } from './permission-question.ts';

/** What a request names. */
export interface NamedPlaces {
  /** Paths, absolute or relative to the session, without duplicates; a `file:` address as the path that it means. */
  readonly paths: readonly string[];
  /** Command lines, without duplicates. */
  readonly commands: readonly string[];
}

type Naming = Pick<PermissionQuestion, 'command' | 'cwd' | 'paths' | 'diffs' | 'content' | 'rawInput' | 'meta'>;

/** Returns what a question names. */
export function namedPlaces(question: Naming): NamedPlaces {
  const { command, cwd, paths, diffs, content = [], rawInput, meta } = question;
  const stated = [...paths, ...(cwd === undefined ? [] : [cwd])].flatMap((path) => readPlace(path));
  const found = new Set([...diffs, ...content, rawInput].flatMap((each) => pathsIn(each)));
  const others = [...found].slice(0, maxFound);
  return {
    paths: [...new Set([...stated, ...others, ...(found.size > maxFound ? [anyPath] : [])])],
    commands: [...new Set([...(command === undefined ? [] : [command]), ...commandsIn(rawInput, content, meta)])],
  };
}

/** Whether something that a question says in words could be a path that leads out of a folder. */
export const couldNameOutside = (question: PermissionQuestion): boolean =>
  wordsOf(question).some((text) => outward.test(text.replaceAll(/\bhttps?:\/\//giu, '')));

const outward = /(?:^|[\s"'`(=:,[])(?:[/\\~$]|[a-z]:[\\/])|(?:^|[^.])\.\.(?:[^.]|$)/iu;

/** Everything that a question says: texts, and the names and values of arguments. */
export function wordsOf({ title, toolTitle, description, content = [], rawInput }: PermissionQuestion): string[] {
  const inside = [...content, rawInput].flatMap((each) => [...leavesIn(each)].map(({ text }) => text));
  return [title, toolTitle ?? '', description ?? '', ...inside];
}

/** More paths than this in arguments and content are not looked up one by one. */
const maxFound = 500;
/** No file has such a path, so that it may stand for any. */
const anyPath = '\0';

// -------------------------------------------------------------------------------------------- values

interface Leaf {
  /** The name of the field; of an element of a list, that of the list. */
  readonly key: string;
  readonly text: string;
}

/** The strings in a value, the names of its fields, and what is in strings of JSON. */
function* leavesIn(value: unknown): Generator<Leaf, void, void> {
  const waiting: { readonly key: string; readonly value: unknown }[] = [{ key: '', value }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { key, value: each } = next;
    if (typeof each === 'string') {
      yield { key, text: each };
      const inner = isText(key) ? undefined : parsed(each);
      if (inner !== undefined) waiting.push({ key, value: inner });
    } else if (Array.isArray(each)) {
      waiting.push(...each.map((element: unknown) => ({ key, value: element })));
    } else if (typeof each === 'object' && each !== null) {
      for (const [name, field] of Object.entries(each)) {
        // Some tools have an object with a field for each file.
        if (/[\\/]/u.test(name)) yield { key: 'path', text: name };
        waiting.push({ key: name === 'name' ? key : name, value: field });
      }
    }
  }
}

/** The object or list that a string contains as JSON, as some agents send arguments. */
function parsed(text: string): unknown {
  if (!/^\s*[[{]/u.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The words of the name of a field, in lower case. */
const wordsIn = (name: string): readonly string[] =>
  name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '');

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

// -------------------------------------------------------------------------------------------- paths

const pathWords = setOf(
  'path paths pathname file files filename filenames filepath filepaths dir dirs directory directories folder folders ' +
    'cwd workdir workspace root roots uri uris from to source sources src destination dest dst target targets ' +
    'location locations abspath',
);
const fileWords = setOf('file dir directory folder path');
/** Fields with the text of files and with data, which often looks like a path. */
const textWords = setOf('text content contents string str data blob patch diff code body prompt message');

function isPathKey(key: string): boolean {
  const words = wordsIn(key);
  const [before = '', last = ''] = words.slice(-2).length === 2 ? words.slice(-2) : ['', words[0]];
  return pathWords.has(last) || (last === 'name' && fileWords.has(before));
}

const isText = (key: string): boolean => textWords.has(wordsIn(key).at(-1) ?? '');

const pathsIn = (value: unknown): string[] => [...leavesIn(value)].flatMap(pathsOfLeaf);

function pathsOfLeaf({ key, text }: Leaf): readonly string[] {
  if (text.trim() === '') return [];
  if (isText(key)) return patchedFiles(text);
  const isLine = !/[\n\r]/u.test(text.trim());
  if (isLine && isPathKey(key)) return isWebAddress(text) ? [] : readPlace(text);
  if (isLine && isExplicit(text.trim())) return readPlace(text);
  return patchedFiles(text);
}

const isWebAddress = (text: string): boolean => /^\s*https?:\/\//iu.test(text);

/** Whether a text is a path whatever its field is called; a comment of source code is none. */
const isExplicit = (text: string): boolean =>
  text.length <= 4096 &&
  ((isAbsolutePath(text) && !/^\/(?:\*|\/+\s)/u.test(text)) ||
    /^(?:file:|~[\\/]|~$|\.{1,2}[\\/])/iu.test(text) ||
    (!/\s/u.test(text) && /(?:^|[\\/])\.\.(?:[\\/]|$)/u.test(text)));

/** The files that a patch in the form of some models changes. */
const patchedFiles = (text: string): string[] =>
  [...text.matchAll(/^\*\*\* (?:(?:Add|Update|Delete) File|Move to): *(.+?)\s*$/gmu)].flatMap(([, path = '']) =>
    readPlace(path),
  );

/** The paths that a text may mean. */
function readPlace(text: string): readonly string[] {
  const trimmed = text.trim();
  const address = /^(?:file:|[a-z][a-z\d+.-]+:\/\/)/iu.test(trimmed) ? pathOfAddress(trimmed) : undefined;
  if (address !== undefined) return trimmed.includes('..') ? [address, trimmed] : [address];
  const home = /^~(?:[\\/]|$)/u.test(trimmed) ? [join(homedir(), trimmed.slice(1))] : [];
  const isTrimmed = isAbsolutePath(trimmed) && !trimmed.includes('..');
  return [...new Set([...home, ...(trimmed === '' ? [] : [trimmed]), ...(isTrimmed ? [] : [text])])];
}

/** The path of an address, on whatever host; undefined if it is none. */
function pathOfAddress(address: string): string | undefined {
  if (!URL.canParse(address)) return anyPath;
  const { pathname } = new URL(address);
  const path = process.platform === 'win32' ? pathname.replace(/^\/(?=[a-z]:)/iu, '') : pathname;
  try {
    return decodeURIComponent(path) || undefined;
  } catch {
    return path;
  }
}

// -------------------------------------------------------------------------------------------- commands

const commandKeys = setOf(
  'command commands cmd cmds cmdline commandline shellcommand shellcmd bashcommand script shellscript argv bash exec',
);
const manyKeys = setOf('commands cmds');

/** The commands among the arguments of a tool, in its content, or in what else is said about it; the outermost first. */
export function commandsIn(...values: readonly unknown[]): readonly string[] {
  const found: string[] = [];
  const waiting = [...values];
  for (const value of waiting) {
    const inner = typeof value === 'string' ? parsed(value) : value;
    if (Array.isArray(inner)) waiting.push(...(inner as unknown[]));
    else if (typeof inner === 'object' && inner !== null) {
      for (const [key, field] of Object.entries(inner)) {
        const name = wordsIn(key).join('');
        const isMany = manyKeys.has(name) && Array.isArray(field);
        if (commandKeys.has(name)) found.push(...(isMany ? (field as unknown[]) : [field]).map(lineOf));
        if (!isText(key) || typeof field !== 'string') waiting.push(field);
      }
    }
  }
  return found.filter((line) => line.trim() !== '');
}

/** A command in one line; one of an unknown form counts as well. */
function lineOf(command: unknown): string {
  if (typeof command === 'string') return command;
  if (typeof command !== 'object' || command === null) return '';
  if (!Array.isArray(command)) return JSON.stringify(command);
  const isPlain = command.every((word) => typeof word === 'string');
  return isPlain ? command.join(' ') : JSON.stringify(command);
}

// -------------------------------------------------------------------------------------------- changes

const newTextKeys = setOf('content contents newstring newstr newtext newcontent filetext inserttext patch edits');

/** Whether the arguments of a tool contain a text to write. */
export const hasNewText = (rawInput: unknown): boolean =>
  typeof rawInput === 'object' &&
  rawInput !== null &&
  Object.entries(rawInput).some(([key, value]) => newTextKeys.has(wordsIn(key).join('')) && isSaid(value));

const isSaid = (value: unknown): boolean => typeof value === 'string' || (typeof value === 'object' && value !== null);
