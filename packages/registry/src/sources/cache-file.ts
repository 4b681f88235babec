/**
 * One answer of a server, kept in one file.
 *
 * The first line holds the facts about the answer, the rest is its body. The time of the file is the time when the
 * server last confirmed it. The file is replaced by a rename, so that a reader, also in another process, sees an old
 * or a new answer; a file that is damaged in any way counts as absent.
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, stat, unlink, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { readRegularFile, renameOver } from '@acp-stack/workspace/user-folders';

/** What a server says about its answer, to be asked again with. */
export interface AnswerFacts {
  readonly etag?: string;
  readonly lastModified?: string;
}

/** An answer from the cache. */
export interface CachedAnswer extends AnswerFacts {
  readonly body: Uint8Array;
  /** When the server last confirmed it, in milliseconds since 1970. */
  readonly checkedAt: number;
}

const maxFactsBytes = 8192;
const staleDraft = 24 * 60 * 60 * 1000;

/** Returns the answer that is kept in the file; undefined if there is none, or if it is damaged or too large. */
export async function readCacheFile(path: string, maxBytes: number): Promise<CachedAnswer | undefined> {
  try {
    const content = await readRegularFile(path, { maxBytes: maxBytes + maxFactsBytes });
    const end = content.subarray(0, maxFactsBytes).indexOf('\n');
    const facts = JSON.parse(content.subarray(0, end).toString()) as Partial<Record<string, unknown>>;
    const body = content.subarray(end + 1);
    if (end === -1 || facts['sha256'] !== checksum(body)) return undefined;
    return { ...checkedFacts(facts), body, checkedAt: (await stat(path)).mtimeMs };
  } catch {
    return undefined;
  }
}

/** Replaces the answer in the file. */
export async function writeCacheFile(path: string, { body, checkedAt, ...facts }: CachedAnswer): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeStaleDrafts(path, checkedAt);
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(`${JSON.stringify({ ...facts, sha256: checksum(body) })}\n`);
      await handle.writeFile(body);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await confirmCacheFile(draft, checkedAt);
    await renameOver(draft, path);
  } catch (error) {
    await unlink(draft).catch(() => undefined);
    throw error;
  }
}

/** Notes that the server has confirmed the answer in the file. */
export async function confirmCacheFile(path: string, checkedAt: number): Promise<void> {
  await utimes(path, new Date(checkedAt), new Date(checkedAt));
}

/** Reads only facts that can be sent back as headers. */
export function checkedFacts({ etag, lastModified }: Partial<Record<string, unknown>>): AnswerFacts {
  return {
    ...(typeof etag === 'string' && /^(?:W\/)?"[\u0021\u0023-\u007e]*"$/u.test(etag) && etag.length < 1000 && { etag }),
    ...(typeof lastModified === 'string' && /^[\w,: +-]{1,100}$/u.test(lastModified) && { lastModified }),
  };
}

function checksum(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('hex');
}

/** Removes drafts that processes left behind when they were killed. */
async function removeStaleDrafts(path: string, now: number): Promise<void> {
  const names = await readdir(dirname(path));
  for (const name of names.filter((each) => each.startsWith(`${basename(path)}.`) && each.endsWith('.tmp'))) {
    const draft = join(dirname(path), name);
    const facts = await stat(draft).catch(() => undefined);
    if (facts !== undefined && now - facts.mtimeMs > staleDraft) await unlink(draft).catch(() => undefined);
  }
}
