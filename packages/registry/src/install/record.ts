/**
 * The record of an installed agent, `installed.json`. Replacing it is what switches from one version to another.
 *
 * Paths in it are relative, so that the store can be moved.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { AgentManifest } from '@acp-stack/schema/v1';

import type { AgentCommand, DistributionKind, InstalledAgent, RegistrySource } from '../contract/agents.ts';
import type { AgentFolder } from './agent-folder.ts';
import { isMissing } from '../contract/disk-errors.ts';

/** A file as it was unpacked. */
export interface RecordedFile {
  /** Relative to the folder of the version, with slashes. */
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  /** The permission bits. */
  readonly mode: number;
}

/** What was unpacked. */
export interface RecordedFiles {
  /** The folder of the version. */
  readonly folder: string;
  /** The checksum of the download. */
  readonly sha256: string;
  readonly files: readonly RecordedFile[];
  /** The folders below it, with slashes. */
  readonly folders: readonly string[];
}

/** The content of the file. */
export interface InstallRecord {
  readonly format: typeof recordFormat;
  readonly manifest: AgentManifest;
  readonly source: RegistrySource;
  readonly distribution: DistributionKind;
  readonly installedAt: string;
  /** The command of a binary distribution is relative to the folder of the version. */
  readonly start: AgentCommand;
  readonly notChecked?: readonly string[];
  /** Absent for packages. */
  readonly binary?: RecordedFiles;
}

export const recordFormat = 1;

/** Returns the record; undefined if the agent is not installed. Throws an error with the reason if it is not valid. */
export async function readRecord({ record, path }: AgentFolder): Promise<InstallRecord | undefined> {
  let text: string;
  try {
    text = await readFile(record, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    throw new Error(`it cannot be read (${String(code)})`, { cause: error });
  }
  const value = parse(text);
  if (!isRecord(value)) throw new Error('it is damaged');
  if (value.format !== recordFormat) throw new Error('a newer version of this program has written it');
  const id = path.split(/[\\/]/u).at(-1);
  if (!isInstallRecord(value) || value.manifest.id !== id) throw new Error('it is damaged');
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error('it is not JSON', { cause: error });
  }
}

/** What programs see of the record. */
export function installedAgent(record: InstallRecord, { path }: AgentFolder): InstalledAgent {
  const { manifest, source, distribution, installedAt, notChecked, start, binary } = record;
  const folder = binary === undefined ? undefined : join(path, binary.folder);
  const program = binary?.files.find((file) => file.path === start.command);
  return {
    manifest,
    source,
    distribution,
    installedAt,
    ...(folder !== undefined && { folder }),
    ...(binary !== undefined && { sha256: binary.sha256 }),
    ...(program !== undefined && { programSha256: program.sha256 }),
    ...(notChecked !== undefined && { notChecked }),
    start: { ...start, command: folder === undefined ? start.command : join(folder, ...start.command.split('/')) },
  };
}

type Unknown<Type> = { readonly [Key in keyof Type]?: unknown };

function isRecord(value: unknown): value is Unknown<InstallRecord> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isInstallRecord(value: Unknown<InstallRecord>): value is InstallRecord {
  const { manifest, source, distribution, installedAt, start, binary } = value;
  const {
    id,
    version,
    name: title,
    description,
    distribution: offered,
  } = isRecord(manifest) ? (manifest as Unknown<AgentManifest>) : {};
  const { name, location } = isRecord(source) ? (source as Unknown<RegistrySource>) : {};
  const { command, args, env } = isRecord(start) ? (start as Unknown<AgentCommand>) : {};
  const isBinary = distribution === 'binary';
  const texts = [id, version, title, description, name, location, installedAt, command];
  return (
    texts.every((text) => typeof text === 'string') &&
    isRecord(offered) &&
    (isBinary || distribution === 'npx' || distribution === 'uvx') &&
    Array.isArray(args) &&
    args.every((argument) => typeof argument === 'string') &&
    isRecord(env) &&
    Object.values(env).every((variable) => typeof variable === 'string') &&
    (isBinary ? isRecordedFiles(binary) && isPlainPath(command) : binary === undefined)
  );
}

function isRecordedFiles(value: unknown): value is RecordedFiles {
  if (!isRecord(value)) return false;
  const { folder, sha256, files, folders } = value as Unknown<RecordedFiles>;
  return (
    isPlainPath(folder) &&
    !String(folder).includes('/') &&
    typeof sha256 === 'string' &&
    Array.isArray(files) &&
    files.every(isRecordedFile) &&
    Array.isArray(folders) &&
    folders.every(isPlainPath)
  );
}

function isRecordedFile(value: unknown): boolean {
  const { path, size, sha256, mode } = isRecord(value) ? (value as Unknown<RecordedFile>) : {};
  return isPlainPath(path) && typeof size === 'number' && typeof sha256 === 'string' && typeof mode === 'number';
}

/** Whether `value` is a relative path with slashes, without `.` and `..`. */
function isPlainPath(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    value !== '' &&
    value.split('/').every((part) => !['', '.', '..'].includes(part) && !/[\\\0]/u.test(part))
  );
}
