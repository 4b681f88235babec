/** Reads the agents of a file or a folder. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { readRegularFile } from '@acp-stack/workspace/user-folders';

import { isMissing } from '../contract/disk-errors.ts';
import { collectAgents, parseJson, readIndex, type AgentIndex } from '../manifest/read-index.ts';
import { printable } from '../manifest/printable.ts';

const manifestBytes = 1024 * 1024;

/**
 * Reads a `registry.json`, the folder of one agent, a folder with a `registry.json`, or one with a folder for each
 * agent. Throws an error of the system, or one whose message is the end of a sentence about the path.
 */
export async function readLocalIndex(path: string, maxBytes: number): Promise<AgentIndex> {
  if (!(await stat(path)).isDirectory()) return readIndex(await readRegularFile(path, { maxBytes }), 'machine');
  const names = await readdir(path);
  for (const name of ['agent.json', 'registry.json']) {
    if (names.includes(name)) return readIndex(await readRegularFile(join(path, name), { maxBytes }), 'machine');
  }
  return readFolders(path, names.toSorted());
}

/** The layout of the registry's repository: `<id>/agent.json`, and `<id>/extension.json` for extensions. */
async function readFolders(path: string, names: readonly string[]): Promise<AgentIndex> {
  const entries: unknown[] = [];
  const extensions: unknown[] = [];
  const problems: string[] = [];
  for (const name of names.filter((each) => !each.startsWith('.'))) {
    for (const [file, list] of [
      ['agent.json', entries],
      ['extension.json', extensions],
    ] as const) {
      try {
        list.push(parseJson(await readRegularFile(join(path, name, file), { maxBytes: manifestBytes })));
      } catch (error) {
        if (!isMissing(error)) problems.push(`${printable(name)}: its ${file} ${reasonOf(error)}`);
      }
    }
  }
  const index = collectAgents(entries, 'machine');
  return {
    ...index,
    problems: [...problems, ...index.problems],
    fields: extensions.length === 0 ? {} : { extensions },
  };
}

/** The end of a sentence about a file or a folder that cannot be read. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known: Readonly<Record<string, string>> = {
    ENOENT: 'does not exist',
    ENOTDIR: 'does not exist',
    EACCES: 'cannot be read by this user',
    EPERM: 'cannot be read by this user',
    EISDIR: 'is a folder',
    'not-regular': 'is not a regular file',
    'too-large': 'is too large',
  };
  if (code !== '') return known[code] ?? `cannot be read (${code})`;
  return error instanceof Error ? error.message : 'cannot be read';
}
