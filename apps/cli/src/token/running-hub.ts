/**
 * The hubs that this user runs on this machine: where they are, and their token.
 *
 * The token is kept when the hub ends, because the next one uses it again. So it is sent only to an address at which
 * the process that wrote the file still runs, and not to whatever may listen there after a hub was killed.
 */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { isJsonObject } from '@acp-stack/schema/json-object';
import { dataFolder, type Environment } from '@acp-stack/workspace/user-folders';

import { createSecret, readSecret, writeSecret } from '../files/secret-file.ts';

/** A hub of this user. */
export interface RunningHub {
  /** Where clients of this machine connect. */
  readonly url: string;
  readonly pid: number;
}

/** The folder of the hub: its database, its token, and where hubs run. */
export const hubFolder = (env: Environment): string => join(dataFolder(env), 'hub');

/** The folder with one file for each hub that runs. */
const runningFolder = (env: Environment): string => join(hubFolder(env), 'running');
const tokenFile = (env: Environment): string => join(hubFolder(env), 'token');

/** How many times an empty file is read again: another hub may be writing it. */
const attempts = 50;

/**
 * The token of the hubs of this user, made by `make` when it is first needed; only the user can read it. If several
 * hubs start at the same moment, one of them makes it and the others read it.
 */
export function keptHubToken(env: Environment, make: () => string): { readonly token: string; readonly path: string } {
  const path = tokenFile(env);
  const token = make();
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const known = readSecret(path);
    if (known === undefined && createSecret(path, token)) return { token, path };
    if (known !== undefined && known !== '') return { token: known, path };
    pause();
  }
  // The hub that began to write it has ended.
  writeSecret(path, token);
  return { token, path };
}

/** Waits 10 milliseconds. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
}

/** Notes where a hub of this user is; disposing of the result removes the note. Notes of hubs that died are removed. */
export function noteRunningHub(hub: RunningHub, env: Environment): Disposable {
  for (const { path, hub: other } of notes(env)) if (!isOwnProcess(other.pid)) rmSync(path, { force: true });
  const path = join(runningFolder(env), `${hub.pid}-${new URL(hub.url).port}.json`);
  writeSecret(path, JSON.stringify(hub));
  return {
    [Symbol.dispose]: () => {
      rmSync(path, { force: true });
    },
  };
}

/** The hubs of this user that run now. */
export const findRunningHubs = (env: Environment): readonly RunningHub[] =>
  notes(env).flatMap(({ hub }) => (isOwnProcess(hub.pid) ? [hub] : []));

/** The token for `url`, if that is the address of a hub of this user that runs now. */
export function findHubToken(url: string, env: Environment): string | undefined {
  if (!findRunningHubs(env).some((hub) => placeOf(hub.url) === placeOf(url))) return undefined;
  const token = readSecret(tokenFile(env));
  return token === '' ? undefined : token;
}

function notes(env: Environment): readonly { readonly path: string; readonly hub: RunningHub }[] {
  return namesIn(runningFolder(env)).flatMap((name) => {
    const path = join(runningFolder(env), name);
    const hub = readNote(path);
    return hub === undefined ? [] : [{ path, hub }];
  });
}

/** The notes in a folder, in a stable order; a name that is still being written ends otherwise. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .toSorted();
  } catch {
    return [];
  }
}

function readNote(path: string): RunningHub | undefined {
  const text = readSecret(path);
  const value = text === undefined ? undefined : parsed(text);
  if (!isJsonObject(value)) return undefined;
  const { url, pid } = value;
  const isNote = typeof url === 'string' && URL.canParse(url) && Number.isInteger(pid) && Number(pid) > 0;
  return isNote ? { url, pid: Number(pid) } : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether the process runs, and may be sent signals by this user. */
function isOwnProcess(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The address and port: `ws:` and `http:` of one port are the same place, and so are `localhost` and 127.0.0.1. */
function placeOf(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  const secure = /^(?:https|wss):$/u.test(protocol);
  const host = hostname === 'localhost' ? '127.0.0.1' : hostname;
  return `${secure ? 'secure ' : ''}${host}:${port === '' ? (secure ? '443' : '80') : port}`;
}
