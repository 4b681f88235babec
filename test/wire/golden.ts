/** The golden messages: one file for every shape of message that the specification shows. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { JsonObject, Surface, Version } from './surfaces.ts';

/** A file under `test/wire/<version>/<method with / replaced by _>/`. */
interface GoldenFile {
  /** What the message shows, in one sentence. */
  readonly shows: string;
  /** Where the shape is described; `test/requirements/README.md` says how to read it. */
  readonly source: string;
  /** The conflicts of `test/requirements/conflicts.json` that show in the message. */
  readonly conflict?: string | readonly string[];
  readonly message: JsonObject;
  /** The method that a response answers. */
  readonly 'result-of'?: string;
  /** The surfaces that take the message as it stands. */
  readonly accepted?: readonly Surface[];
  /** The surfaces that accept it after repair, and what it becomes; `becomes-in` if the versions differ. */
  readonly mended?: readonly Surface[];
  readonly becomes?: JsonObject;
  readonly 'becomes-in'?: Readonly<Partial<Record<Version, JsonObject>>>;
  /** The surfaces that refuse it, and the first place that they name. */
  readonly refused?: readonly { readonly by: Surface; readonly path: string }[];
  /** The surfaces that do not have the method. */
  readonly unknown?: readonly Surface[];
}

export interface Golden extends GoldenFile {
  /** The path below `test/wire`. */
  readonly file: string;
  readonly version: Version;
  readonly folder: string;
  readonly method: string;
  readonly conflicts: readonly string[];
}

const root = fileURLToPath(new URL('.', import.meta.url));
const versions: readonly Version[] = ['v1', 'v2'];

function readGolden(version: Version, folder: string, name: string): Golden {
  const file = `${version}/${folder}/${name}`;
  const content = JSON.parse(readFileSync(`${root}${file}`, 'utf8')) as GoldenFile;
  const method = content['result-of'] ?? content.message['method'];
  if (typeof method !== 'string') throw new Error(`${file} does not say which method it belongs to.`);
  return { ...content, file, version, folder, method, conflicts: [content.conflict ?? []].flat() };
}

/** Every golden message, in the order of the folders. */
export const goldens: readonly Golden[] = versions.flatMap((version) =>
  readdirSync(`${root}${version}`).flatMap((folder) =>
    readdirSync(`${root}${version}/${folder}`).map((name) => readGolden(version, folder, name)),
  ),
);
