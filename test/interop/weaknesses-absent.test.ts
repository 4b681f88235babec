/** What the official SDK 2.4.0 does not have at all, by what it exports, and where ours has it; see `weaknesses.test.ts`. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import * as bridge from '@acp-stack/bridge';
import * as journal from '@acp-stack/journal';
import * as rpc from '@acp-stack/rpc';
import * as sdk from '@acp-stack/sdk';
import * as stdio from '@acp-stack/stdio';
import * as testing from '@acp-stack/testing';
import * as transcript from '@acp-stack/transcript';
import * as workspace from '@acp-stack/workspace';

const doors = ['', '/unstable', '/experimental/v2', '/experimental/v2/unstable', '/experimental/nes'];

interface Manifest {
  readonly bin?: unknown;
  readonly sideEffects?: unknown;
}

const entry = createRequire(import.meta.url).resolve('@agentclientprotocol/sdk');
const home = entry.slice(0, entry.lastIndexOf(join('sdk', 'dist')));
const manifest = JSON.parse(readFileSync(join(home, 'sdk', 'package.json'), 'utf8')) as Manifest;

async function theirNames(): Promise<string[]> {
  const all = await Promise.all(
    doors.map(async (door) => Object.keys((await import(`@agentclientprotocol/sdk${door}`)) as object)),
  );
  return all.flat();
}

describe.each<[what: string, ours: unknown, theirs: RegExp]>([
  ['proxies', sdk.proxy, /^proxy$|conductor/iu],
  ['the low level of a connection', rpc.Peer, /^(Peer|Connection|ConnectionBuilder|JsonRpcHandler)$/u],
  ['an observer of the wire, and spans of a tracer', rpc.traceRequests, /^tap|trace|span|record|observ|middleware/iu],
  ['conversion between the versions', bridge.bridge, /bridge|convert/iu],
  ['agents as processes', stdio.spawnAgent, /spawn|process/iu],
  ['a store of sessions', [sdk.memoryStore, journal], /sessionStore|memoryStore|journal/iu],
  ['files and terminals of a client', workspace, /workspace|localFiles|sandbox/iu],
  ['the state of a session, folded', transcript, /transcript|fold|reducer/iu],
  ['scripted peers, recorders and clocks for tests', [testing.script, testing.record], /script|mock|clock|faulty/iu],
  ['typed errors of a connection', rpc.ConnectionError, /ConnectionError|ConnectionClosed|CapabilityError/u],
])('%s', (_, ours, theirs) => {
  test('are here', () => {
    expect(ours).toBeDefined();
  });

  test('the official SDK: are not there', async () => {
    expect((await theirNames()).filter((name) => theirs.test(name))).toEqual([]);
  });
});

test('the official SDK: has no program of its own, and does not say that unused parts may be left out', () => {
  expect(manifest.bin).toBeUndefined();
  expect(manifest.sideEffects).toBeUndefined();
});
