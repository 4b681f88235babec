/** What our packages export that the official SDK does not have; `official-sdk.ts` says how the two are compared. */
import * as official from '@agentclientprotocol/sdk/experimental/v2/unstable';
import { describe, expect, test } from 'vitest';

import * as bridge from '@acp-stack/bridge';
import * as journal from '@acp-stack/journal';
import * as rpc from '@acp-stack/rpc';
import { methods } from '@acp-stack/schema/v2/unstable';
import * as sdk from '@acp-stack/sdk';
import * as stdio from '@acp-stack/stdio';
import { observe } from '@acp-stack/telemetry';
import * as testing from '@acp-stack/testing';
import * as transcript from '@acp-stack/transcript';
import * as workspace from '@acp-stack/workspace';
import { officialSdk } from './official-sdk.ts';

const doors = ['', '/unstable', '/experimental/v2', '/experimental/v2/unstable', '/experimental/nes'];

async function theirNames(): Promise<string[]> {
  const all = await Promise.all(
    doors.map(async (door) => Object.keys((await import(`@agentclientprotocol/sdk${door}`)) as object)),
  );
  return all.flat();
}

describe.each<[what: string, ours: unknown, theirs: RegExp]>([
  ['proxies', sdk.proxy, /^proxy$|conductor/iu],
  ['the low level of a connection', rpc.Peer, /^(Peer|Connection|ConnectionBuilder|JsonRpcHandler)$/u],
  ['spans and metrics', observe, /^tap|trace|span|record|observ|middleware/iu],
  ['conversion between the versions', bridge.bridge, /bridge|convert/iu],
  ['agents as processes', stdio.spawnAgent, /spawn|process/iu],
  ['a store of sessions', [sdk.memoryStore, journal], /sessionStore|memoryStore|journal/iu],
  ['files and terminals of a client', workspace, /workspace|localFiles|sandbox/iu],
  ['the state of a session, folded', transcript, /transcript|fold|reducer/iu],
  ['mock peers, recorders and clocks for tests', [testing.mockPeer, testing.record], /script|mock|clock|faulty/iu],
  ['typed errors of a connection', rpc.ConnectionError, /ConnectionError|ConnectionClosed|CapabilityError/u],
])('%s', (_, ours, theirs) => {
  test('are here', () => {
    expect(ours).toBeDefined();
  });

  officialSdk('are not there', async () => {
    expect((await theirNames()).filter((name) => theirs.test(name))).toEqual([]);
  });
});

describe('drafts of the protocol: messages for a turn under way, context, the state of an editor', () => {
  const drafts = ['session/inject', 'workspace/open_documents', 'workspace/recent_documents'];

  test('are here', () => {
    expect(drafts.filter((method) => !(method in methods))).toEqual([]);
  });

  officialSdk('are not there', () => {
    const known = [official.AGENT_METHODS, official.CLIENT_METHODS].flatMap((each) => Object.values<string>(each));
    expect(known).toContain('session/prompt');
    expect(known.filter((method) => drafts.includes(method))).toEqual([]);
  });
});

describe('the validators', () => {
  test('are public', () => {
    expect(methods['session/prompt'].params.check({ sessionId: 1 }).ok).toBe(false);
  });

  officialSdk('are not, but for a few of next edit suggestions', async () => {
    const found = (await theirNames()).filter((name) => /^z[A-Z]|^validate$|^parse[A-Z]/u.test(name));
    expect(new Set(found)).toEqual(
      new Set([
        'parseMcpOutcome',
        'validate',
        'zAgentCapabilities',
        'zClientCapabilities',
        'zInitializeRequest',
        'zInitializeResponse',
      ]),
    );
  });
});
