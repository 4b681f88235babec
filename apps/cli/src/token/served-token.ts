/**
 * The token of a server that this user runs on this machine: in a file that only the user can read, named by the
 * address.
 *
 * `acp serve` makes a new token each time it starts, and removes the file when it ends. So a file that is left over
 * holds a token that no server accepts any more, and it does no harm that clients send it to whatever listens there
 * now. A file that others could have written or read is refused.
 */
import { rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { dataFolder, type Environment } from '@acp-stack/workspace/user-folders';

import { readSecret, writeSecret } from '../files/secret-file.ts';

const servedFolder = (env: Environment): string => join(dataFolder(env), 'served');

/** The file with the token of the server at `url`. */
export function servedTokenFile(url: string, env: Environment): string {
  const { hostname, port, protocol } = new URL(url);
  const defaultPort = /^(?:https|wss):$/u.test(protocol) ? '443' : '80';
  const name = `${hostname.replaceAll(/[[\]]/gu, '').replaceAll(':', '_')}-${port === '' ? defaultPort : port}`;
  return join(servedFolder(env), `${name}.token`);
}

/** Writes the token of the server at `url`; returns the path of the file. */
export function writeServedToken(url: string, token: string, env: Environment): string {
  const path = servedTokenFile(url, env);
  writeSecret(path, token);
  return path;
}

/** Removes the file, if it still holds `token`: another server may have the address now. */
export function removeServedToken(path: string, token: string): void {
  try {
    if (readSecret(path) === token) rmSync(path);
  } catch {
    // It is gone, or something else has its place.
  }
}

/**
 * The token of a server of this user at a loopback address; undefined if there is none. Throws if others could have
 * written or read it.
 */
export function findServedToken(url: string, env: Environment): string | undefined {
  const { hostname } = new URL(url);
  const addresses = hostname === 'localhost' ? ['127.0.0.1', '[::1]'] : [hostname];
  for (const address of addresses) {
    if (!/^(?:127\.\d+\.\d+\.\d+|\[::1\])$/u.test(address)) continue;
    const token = readSecret(servedTokenFile(url.replace(`//${hostname}`, `//${address}`), env));
    if (token !== undefined && token !== '') return token;
  }
  return undefined;
}

/** Whether `path` is the file of a server of this user. */
export function isServedTokenFile(path: string, env: Environment): boolean {
  return dirname(resolve(path)) === resolve(servedFolder(env));
}
