/**
 * What `.gitignore` and `.ignore` leave out, by the rules of git: the last rule that fits decides, deeper files come later, and what is in a folder that is left out cannot be
 * taken back in.
 *
 * Files above the roots are not read, nor is the user's own configuration of git.
 */
import { nameGlob, segmentsGlob, type Matcher } from './glob.ts';

interface Rule {
  readonly matches: Matcher;
  /** Looks at the whole path below the folder of the rule, not only at the name. */
  readonly isAnchored: boolean;
  readonly isForFolders: boolean;
  readonly takesBack: boolean;
}

export class IgnoreRules {
  readonly #parent: IgnoreRules | undefined;
  /** How much of a path is above the folder of these rules. */
  readonly #prefix: number;
  readonly #rules: readonly Rule[];

  /** `folder` is relative to the root, empty for the root itself. */
  constructor(text: string, folder: string, parent?: IgnoreRules) {
    this.#parent = parent;
    this.#prefix = folder === '' ? 0 : folder.length + 1;
    this.#rules = text.split(/\r?\n/u).flatMap(readRule).toReversed();
  }

  /** Whether `path`, relative to the root, is left out; the folders above it are not. */
  ignores(path: string, isFolder: boolean): boolean {
    return this.#decide(path, isFolder) ?? false;
  }

  #decide(path: string, isFolder: boolean): boolean | undefined {
    const below = path.slice(this.#prefix);
    const name = path.slice(path.lastIndexOf('/') + 1);
    for (const { matches, isAnchored, isForFolders, takesBack } of this.#rules) {
      if (isForFolders && !isFolder) continue;
      if (matches(isAnchored ? below : name)) return !takesBack;
    }
    return this.#parent === undefined ? undefined : this.#parent.#decide(path, isFolder);
  }
}

function readRule(line: string): Rule[] {
  // A space at the end counts only behind a backslash.
  const text = line.replace(/(?<!\\) +$/u, '');
  if (text === '' || text.startsWith('#')) return [];
  const takesBack = text.startsWith('!');
  const pattern = takesBack ? text.slice(1) : text;
  const isForFolders = pattern.endsWith('/');
  const whole = isForFolders ? pattern.slice(0, -1) : pattern;
  const isAnchored = whole.includes('/');
  if (whole === '' || whole === '/') return [];
  const matches = isAnchored ? segmentsGlob(whole.replace(/^\//u, '')) : nameGlob(whole);
  return [{ matches, isAnchored, isForFolders, takesBack }];
}
