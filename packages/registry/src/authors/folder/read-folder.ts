/**
 * Reads a folder of manifests: that of one agent, or one with a folder for each agent.
 *
 * The layout is that of the official registry: `<id>/agent.json` or `<id>/extension.json`, and `<id>/icon.svg`.
 */
import { lstat, readdir, realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { isNestedDeeper } from '../../manifest/json-depth.ts';
import { requireText } from '../../contract/check-arguments.ts';
import { RegistryError } from '../../contract/registry-error.ts';
import { jsonMistake } from '../../manifest/json-mistake.ts';
import { printable } from '../../manifest/printable.ts';
import { reasonOf } from '../../sources/local-index.ts';
import { compareCodeUnits, type Problems } from '../report/problems.ts';
import { findJsonValues } from './json-values.ts';
import { maxManifestBytes, readPlainFile } from './plain-file.ts';

/** One manifest of a folder. */
export interface Entry {
  readonly kind: 'agent' | 'extension';
  /** The name of its folder, which its id must equal. */
  readonly name: string;
  /** The path of its folder. */
  readonly path: string;
  /** Its folder relative to what is checked, empty or ending in a slash. */
  readonly prefix: string;
  /** Its manifest relative to what is checked. */
  readonly file: string;
  readonly text: string;
  /** The parsed manifest. */
  readonly value: unknown;
}

/** What a folder contains. */
export interface ManifestFolder {
  readonly kind: 'agent' | 'registry';
  /** Sorted by name. */
  readonly entries: readonly Entry[];
  /** Names of folders whose manifest cannot be used. */
  readonly unusable: readonly string[];
  /** Folders without a manifest, relative to the folder. */
  readonly ignored: readonly string[];
}

const manifestFiles = [
  ['agent', 'agent.json'],
  ['extension', 'extension.json'],
] as const;

/** Folders that tools make, or that hold entries set aside. */
const isSetAside = (name: string): boolean => /^[._]|^(?:node_modules|dist)$/u.test(name);

/** The deepest nesting of a manifest; a real one has five levels. */
const maxDepth = 100;

/** Reads `folder`; `problems` gets what cannot be used. Rejects with a `RegistryError` if the folder does not exist. */
export async function readFolder(folder: string, problems: Problems): Promise<ManifestFolder> {
  const root = await realFolder(folder);
  const own = await readEntry({ name: basename(root), path: root, prefix: '' }, problems);
  if (own === 'unusable') return { kind: 'agent', entries: [], unusable: [basename(root)], ignored: [] };
  if (own !== 'no manifest') return { kind: 'agent', entries: [own], unusable: [], ignored: [] };
  const names = (await readdir(root)).filter((name) => !isSetAside(name)).toSorted(compareCodeUnits);
  const entries: Entry[] = [];
  const ignored: string[] = [];
  const unusable: string[] = [];
  for (const name of names) {
    const path = join(root, name);
    const stats = await lstat(path);
    if (stats.isSymbolicLink()) {
      problems.add('plain-file', name, '', `${name} is a link; put the folder itself there.`);
      continue;
    }
    if (!stats.isDirectory()) continue;
    const entry = await readEntry({ name, path, prefix: `${name}/` }, problems);
    if (entry === 'no manifest') ignored.push(name);
    else if (entry === 'unusable') unusable.push(name);
    else entries.push(entry);
  }
  if (entries.length + unusable.length === 0) {
    const layout = 'an agent.json, or one folder for each agent with an agent.json in it';
    problems.add('agents-present', '.', '', `The folder has no manifest: it needs ${layout}.`);
  }
  return { kind: 'registry', entries, unusable, ignored };
}

async function realFolder(folder: string): Promise<string> {
  requireText(folder, 'The path of a folder is needed');
  const path = await realpath(folder).catch((error: unknown) => {
    throw new RegistryError('invalid', `The folder ${printable(folder)} ${reasonOf(error)}.`, { cause: error });
  });
  if ((await lstat(path)).isDirectory()) return path;
  throw new RegistryError('invalid', `${printable(folder)} is no folder; name the folder of the agent or registry.`);
}

type Place = Pick<Entry, 'name' | 'path' | 'prefix'>;

async function readEntry(place: Place, problems: Problems): Promise<Entry | 'no manifest' | 'unusable'> {
  const found = [];
  for (const [kind, name] of manifestFiles) {
    const content = await readPlainFile(join(place.path, name), maxManifestBytes);
    if (content !== undefined) found.push({ kind, file: place.prefix + name, content });
  }
  const [first, second] = found;
  if (first === undefined) return 'no manifest';
  const { kind, file, content } = first;
  if (second !== undefined) {
    problems.add('one-manifest', file, '', 'The folder has an agent.json and an extension.json; remove one of them.');
    return 'unusable';
  }
  if ('refused' in content) {
    problems.add('plain-file', file, '', `The manifest ${content.refused}.`);
    return 'unusable';
  }
  const value = parse(content.text, file, problems);
  return value === undefined ? 'unusable' : { ...place, kind, file, text: content.text, value: value.parsed };
}

function parse(text: string, file: string, problems: Problems): { readonly parsed: unknown } | undefined {
  if (isNestedDeeper(text, maxDepth)) {
    problems.add('json', file, '', `The manifest is nested more than ${maxDepth} levels deep.`);
    return undefined;
  }
  try {
    const parsed = JSON.parse(text) as unknown;
    for (const path of findJsonValues(text).duplicates) {
      problems.add(
        'unique-keys',
        file,
        path,
        'This key occurs more than once; readers disagree about which one counts.',
      );
    }
    return { parsed };
  } catch {
    problems.add('json', file, '', `The manifest is not JSON: ${jsonMistake(text)}.`);
    return undefined;
  }
}
