/** The files that a text mentions as `@name`, or as `@"my notes.md"` if the name has spaces. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';

export interface MentionedFile {
  /** Absolute. */
  readonly path: string;
  /** The name as written. */
  readonly name: string;
}

/** The maximum number of names to look up: a piped text may have an `@` on every line. */
const maxNames = 200;

/** Returns the mentioned files that exist; names are relative to `cwd`. */
export async function mentionedFiles(words: string, cwd: string): Promise<readonly MentionedFile[]> {
  const names = new Set<string>();
  for (const { groups } of words.matchAll(/(?<=^|\s)@(?:"(?<quoted>[^"\n]+)"|(?<name>[^\s@]+))/gu)) {
    names.add(groups?.['quoted'] ?? groups?.['name'] ?? '');
    if (names.size === maxNames) break;
  }
  const found = await Promise.all(
    [...names].map(async (name) => {
      // A name may be followed by punctuation.
      for (const candidate of [name, name.replace(/[.,;:!?)]+$/u, '')]) {
        const path = resolve(cwd, candidate);
        if (await exists(path)) return [{ path, name: candidate }];
      }
      return [];
    }),
  );
  return found.flat();
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
