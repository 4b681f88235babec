/**
 * The files of a permission request, as the paths in rules are compared with them.
 *
 * A rule that allows is compared with the real path only, so that no link can make it allow more. A rule that asks or
 * denies is compared with every path that leads to the file, ignoring case; if it names a folder, it is about
 * everything in that folder.
 */
import { join, relative, sep } from 'node:path';

import { resolveLinks } from '../../paths/real-path.ts';
import type { Roots } from '../../paths/roots.ts';
import { spellingsOf, type Spellings } from '../../paths/spellings.ts';
import type { Workspace } from '../../workspace.ts';
import type { PermissionQuestion } from '../../questions/permission-question.ts';
import {
  anywhere,
  isAbsolutePattern,
  isAllowedPath,
  isAtPlace,
  isPlaceWithin,
  readRulePattern,
  slashed,
  type RulePattern,
  type RulePlace,
} from './rule-pattern.ts';

/** The workspace of the session; rejects or is undefined if its directories are not known here. */
export type AskingWorkspace = () => Promise<Workspace | undefined>;

interface RuleFile {
  /** The real path; undefined if it is not clear which one that is. */
  readonly path: string | undefined;
  /** Relative to the directory of the session that contains it; undefined if none does. */
  readonly relative: string | undefined;
  /** Every path that leads to it; undefined if it cannot be resolved, and may be any file. */
  readonly spellings: readonly string[] | undefined;
}

/** The kinds of tool calls that affect everything below a folder. */
const takesContent: ReadonlySet<string> = new Set(['move', 'delete']);

export class RuleFiles {
  readonly #files: readonly RuleFile[];
  readonly #roots: Roots | undefined;
  readonly #takesContent: boolean;

  private constructor(files: readonly RuleFile[], roots: Roots | undefined, kind: string) {
    this.#files = files;
    this.#roots = roots;
    this.#takesContent = takesContent.has(kind);
  }

  /** Resolves the paths of a question. */
  static async of(
    { kind = '', paths }: Pick<PermissionQuestion, 'kind' | 'paths'>,
    workspace: AskingWorkspace,
  ): Promise<RuleFiles> {
    if (paths.length === 0) return new RuleFiles([], undefined, kind);
    const roots = (await workspace().catch(() => undefined))?.roots;
    return new RuleFiles(await Promise.all(paths.map((path) => ruleFile(path, roots))), roots, kind);
  }

  /** Whether all files are inside the directories of the session. */
  get areInside(): boolean {
    return this.#files.every((file) => file.relative !== undefined);
  }

  /** Whether there are files, and the real path of each one matches the pattern of a rule that allows. */
  areAllowedBy(pattern: string): boolean {
    const isAbsolute = isAbsolutePattern(pattern);
    const fits = ({ path, relative: inside }: RuleFile): boolean => {
      const compared = isAbsolute ? path : inside;
      return compared !== undefined && isAllowedPath(compared, pattern);
    };
    return this.#files.length > 0 && this.#files.every(fits);
  }

  /** Whether the pattern of a rule that asks or denies names one of the files, or a folder that contains it. */
  async isAnyIn(pattern: string): Promise<boolean> {
    if (this.#files.length === 0) return false;
    const places = await placesOf(readRulePattern(pattern), this.#roots);
    return this.#files.some(({ spellings }) => {
      if (spellings === undefined) return true;
      return places.some((place) => spellings.some((path) => this.#isAt(path, place)));
    });
  }

  #isAt(path: string, place: RulePlace): boolean {
    return (this.#takesContent && isPlaceWithin(place, path)) || isAtPlace(path, place);
  }
}

/** The places that a pattern names, by every path that leads to its part without special characters. */
async function placesOf(pattern: RulePattern, roots: Roots | undefined): Promise<readonly RulePlace[]> {
  const { start = '', isAbsolute, rest } = pattern;
  if (!isAbsolute && roots === undefined) return [anywhere(pattern)];
  const starts = isAbsolute ? [start] : (roots?.list ?? []).map((root) => join(root.realPath, start));
  const found = await Promise.all(starts.map((each) => everySpelling(each, sep).catch(() => ({ all: [each] }))));
  return found.flatMap(({ all }) => all.map((folder) => ({ folder, rest })));
}

async function ruleFile(path: string, roots: Roots | undefined): Promise<RuleFile> {
  const cwd = roots?.cwd ?? sep;
  const spellings = await everySpelling(path, cwd).catch(() => undefined);
  if (spellings === undefined) return { path: undefined, relative: undefined, spellings };
  const { all, isClear, real } = spellings;
  return {
    path: isClear ? real : undefined,
    relative: isClear ? await pathInside(path, roots) : undefined,
    spellings: all,
  };
}

/**
 * The spellings of a path, among them the one that the file system has: in it a name has its own case, and not a short
 * one such as `SECRET~1`.
 */
async function everySpelling(path: string, cwd: string): Promise<Spellings & { readonly real: string | undefined }> {
  const { all, isClear } = await spellingsOf(path, cwd);
  const real = await realPathOf(all[0] ?? path);
  return { all: real === undefined || all.includes(real) ? all : [...all, real], isClear, real };
}

async function realPathOf(path: string): Promise<string | undefined> {
  const found = await resolveLinks(path).catch(() => undefined);
  return found === undefined ? undefined : join(found.existing, ...found.missing);
}

async function pathInside(path: string, roots: Roots | undefined): Promise<string | undefined> {
  const realPath = await roots?.resolve(path).catch(() => undefined);
  const root = realPath === undefined ? undefined : roots?.rootOf(realPath);
  return realPath === undefined || root === undefined ? undefined : slashed(relative(root.realPath, realPath));
}
