/**
 * The rules of `.gitignore` and `.ignore` files, as git applies them: the last matching rule decides, rules of deeper
 * files come later, and nothing inside an ignored folder can be included again.
 *
 * Files above the roots and the user's git configuration are not read.
 */
import { nameGlob, segmentsGlob, type Matcher } from './glob.ts';

interface Rule {
  readonly matches: Matcher;
  /** Compares the whole path below the folder of the rule, not only the name. */
  readonly isAnchored: boolean;
  readonly isForFolders: boolean;
  readonly isNegated: boolean;
}

export class IgnoreRules {
  readonly #parent: IgnoreRules | undefined;
  /** The length of the part of a path above the folder of these rules. */
  readonly #prefix: number;
  readonly #rules: readonly Rule[];

  /** `folder` is relative to the root, empty for the root itself. */
  constructor(text: string, folder: string, parent?: IgnoreRules) {
    this.#parent = parent;
    this.#prefix = folder === '' ? 0 : folder.length + 1;
    this.#rules = text.split(/\r?\n/u).flatMap(readRule).toReversed();
  }

  /** Whether `path`, relative to the root, is ignored; the folders above it must not be. */
  ignores(path: string, isFolder: boolean): boolean {
    return this.#decide(path, isFolder) ?? false;
  }

  #decide(path: string, isFolder: boolean): boolean | undefined {
    const below = path.slice(this.#prefix);
    const name = path.slice(path.lastIndexOf('/') + 1);
    for (const { matches, isAnchored, isForFolders, isNegated } of this.#rules) {
      if (isForFolders && !isFolder) continue;
      if (matches(isAnchored ? below : name)) return !isNegated;
    }
    return this.#parent === undefined ? undefined : this.#parent.#decide(path, isFolder);
  }
}

function readRule(line: string): Rule[] {
  // A trailing space counts only after a backslash.
  const text = line.replace(/(?<!\\) +$/u, '');
  if (text === '' || text.startsWith('#')) return [];
  const isNegated = text.startsWith('!');
  const pattern = isNegated ? text.slice(1) : text;
  const isForFolders = pattern.endsWith('/');
  const whole = isForFolders ? pattern.slice(0, -1) : pattern;
  const isAnchored = whole.includes('/');
  if (whole === '' || whole === '/') return [];
  const matches = isAnchored ? segmentsGlob(whole.replace(/^\//u, '')) : nameGlob(whole);
  return [{ matches, isAnchored, isForFolders, isNegated }];
}
