/**
 * The checksum of each version at its first install, `checksums.json`. It stays when the agent is removed, so that a
 * version that was replaced by other bytes is noticed later too.
 */
import { readFile } from 'node:fs/promises';

import { RegistryError } from '../contract/registry-error.ts';
import type { AgentFolder } from './agent-folder.ts';
import { isMissing } from '../contract/disk-errors.ts';
import { replaceJson, type BeforeSwitch } from './replace-json.ts';

/** SHA-256 checksums by version and target, such as `1.2.3 linux-x86_64`. */
export type Checksums = Readonly<Record<string, string>>;

/** Throws if the file is damaged: without it, changed bytes would go unnoticed. */
export async function readChecksums({ checksums: path }: AgentFolder): Promise<Checksums> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return {};
    throw error;
  }
  const value = parse(text);
  const isValid =
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((checksum) => typeof checksum === 'string' && /^[0-9a-f]{64}$/u.test(checksum));
  if (isValid) return value as Checksums;
  throw new RegistryError(
    'damaged',
    `The checksums in ${path} are damaged; delete the file to trust the next download.`,
  );
}

/** Records the checksum of a version, in place of an earlier one. */
export async function recordChecksum(
  folder: AgentFolder,
  { name, sha256 }: { readonly name: string; readonly sha256: string },
  beforeSwitch: BeforeSwitch,
): Promise<void> {
  const before = await readChecksums(folder);
  if (before[name] !== sha256) await replaceJson(folder.checksums, { ...before, [name]: sha256 }, beforeSwitch);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
