/** `acp registry sources`: the registries of the config file. */
import { statSync } from 'node:fs';

import { changeRegistries, requireRegistryName } from '../../config/config.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { absoluteLocation, officialAddress, officialName } from '../../registry/sources.ts';
import { layOut } from '../../terminal/columns.ts';
import { createPalette } from '../../terminal/palette.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { didYouMean } from '../../text/did-you-mean.ts';
import { exactLine } from '../../text/exact-text.ts';
import { userConfig, type RegistryFlags } from './registry-flags.ts';

/** A registry, as `acp registry sources` shows it. */
interface ShownSource {
  readonly name: string;
  readonly location: string;
  readonly state: 'used' | 'declined' | 'not accepted yet';
}

export async function listSources(flags: RegistryFlags, terminal: Terminal): Promise<number> {
  const { registries, path } = userConfig(flags, terminal);
  const official = officialAddress(terminal.env);
  const shown: readonly ShownSource[] =
    registries === undefined
      ? [{ name: officialName, location: official, state: 'not accepted yet' }]
      : Array.from(registries, ([name, location]) => ({
          name,
          location: location === false ? (name === officialName ? official : '') : location,
          state: location === false ? 'declined' : 'used',
        }));
  if (flags.format === 'json') {
    const documents = shown.map(({ state, ...rest }) => ({ ...rest, isUsed: state === 'used' }));
    await terminal.stdout.writeJson(JSON.stringify(documents, undefined, 2));
    return 0;
  }
  const { bold, dim } = createPalette(terminal.stdout, terminal.env);
  const rows = shown.map(({ name, location, state }) => [
    { text: name, paint: bold },
    { text: state === 'used' ? '' : state, paint: dim },
    { text: exactLine(location) },
  ]);
  if (shown.length > 0)
    await terminal.stdout.write(`${layOut(rows, { width: terminal.stdout.columns ?? 120, indent: 0 }).join('\n')}\n`);
  const advice = `acp registry sources add ${officialName} accepts the official registry\n`;
  await terminal.stderr.tryWrite(shown.some(({ state }) => state === 'used') ? `the config file is ${path}\n` : advice);
  return 0;
}

export interface AddSource {
  readonly name: string;
  readonly location: string | undefined;
  readonly flags: RegistryFlags & { readonly first?: boolean };
}

export async function addSource({ name, location, flags }: AddSource, terminal: Terminal): Promise<number> {
  if (location === undefined && /[/\\:]/u.test(name)) {
    throw new UsageError(`name the registry first, such as acp registry sources add team ${exactLine(name)}`);
  }
  requireRegistryName(name);
  if (location === undefined && name !== officialName) {
    throw new UsageError(`where is ${name}? acp registry sources add ${name} <address, file or folder>`);
  }
  const place = location === undefined ? officialAddress(terminal.env) : absoluteLocation(location, process.cwd());
  const { path, registries } = userConfig(flags, terminal);
  changeRegistries(path, { [name]: place }, flags.first === true ? 'first' : 'last');
  const isKnown = typeof registries?.get(name) === 'string';
  await terminal.stderr.tryWrite(`${isKnown ? 'changed' : 'added'} ${name}: ${exactLine(place)}\n${warningFor(place)}`);
  return 0;
}

/** A file or folder that is not there yet may come later. */
const warningFor = (place: string): string =>
  /^https?:/u.test(place) || statSync(place, { throwIfNoEntry: false }) !== undefined
    ? ''
    : `warning: ${exactLine(place)} does not exist\n`;

export interface RemoveSource {
  readonly name: string;
  readonly flags: RegistryFlags;
}

export async function removeSource({ name, flags }: RemoveSource, terminal: Terminal): Promise<number> {
  const { path, registries } = userConfig(flags, terminal);
  if (registries?.has(name) !== true) {
    const advice = didYouMean(name, registries?.keys() ?? []) || '; acp registry sources lists them';
    throw new UsageError(`${path} has no registry "${exactLine(name)}"${advice}`);
  }
  changeRegistries(path, { [name]: undefined });
  await terminal.stderr.tryWrite(`removed ${name}; agents that were installed from it stay\n`);
  return 0;
}
