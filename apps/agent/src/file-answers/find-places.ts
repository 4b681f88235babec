/** Searches the workspace for the terms of a question, once and for a limited time. */
import { systemClock, type Clock } from '@acp-stack/rpc';
import { relative } from 'node:path';

import { joinTurnSignals } from '../signals/join-turn-signals.ts';
import type { SessionResources } from '../tools/session-resources.ts';
import type { FoundFile, FoundLine } from './rank-files.ts';
import type { Term } from './search-terms.ts';

/** Time limit of a search in milliseconds. */
export const searchTime = 4000;
/** Lines of one file that are examined; more mentions do not make a file better. */
const maxLines = 40;
const maxFilesByName = 200;

export interface FoundPlaces {
  readonly files: readonly FoundFile[];
  /** How many files were searched. */
  readonly searched: number;
  /** `complete` if everything was searched, `timed-out` after the time limit, `limited` after another limit. */
  readonly end: 'complete' | 'timed-out' | 'limited';
}

/** Searches the contents and the names of files; `end` says why the result may be incomplete. */
export async function findPlaces(
  { workspace }: SessionResources,
  terms: readonly Term[],
  { signal: outer, clock = systemClock }: { readonly signal: AbortSignal; readonly clock?: Clock },
): Promise<FoundPlaces> {
  const timeoutAbort = new AbortController();
  const cancelTimeout = clock.schedule(searchTime, () => {
    timeoutAbort.abort();
  });
  const { signal, release } = joinTurnSignals(outer, timeoutAbort.signal);
  const lines = new Map<string, FoundLine[]>();
  let hasMoreNames = false;
  const expression = new RegExp(terms.map(({ stem }) => escaped(stem)).join('|'), 'iu');
  const search = workspace.search.content(expression, { perFile: maxLines, limit: Infinity, signal });
  try {
    for await (const { path, line, text } of search) {
      const known = lines.get(path);
      if (known === undefined) lines.set(path, [{ line, text }]);
      else known.push({ line, text });
    }
    const named = await workspace.search.files(namesGlob(terms), { limit: maxFilesByName, signal });
    hasMoreNames = named.isTruncated;
    for (const path of named.paths) if (!lines.has(path)) lines.set(path, []);
  } catch (error) {
    const isTimeout = timeoutAbort.signal.aborted && !outer.aborted;
    if (!isTimeout) throw error;
  } finally {
    cancelTimeout();
    release();
  }
  const roots = workspace.roots.list.map(({ path }) => path);
  const files = [...lines].map(([path, found]) => ({ path, name: nameIn(roots, path), lines: found }));
  const isLimited = search.summary.isTruncated || hasMoreNames;
  const end = timeoutAbort.signal.aborted ? 'timed-out' : isLimited ? 'limited' : 'complete';
  return { files, searched: search.summary.files, end };
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);

/** Files that are named after a term, whether or not they contain it; the first letter may be upper case. */
function namesGlob(terms: readonly Term[]): string {
  const names = terms
    .map(({ stem }) => stem.slice(stem.lastIndexOf('/') + 1))
    .filter((name) => /^[\p{L}\p{N}._-]{3,}$/u.test(name));
  const spelled = names.flatMap((name) => [name, `${name.charAt(0).toUpperCase()}${name.slice(1)}`]);
  // No name contains NUL: without names the glob matches nothing, not everything.
  return `**/*{${[...spelled, '\u{0}'].join(',')}}*`;
}

const nameIn = (roots: readonly string[], path: string): string => {
  const root = roots.find((each) => path.startsWith(`${each}/`));
  return root === undefined ? path : relative(root, path);
};
