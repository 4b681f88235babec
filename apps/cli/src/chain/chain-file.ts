/** The file of `acp conduct --config`: the proxies of a chain and its agent, as JSON with comments. */
import { resolve } from 'node:path';

import { FieldError, fieldsOf } from '../config/checked-fields.ts';
import { readSettings, readTextFile } from '../config/json-file.ts';
import { UsageError } from '../errors/usage-error.ts';
import { readComponent, type ComponentSpec } from './component-spec.ts';

export interface ChainSpec {
  readonly proxies: readonly ComponentSpec[];
  /** Undefined for a chain that is itself a proxy. */
  readonly agent: ComponentSpec | undefined;
}

/** The chain of a file. */
export interface ChainFile extends ChainSpec {
  /** The agent, if it is one word and so may be the name of an agent. */
  readonly agentName?: string;
}

const knownKeys = new Set(['proxies', 'agent', '$schema']);

/** Reads the file at `path`; `shipped` are the names of the proxies that need no command. */
export function readChainFile(path: string, shipped: readonly string[]): ChainFile {
  const text = readTextFile(path);
  if (text === undefined) throw new UsageError(`the file ${path} does not exist`);
  if (text.trim() === '') throw new UsageError(`${path} is empty; it needs "proxies", "agent", or both`);
  return readSettings(text, path, (value, placeOf) => {
    const fields = fieldsOf(value, '');
    const unknown = Object.keys(fields).find((key) => !knownKeys.has(key));
    if (unknown !== undefined) throw new FieldError(unknown, 'is not a setting; the settings are proxies and agent');
    const { proxies = [], agent } = fields;
    if (!Array.isArray(proxies)) throw new FieldError('proxies', 'must be a list');
    const folder = resolve(path, '..');
    const read = (each: unknown, place: string): ComponentSpec => ({
      ...inFolder(readComponent(each, shipped, place), folder),
      place: placeOf(place),
    });
    const last = agent === undefined ? undefined : read(agent, 'agent');
    const name = typeof agent === 'string' && last?.kind === 'command' ? loneWord(last) : undefined;
    return {
      proxies: proxies.map((each, index) => read(each, `proxies[${index}]`)),
      agent: last,
      ...(name === undefined ? {} : { agentName: name }),
    };
  });
}

/** The word of a command that has no other, and no folder. */
function loneWord({ command, env }: ComponentSpec & { readonly kind: 'command' }): string | undefined {
  const [word, ...others] = command;
  return others.length > 0 || Object.keys(env).length > 0 || /[/\\]/u.test(word ?? '') ? undefined : word;
}

/** Paths that are named in a file are relative to the file. */
function inFolder(spec: ComponentSpec, folder: string): ComponentSpec {
  if (spec.kind === 'shipped') return { ...spec, folder };
  if (spec.kind === 'address' && spec.tokenFile !== undefined)
    return { ...spec, tokenFile: resolve(folder, spec.tokenFile) };
  return spec.kind === 'command' && spec.cwd !== undefined ? { ...spec, cwd: resolve(folder, spec.cwd) } : spec;
}
