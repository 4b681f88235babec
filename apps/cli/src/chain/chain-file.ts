/** The file of `acp conduct --config`: the proxies of a chain and its agent, as JSON with comments. */
import { resolve } from 'node:path';

import { fieldsOf } from '../config/checked-fields.ts';
import { parseSettings, readTextFile } from '../config/json-file.ts';
import { UsageError } from '../errors/usage-error.ts';
import { readComponent, type ComponentSpec } from './component-spec.ts';

export interface ChainSpec {
  readonly proxies: readonly ComponentSpec[];
  /** Undefined for a chain that is itself a proxy. */
  readonly agent: ComponentSpec | undefined;
}

const knownKeys = new Set(['proxies', 'agent', '$schema']);

/** Reads the file at `path`; `shipped` are the names of the proxies that need no command. */
export function readChainFile(path: string, shipped: readonly string[]): ChainSpec {
  const text = readTextFile(path);
  if (text === undefined) throw new UsageError(`the file ${path} does not exist`);
  const fields = fieldsOf(parseSettings(text, path), path);
  const unknown = Object.keys(fields).find((key) => !knownKeys.has(key));
  if (unknown !== undefined)
    throw new UsageError(`${path}: "${unknown}" is not a setting; the settings are proxies and agent`);
  const { proxies = [], agent } = fields;
  if (!Array.isArray(proxies)) throw new UsageError(`${path}: proxies must be a list`);
  const folder = resolve(path, '..');
  return {
    proxies: proxies.map((each, index) => inFolder(readComponent(each, shipped, `${path}: proxies[${index}]`), folder)),
    agent: agent === undefined ? undefined : inFolder(readComponent(agent, shipped, `${path}: agent`), folder),
  };
}

/** Paths that are named in a file are relative to the file. */
function inFolder(spec: ComponentSpec, folder: string): ComponentSpec {
  if (spec.kind === 'shipped') return { ...spec, folder };
  return spec.kind === 'command' && spec.cwd !== undefined ? { ...spec, cwd: resolve(folder, spec.cwd) } : spec;
}
