/**
 * Files of settings: JSON as people write it, with comments and with a comma after the last value.
 *
 * A file that cannot be read or is no JSON is one sentence with its name; what stands in it is never quoted, because it may be a secret.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { unreadableFile } from '../errors/system-error.ts';
import { UsageError } from '../errors/usage-error.ts';
import { describeSyntaxError } from '../json/json-syntax.ts';

const token = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//gu;
const lastComma = /"(?:[^"\\\n]|\\.)*"|,(?=\s*[}\]])/gu;

const blank = (found: string): string => (found.startsWith('"') ? found : found.replaceAll(/[^\n]/gu, ' '));

/** The text as plain JSON: what is not JSON became spaces, and every line stays where it is. */
export function withoutComments(text: string): string {
  return text.replaceAll(token, blank).replaceAll(lastComma, blank);
}

/** The text of the file at `path`; undefined when there is none. */
export function readTextFile(path: string): string | undefined {
  // Mostly there is none, and an error that says so takes longer than to look.
  if (!existsSync(path)) return undefined;
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw unreadableFile(path, error);
  }
}

/** What `text` says; `path` names it in errors. */
export function parseSettings(text: string, path: string): unknown {
  const plain = withoutComments(text);
  try {
    return JSON.parse(plain);
  } catch (error) {
    throw new UsageError(`${path} is no JSON: ${describeSyntaxError(plain) ?? 'it cannot be read'}`, { cause: error });
  }
}

/** Replaces a file at once: whoever reads it sees the old text or the new one, and nobody but the user can. */
export function replaceFile(path: string, text: string): void {
  const draft = `${path}.${process.pid}.tmp`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(draft, text, { mode: 0o600 });
    renameSync(draft, path);
  } catch (error) {
    removeDraft(draft);
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`cannot write ${path} (${code}); name another file with ACP_CONFIG`, { cause: error });
  }
}

function removeDraft(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Where nothing can be written, there is nothing to remove.
  }
}
