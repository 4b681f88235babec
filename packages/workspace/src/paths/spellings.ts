/**
 * The spellings of a path: as it is written, and as it reads after each link on its way is followed.
 *
 * Programs read `link/..` in two ways: as the folder above the target of the link, as systems do, or as no step at all.
 * Both ways are followed.
 */
import { readlink } from 'node:fs/promises';
import { dirname, join, parse } from 'node:path';

import { WorkspaceError } from '../contract/workspace-error.ts';
import { isAbsolutePath, readPath } from './path-rules.ts';
import { maxLinks } from './real-path.ts';

/** The spellings of a path. */
export interface Spellings {
  /** Absolute and normalized: as it is written, and after each link that is followed. */
  readonly all: readonly string[];
  /** Whether both ways to read `..` lead to the same place. */
  readonly isClear: boolean;
}

/** Returns the spellings of `path`, which need not exist; rejects if it cannot be the path of a file. */
export async function spellingsOf(path: string, cwd: string): Promise<Spellings> {
  const written = readPath(path, cwd);
  const found = new Set([written]);
  const withoutParents = await follow(written, found);
  // Windows removes `..` before it follows links, so both ways are the same there.
  const hasParents = process.platform !== 'win32' && path.includes('..');
  const withParents = hasParents ? await follow(isAbsolutePath(path) ? path : `${cwd}/${path}`, found) : withoutParents;
  return { all: [...found], isClear: withParents === withoutParents };
}

/** Follows the links of a path one by one, adds what is left after each to `found`, and returns the last place. */
async function follow(path: string, found: Set<string>): Promise<string> {
  const { root } = parse(path);
  const names = namesIn(path.slice(root.length)).toReversed();
  let place = root;
  let links = 0;
  for (let name = names.pop(); name !== undefined; name = names.pop()) {
    const next = name === '..' ? dirname(place) : join(place, name);
    const target = name === '..' ? undefined : await readlink(next).catch(() => undefined);
    if (target === undefined) {
      place = next;
      continue;
    }
    links += 1;
    if (links > maxLinks) throw new WorkspaceError('invalid', `${path} leads through too many links.`, { path });
    const top = parse(target).root;
    if (top !== '') place = top;
    names.push(...namesIn(target.slice(top.length)).toReversed());
    found.add(join(place, ...names.toReversed()));
  }
  found.add(place);
  return place;
}

const namesIn = (path: string): readonly string[] =>
  path.split(process.platform === 'win32' ? /[\\/]/u : '/').filter((name) => name !== '' && name !== '.');
