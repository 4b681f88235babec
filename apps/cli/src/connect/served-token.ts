/**
 * The token of a server that this user runs on this machine: in a file that only the user can read, named by the
 * address.
 *
 * `acp serve` makes a new token each time it starts, and removes the file when it ends. So a file that is left over
 * holds a token that no server accepts any more, and it does no harm that clients send it to whatever listens there
 * now.
 */
import { closeSync, lstatSync, mkdirSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

import { dataFolder, readRegularFileSync, type Environment } from '@acp-stack/workspace/user-folders';

import { openPrivate } from '../files/private-file.ts';

const maxBytes = 64 * 1024;

/** The file with the token of the server at `url`. */
export function servedTokenFile(url: string, env: Environment): string {
  const { hostname, port, protocol } = new URL(url);
  const defaultPort = /^(?:https|wss):$/u.test(protocol) ? '443' : '80';
  const name = `${hostname.replaceAll(/[[\]]/gu, '').replaceAll(':', '_')}-${port === '' ? defaultPort : port}`;
  return join(dataFolder(env), 'served', `${name}.token`);
}

/** Writes the token of the server at `url`; returns the path of the file. */
export function writeServedToken(url: string, token: string, env: Environment): string {
  const path = servedTokenFile(url, env);
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
  const file = openPrivate(path);
  try {
    writeSync(file, `${token}\n`);
  } finally {
    closeSync(file);
  }
  return path;
}

/** Removes the file, if it still holds `token`: another server may have the address now. */
export function removeServedToken(path: string, token: string): void {
  try {
    if (String(readRegularFileSync(path, { maxBytes })).trim() === token) rmSync(path);
  } catch {
    // It is gone already.
  }
}

/** The token of a server of this user at a loopback address; undefined if there is none. */
export function findServedToken(url: string, env: Environment): string | undefined {
  const { hostname } = new URL(url);
  const addresses = hostname === 'localhost' ? ['127.0.0.1', '[::1]'] : [hostname];
  for (const address of addresses) {
    if (!/^(?:127\.\d+\.\d+\.\d+|\[::1\])$/u.test(address)) continue;
    const token = readPrivate(servedTokenFile(url.replace(`//${hostname}`, `//${address}`), env));
    if (token !== undefined) return token;
  }
  return undefined;
}

/** The content of a file that only this user can read and write. */
function readPrivate(path: string): string | undefined {
  try {
    const facts = lstatSync(path);
    const isOurs = process.getuid === undefined || (facts.uid === process.getuid() && (facts.mode & 0o077) === 0);
    const text = isOurs && facts.isFile() ? String(readRegularFileSync(path, { maxBytes })).trim() : '';
    return text === '' ? undefined : text;
  } catch {
    return undefined;
  }
}
