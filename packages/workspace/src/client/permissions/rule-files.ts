/**
 * The files of a permission request, as the paths in rules are compared with them.
 *
 * A rule that allows is compared with the real path only, so that no link can make it allow more. A rule that asks or
 * denies is compared with every path that leads to the file, ignoring case; if it names a folder, it is about
 * everything in that folder.
 */
import { join, relative, sep } from 'node:path';

import { resolveLinks } from '../../paths/real-path.ts';
import { isAbsolutePath } from '../../paths/path-rules.ts';
import { isWithin, type Roots } from '../../paths/roots.ts';
import { spellingsOf } from '../../paths/spellings.ts';
import { isGlob, segmentsGlob } from '../../patterns/glob.ts';
import type { Workspace } from '../../workspace.ts';
import type { PermissionQuestion } from '../../questions/permission-question.ts';

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
    const matches = segmentsGlob(pattern.replace(/^(?:\.\/+)+/u, ''));
    const isAbsolute = isAbsolutePath(pattern);
    const fits = ({ path, relative: inside }: RuleFile): boolean => {
      const compared = isAbsolute ? path : inside;
      return compared !== undefined && matches(slashed(compared));
    };
    return this.#files.length > 0 && this.#files.every(fits);
  }

  /** Whether the pattern of a rule that asks or denies names one of the files, or a folder that contains it. */
  async isAnyIn(pattern: string): Promise<boolean> {
    if (this.#files.length === 0) return false;
    const places = await placesOf(pattern, this.#roots);
    return this.#files.some(({ spellings }) => {
      if (spellings === undefined) return true;
      return places.some((place) => spellings.some((path) => this.#isIn(path, place)));
    });
  }

  #isIn(path: string, { folder, rest }: Place): boolean {
    if (this.#takesContent && isWithin(folded(folder), folded(path))) return true;
    return isBelow(path, folder, rest) || isBelow(folded(path), folded(folder), folded(rest));
  }
}

/** What a pattern names: a folder, and a pattern below it, which is empty for the folder itself. */
interface Place {
  readonly folder: string;
  readonly rest: string;
}

/** The places that a pattern names, by every path that leads to its part without special characters. */
async function placesOf(pattern: string, roots: Roots | undefined): Promise<readonly Place[]> {
  const names = pattern.split('/');
  while (['', '.', '**'].includes(names.at(-1) ?? 'none')) names.pop();
  const special = names.findIndex((name) => isGlob(name) || name.includes('\\'));
  const plain = special === -1 ? names : names.slice(0, special);
  const rest = (special === -1 ? [] : names.slice(special)).filter((name) => name !== '' && name !== '.').join('/');
  if (!isAbsolutePath(pattern) && roots === undefined) {
    // It may be relative to any folder.
    return [{ folder: sep, rest: ['**', ...plain.filter((name) => name !== '.'), rest].filter(Boolean).join('/') }];
  }
  const starts = isAbsolutePath(pattern)
    ? [plain.join('/') || '/']
    : (roots?.list ?? []).map((root) => [root.realPath, ...plain].join('/'));
  const found = await Promise.all(starts.map((start) => spellingsOf(start, sep).catch(() => ({ all: [start] }))));
  return found.flatMap(({ all }) => all.map((folder) => ({ folder, rest })));
}

function isBelow(path: string, folder: string, rest: string): boolean {
  if (!isWithin(path, folder)) return false;
  if (rest === '') return true;
  const below = slashed(relative(folder, path));
  return segmentsGlob(rest)(below) || segmentsGlob(`${rest}/**`)(below);
}

const folded = (path: string): string => path.normalize('NFC').toLowerCase();

const slashed = (path: string): string => path.split(sep).join('/');

async function ruleFile(path: string, roots: Roots | undefined): Promise<RuleFile> {
  const cwd = roots?.cwd ?? sep;
  const spellings = await spellingsOf(path, cwd).catch(() => undefined);
  if (spellings === undefined) return { path: undefined, relative: undefined, spellings };
  const { all, isClear } = spellings;
  const realPath = isClear ? await realPathOf(all[0] ?? path) : undefined;
  return { path: realPath, relative: isClear ? await pathInside(path, roots) : undefined, spellings: all };
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
