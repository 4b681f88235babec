/**
 * All files and commands that a permission request names, wherever they are in it and however they are spelled.
 *
 * Agents put them into locations, diffs, links, and into the arguments of the tool under many names. To refuse or to
 * ask, each of them counts; to allow, all of them have to be allowed. So one too many is better than one too few.
 */
import { homedir } from 'node:os';
import { join } from 'node:path';

import { isAbsolutePath } from '../../paths/path-rules.ts';
import { commandsIn, isText, parsed, wordsIn } from '../../questions/argument-fields.ts';
import type { PermissionQuestion } from '../../questions/permission-question.ts';

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

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

// -------------------------------------------------------------------------------------------- paths

const pathWords = setOf(
  'path paths pathname file files filename filenames filepath filepaths dir dirs directory directories folder folders ' +
    'cwd workdir workspace root roots uri uris from to source sources src destination dest dst target targets ' +
    'location locations abspath',
);
const fileWords = setOf('file dir directory folder path');
function isPathKey(key: string): boolean {
  const words = wordsIn(key);
  const [before = '', last = ''] = words.slice(-2).length === 2 ? words.slice(-2) : ['', words[0]];
  return pathWords.has(last) || (last === 'name' && fileWords.has(before));
}

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
  (isOnDrive(text, process.platform) ||
    (isAbsolutePath(text) && !/^\/(?:\*|\/+\s)/u.test(text)) ||
    /^(?:file:|~[\\/]|~$|\.{1,2}[\\/])/iu.test(text) ||
    (!/\s/u.test(text) && /(?:^|[\\/])\.\.(?:[\\/]|$)/u.test(text)));

/** Whether a text begins at a drive of Windows or at its folder: `C:a` and `\\a`, which are not absolute. */
const isOnDrive = (text: string, platform: NodeJS.Platform): boolean =>
  platform === 'win32' && /^(?:[a-z]:|\\)\S/iu.test(text);

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

/** The path of an address, on whatever host; undefined if it is none. On Windows another host is that of a share. */
export function pathOfAddress(address: string, platform: NodeJS.Platform = process.platform): string | undefined {
  if (!URL.canParse(address)) return anyPath;
  const { pathname, hostname, protocol } = new URL(address);
  const path = decoded(pathname);
  if (platform !== 'win32') return path || undefined;
  if (protocol === 'file:' && hostname !== '') return `\\\\${hostname}${path.replaceAll('/', '\\')}`;
  return path.replace(/^[/\\](?=[a-z]:)/iu, '') || undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
