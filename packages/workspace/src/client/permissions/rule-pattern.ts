/**
 * The path pattern of a rule, and whether paths are what it names; computed from texts, by the rules of a system.
 *
 * A pattern has `/` between names. On Windows `\` is read as `/`, in patterns and in paths, because no name contains
 * it; elsewhere it is a letter of a path, and in a pattern it takes the meaning from the character after it.
 */
import { posix, win32 } from 'node:path';

import { isAbsolutePath } from '../../paths/path-rules.ts';
import { isWithin } from '../../paths/roots.ts';
import { isGlob, segmentsGlob } from '../../patterns/glob.ts';

/** A pattern that asks or denies. */
export interface RulePattern {
  /** Its part without special characters; undefined if there is none and it begins anywhere. */
  readonly start: string | undefined;
  /** Whether `start` is an absolute path. */
  readonly isAbsolute: boolean;
  /** The pattern below `start`; empty for the folder or file itself. */
  readonly rest: string;
}

/** What a pattern names: a folder, or any folder when undefined, and a pattern below it. */
export interface RulePlace {
  readonly folder: string | undefined;
  /** Empty for the folder itself. */
  readonly rest: string;
}

/** Takes a pattern apart. */
export function readRulePattern(pattern: string, platform: NodeJS.Platform = process.platform): RulePattern {
  const names = slashed(pattern, platform).split('/');
  const isAbsolute = isAbsolutePath(slashed(pattern, platform), platform);
  while (['', '.', '**'].includes(names.at(-1) ?? 'none')) names.pop();
  const special = names.findIndex((name) => isGlob(name) || name.includes('\\'));
  const plain = special === -1 ? names : names.slice(0, special);
  const rest = special === -1 ? [] : names.slice(special).filter((name) => name !== '' && name !== '.');
  if (!isAbsolute) return { start: plain.join('/'), isAbsolute, rest: rest.join('/') };
  // `/`, and the folder of a drive on Windows, which `C:` alone is not.
  const start = /^(?:[a-z]:)?$/iu.test(plain.join('/')) ? `${plain.join('/')}/` : plain.join('/');
  return { start, isAbsolute, rest: rest.join('/') };
}

/** A relative pattern as one that may begin in any folder. */
export function anywhere({ start = '', rest }: RulePattern): RulePlace {
  const names = start.split('/').filter((name) => name !== '' && name !== '.');
  return { folder: undefined, rest: ['**', ...names, rest].filter((name) => name !== '').join('/') };
}

/** Whether a path is at the place or inside of it, with and without regard to case. */
export function isAtPlace(path: string, place: RulePlace, platform: NodeJS.Platform = process.platform): boolean {
  const { folder, rest } = place;
  const other = { folder: folder === undefined ? undefined : foldedPath(folder), rest: foldedPath(rest) };
  return isBelow(path, place, platform) || isBelow(foldedPath(path), other, platform);
}

/** Whether the place is at a path or inside of it, without regard to case. */
export function isPlaceWithin(
  { folder }: RulePlace,
  path: string,
  platform: NodeJS.Platform = process.platform,
): boolean {
  if (folder === undefined) return pathsOf(platform).dirname(path) === path;
  return isWithin(foldedPath(folder), foldedPath(path), platform);
}

/** Whether a path, relative or absolute as the pattern is, matches the pattern of a rule that allows. */
export function isAllowedPath(path: string, pattern: string, platform: NodeJS.Platform = process.platform): boolean {
  const whole = slashed(pattern, platform).replace(/^(?:\.\/+)+/u, '');
  return segmentsGlob(whole)(slashed(path, platform));
}

/** Whether the pattern of a rule is an absolute path. */
export const isAbsolutePattern = (pattern: string, platform: NodeJS.Platform = process.platform): boolean =>
  isAbsolutePath(slashed(pattern, platform), platform);

/** A path with `/` between its names. */
export const slashed = (path: string, platform: NodeJS.Platform = process.platform): string =>
  platform === 'win32' ? path.replaceAll('\\', '/') : path;

/** A path as file systems compare it that ignore case and the form of letters with marks. */
const foldedPath = (path: string): string => path.normalize('NFC').toLowerCase();

function isBelow(path: string, { folder, rest }: RulePlace, platform: NodeJS.Platform): boolean {
  if (folder === undefined) return fits(slashed(path, platform).replace(/^(?:[a-z]:)?\/+/iu, ''), rest);
  if (!isWithin(path, folder, platform)) return false;
  return rest === '' || fits(slashed(below(folder, path, platform), platform), rest);
}

const below = (folder: string, path: string, platform: NodeJS.Platform): string =>
  pathsOf(platform).relative(folder, path);

const pathsOf = (platform: NodeJS.Platform): typeof posix => (platform === 'win32' ? win32 : posix);

const fits = (path: string, rest: string): boolean => segmentsGlob(rest)(path) || segmentsGlob(`${rest}/**`)(path);
