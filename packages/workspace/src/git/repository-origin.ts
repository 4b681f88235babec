/**
 * Where the repository of a folder comes from, read from its files; git is not started, and includes are not followed.
 */
import { join } from 'node:path';

import { findRepository, readSmallFile } from './find-repository.ts';

/** The repository that a folder belongs to, as others know it. */
export interface RepositoryOrigin {
  /** The name of the repository without its owner. */
  readonly name: string;
  /** The user or organization that it belongs to. */
  readonly owner: string;
  /** The address from which it can be cloned, without credentials. */
  readonly remoteUrl: string;
}

/** Finds the origin of the repository that contains `folder`; undefined without a repository or a remote that fits. */
export async function readRepositoryOrigin(folder: string): Promise<RepositoryOrigin | undefined> {
  const repository = await findRepository(folder);
  if (repository === undefined) return undefined;
  const remotes = remotesIn((await readSmallFile(join(repository.commonFolder, 'config'))) ?? '');
  const url = remotes.get('origin') ?? [...remotes.values()][0];
  return url === undefined ? undefined : originOf(url);
}

const section = /^\s*\[remote "((?:[^"\\]|\\.)*)"\]/u;
const otherSection = /^\s*\[/u;
const setting = /^\s*url\s*=\s*(.*?)\s*$/iu;

/** The first address of each remote in the text of a config file. */
function remotesIn(text: string): ReadonlyMap<string, string> {
  const remotes = new Map<string, string>();
  let name: string | undefined;
  for (const line of text.split(/\r?\n/u)) {
    const found = section.exec(line);
    if (found !== null) name = found[1]?.replaceAll(/\\(.)/gu, '$1');
    else if (otherSection.test(line)) name = undefined;
    const value = setting.exec(line)?.[1];
    if (name !== undefined && value !== undefined && !remotes.has(name)) remotes.set(name, unquoted(value));
  }
  return remotes;
}

/** A value without its quotes and its comment. */
function unquoted(value: string): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"/u.exec(value)?.[1];
  return quoted === undefined ? value.replace(/\s*[#;].*$/u, '') : quoted.replaceAll(/\\(.)/gu, '$1');
}

/** Addresses that name a command, such as `ext::sh -c …`, and paths of this machine say nothing to others. */
const webAddress = /^(?:https?|ssh|git):\/\//iu;
const shortAddress = /^(?:[\w.-]+@)?([\w.-]+):(?!\/\/|:)([\w./~-]+)$/u;

function originOf(url: string): RepositoryOrigin | undefined {
  const path = webAddress.test(url) && URL.canParse(url) ? new URL(url).pathname : shortAddress.exec(url)?.[2];
  const parts = path?.split('/').filter((part) => part !== '' && part !== '~') ?? [];
  const name = decoded(parts.at(-1) ?? '').replace(/\.git$/u, '');
  const owner = decoded(parts.at(-2) ?? '');
  return name === '' || owner === '' ? undefined : { name, owner, remoteUrl: withoutCredentials(url) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Leaves tokens out; the user name of SSH stays, because it is part of the address. */
function withoutCredentials(address: string): string {
  if (!webAddress.test(address)) return address;
  const url = new URL(address);
  url.password = '';
  if (url.protocol !== 'ssh:') url.username = '';
  url.search = '';
  url.hash = '';
  return url.href;
}
