/**
 * Where the archive of an agent is, and whether its source may say so.
 *
 * A source on this machine may name files; a source on the web may not. A public source may not make this machine
 * contact its own network, nor leave https.
 */
import { readdir, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { RegistrySource } from '../contract/agents.ts';
import { RegistryError } from '../contract/registry-error.ts';
import { isPrivateHost, type Lookup } from '../fetch/private-address.ts';
import { printable } from '../manifest/printable.ts';

/** The address or the file of an archive. */
export type ArchiveLocation =
  | { readonly kind: 'address'; readonly url: URL }
  | { readonly kind: 'file'; readonly path: string };

/** What decides about an address. */
export interface ArchiveOrigin {
  readonly id: string;
  readonly source: RegistrySource;
  /** Default: that of the system. */
  readonly lookup?: Lookup | undefined;
}

/** Throws a `RegistryError` if the source may not name this address. */
export async function archiveLocation(archive: string, origin: ArchiveOrigin): Promise<ArchiveLocation> {
  const url = urlOf(archive);
  if (url !== undefined && (url.protocol === 'https:' || url.protocol === 'http:')) {
    await checkAddress(url, origin);
    return { kind: 'address', url };
  }
  if (webAddress(origin.source) !== undefined) {
    throw refused(origin, `${printable(archive)} is no address that begins with https://`);
  }
  if (url?.protocol === 'file:') return { kind: 'file', path: fileURLToPath(url) };
  if (url !== undefined) throw refused(origin, `${printable(archive)} is neither a web address nor a file`);
  return { kind: 'file', path: await relativeFile(archive, origin) };
}

async function checkAddress(url: URL, origin: ArchiveOrigin): Promise<void> {
  const { source, lookup } = origin;
  const from = webAddress(source);
  if (from === undefined) return;
  if (from.protocol === 'https:' && url.protocol === 'http:') {
    throw refused(origin, `the source uses https, and ${url.host} does not`);
  }
  if ((await isPrivateHost(url.hostname, lookup)) && !(await isPrivateHost(from.hostname, lookup))) {
    throw refused(origin, `${url.host} is in a private network, and the source is not`);
  }
}

/** Relative to the folder of the manifest, or to that of the file that lists it; never outside of the source. */
async function relativeFile(archive: string, origin: ArchiveOrigin): Promise<string> {
  const location = localPath(origin.source);
  const isFolder = (await stat(location)).isDirectory();
  const root = isFolder ? location : dirname(location);
  // The folder of one agent, or a folder with a file that lists agents, is not one with a folder for each of them.
  const isList = isFolder && !(await readdir(root)).some((name) => name === 'agent.json' || name === 'registry.json');
  const path = resolve(isList ? join(root, origin.id) : root, archive);
  const inside = relative(root, path);
  if (inside === '' || isAbsolute(inside) || inside.split(/[\\/]/u)[0] === '..') {
    throw refused(origin, `${printable(archive)} is outside of the source`);
  }
  return path;
}

function webAddress({ location }: RegistrySource): URL | undefined {
  const url = urlOf(location);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : undefined;
}

function localPath({ location }: RegistrySource): string {
  const url = urlOf(location);
  return resolve(url?.protocol === 'file:' ? fileURLToPath(url) : location);
}

/** A letter and a colon is a drive of Windows, not a scheme. */
function urlOf(text: string): URL | undefined {
  return URL.canParse(text) && !/^[a-z]:/iu.test(text) ? new URL(text) : undefined;
}

function refused({ id, source }: ArchiveOrigin, reason: string): RegistryError {
  const message = `The archive of ${id} is not downloaded: ${reason}; tell the maintainer of the source ${source.name}.`;
  return new RegistryError('unreachable', message);
}
