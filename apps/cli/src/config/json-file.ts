/**
 * Settings files: JSON with comments and trailing commas.
 *
 * A file that cannot be read or parsed is reported in one sentence with its name. Its content is never quoted, because
 * it may be a secret.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { findRepeatedKey, readRegularFileSync, renameOverSync } from '@acp-stack/workspace/user-folders';

import { unreadableFile } from '../errors/system-error.ts';
import { UsageError } from '../errors/usage-error.ts';
import { findSyntaxError } from '../json/json-syntax.ts';
import { positionOf, valuePosition } from '../json/value-position.ts';
import { FieldError, sentenceAbout } from './checked-fields.ts';

const token = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//gu;
const lastComma = /"(?:[^"\\\n]|\\.)*"|,(?=\s*[}\]])/gu;

const blank = (found: string): string => (found.startsWith('"') ? found : found.replaceAll(/[^\n]/gu, ' '));

/** Returns plain JSON: everything else is replaced by spaces, so that every line keeps its number. */
export function withoutComments(text: string): string {
  return text.replaceAll(token, blank).replaceAll(lastComma, blank);
}

const maxBytes = 8 * 1024 * 1024;

/** Returns the text of the file at `path`; undefined if there is none. Only a regular file is read. */
export function readTextFile(path: string): string | undefined {
  // The file is usually missing, and throwing an error takes longer than this check.
  if (!existsSync(path)) return undefined;
  try {
    return String(readRegularFileSync(path, { maxBytes }));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw unreadableFile(path, error);
  }
}

/** Parses `text`; errors name `path`. A key that an object has twice is an error: one of its values would be lost. */
export function parseSettings(text: string, path: string): unknown {
  const plain = withoutComments(text);
  let value: unknown;
  try {
    value = JSON.parse(plain);
  } catch (error) {
    throw new UsageError(`${path} is not JSON: ${syntaxErrorIn(plain)}`, { cause: error });
  }
  const twice = findRepeatedKey(plain);
  if (twice === undefined) return value;
  const { key, line, firstLine } = twice;
  throw new UsageError(
    `${path}, line ${line}: ${JSON.stringify(key)} is there again, after line ${firstLine}; remove one of them`,
  );
}

/** Where the first syntax error is, and what is expected there. */
function syntaxErrorIn(plain: string): string {
  const error = findSyntaxError(plain);
  if (error === undefined) return 'it cannot be parsed';
  const { line, column } = positionOf(plain, error.offset);
  return `${error.words} at line ${line}, column ${column}`;
}

/** What is at a field of a settings file: `chain.jsonc, line 4, column 7: proxies[1].env`. */
export type FieldPlace = (field: string) => string;

/** Parses `text` and reads the value; an error of a field names `path`, the line and the column. */
export function readSettings<T>(text: string, path: string, read: (value: unknown, placeOf: FieldPlace) => T): T {
  const value = parseSettings(text, path);
  const placeOf: FieldPlace = (field) => {
    const { line, column } = valuePosition(withoutComments(text), field);
    return `${path}, line ${line}, column ${column}: ${field}`;
  };
  try {
    return read(value, placeOf);
  } catch (error) {
    if (!(error instanceof FieldError)) throw error;
    const { field, words } = error;
    throw new UsageError(sentenceAbout(field === '' ? path : placeOf(field), words), { cause: error });
  }
}

/** Replaces a file atomically: a reader sees the old text or the new one. Only the user can read it. */
export function replaceFile(path: string, text: string): void {
  const draft = `${path}.${process.pid}.tmp`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(draft, text, { mode: 0o600 });
    renameOverSync(draft, path);
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
    // The write failed, so there may be nothing to remove.
  }
}
