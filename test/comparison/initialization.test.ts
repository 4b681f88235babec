/** How two sides initialize a connection; `official-sdk.ts` says how the two are compared. */
import * as versionOne from '@agentclientprotocol/sdk';
import * as nextEdits from '@agentclientprotocol/sdk/experimental/nes';
import * as official from '@agentclientprotocol/sdk/experimental/v2/unstable';
import { describe, expect, test } from 'vitest';

import { lineChannel } from '@acp-stack/rpc';
import { agent, client } from '@acp-stack/sdk';
import { bytePipe, settled } from '@acp-stack/testing';

import { verifies } from '../requirements/requirement.ts';
import { RawPeer } from '../support/raw-peer.ts';
import { any, atEnd, failure, info, ourClient, ourEnds, closeAfterEach, theirClient, theirs } from './setup.ts';
import { officialSdk } from './official-sdk.ts';

closeAfterEach();

describe('a notification before initialize', () => {
  test(verifies('INIT-13', 'is ignored'), async () => {
    const [channel, raw] = ourEnds();
    const heard: unknown[] = [];
    const connection = agent(info).connect(channel, { checkOutgoing: true });
    connection.raw.onNotification('_note', any, (params) => void heard.push(params));
    atEnd(() => {
      connection.raw.destroy();
    });
    raw.notify('_note', { early: true });
    await settled();
    expect(heard).toEqual([]);
  });

  officialSdk('on version 1 is handed to the program', async () => {
    const heard: unknown[] = [];
    const app = versionOne
      .agent()
      .onRequest('initialize', () => ({ protocolVersion: 1 }))
      .onNotification('_note', any, ({ params }) => void heard.push(params));
    const { raw } = theirs(app);
    raw.notify('_note', { early: true });
    await settled();
    expect(heard).toEqual([{ early: true }]);
  });
});

describe('a request before initialize, to an agent that says nothing about itself', () => {
  const opening = { cwd: '/', mcpServers: [] };

  test('is refused', async () => {
    const [channel, raw] = ourEnds();
    const connection = agent(info)
      .onPrompt(() => undefined)
      .connect(channel);
    atEnd(() => {
      connection.raw.destroy();
    });
    expect(await raw.request('session/new', opening)).toMatchObject({ error: { code: -32_600 } });
  });

  officialSdk('is served', async () => {
    const { raw } = theirs(versionOne.agent().onRequest('session/new', () => ({ sessionId: 's' })));
    expect(await raw.request('session/new', opening)).toMatchObject({ result: { sessionId: 's' } });
  });
});

describe('a request before initialize, to an agent with next edit suggestions', () => {
  test(verifies('INIT-13', 'is refused'), async () => {
    const [left, right] = bytePipe();
    const raw = new RawPeer(lineChannel(right.source, right.sink));
    const connection = agent(info)
      .onPrompt(() => undefined)
      .on('nes/start', () => ({ sessionId: 'n' }))
      .on('nes/suggest', () => ({ suggestions: [] }))
      .on('nes/close', () => ({}))
      .connect(lineChannel(left.source, left.sink));
    atEnd(() => {
      connection.raw.destroy();
    });
    expect(await raw.request('session/new', { cwd: '/' })).toMatchObject({ error: { code: -32_600 } });
  });

  officialSdk('is served', async () => {
    const app = nextEdits
      .agent()
      .onRequest('initialize', () => ({ protocolVersion: 1 }))
      .onRequest('session/new', () => ({ sessionId: 's' }));
    const { raw } = theirs(app);
    expect(await raw.request('session/new', { cwd: '/', mcpServers: [] })).toMatchObject({
      result: { sessionId: 's' },
    });
  });
});

describe('a second initialize', () => {
  const again = { protocolVersion: 1, clientCapabilities: {} };

  test(verifies('INIT-14', 'is refused once the session has begun, also on version 1'), async () => {
    const [left, right] = bytePipe();
    const raw = new RawPeer(lineChannel(right.source, right.sink));
    const connection = agent(info)
      .onPrompt(() => undefined)
      .connect(lineChannel(left.source, left.sink));
    atEnd(() => {
      connection.raw.destroy();
    });
    await raw.request('initialize', again);
    await raw.request('session/new', { cwd: '/', mcpServers: [] });
    expect(await raw.request('initialize', again)).toMatchObject({ error: { code: -32_600 } });
  });

  officialSdk('on version 1 is served like the first', async () => {
    let times = 0;
    const app = versionOne
      .agent()
      .onRequest('initialize', () => {
        times += 1;
        return { protocolVersion: 1 };
      })
      .onRequest('session/new', () => ({ sessionId: 's' }));
    const { raw } = theirs(app);
    await raw.request('initialize', again);
    await raw.request('session/new', { cwd: '/', mcpServers: [] });
    await raw.request('initialize', again);
    expect(times).toBe(2);
  });
});

describe('an agent of another version', () => {
  const older = { protocolVersion: 1, agentCapabilities: {} };

  test(verifies('INIT-05', 'is met in its own version when that is 1'), async () => {
    const [channel, raw] = ourEnds();
    raw.whenever('initialize', () => older);
    const connection = await client(info).connect(channel);
    expect(connection.version).toBe(1);
    connection.destroy();
  });

  test(verifies('INIT-07', 'is told apart, with words that say what to do, and the connection is closed'), async () => {
    const [channel, raw] = ourEnds();
    raw.whenever('initialize', () => older);
    expect(await failure(client(info).connect(channel, { versions: [2] }))).toMatchObject({
      name: 'ProtocolVersionError',
      message: expect.stringContaining('version 1') as string,
    });
    await settled();
    expect(raw.hasEnded).toBe(true);
  });

  officialSdk('is an error of its validator', async () => {
    const { connection, raw } = theirs(official.client());
    raw.whenever('initialize', () => older);
    const error = await failure(connection.agent.request('initialize', { protocolVersion: 2, info }));
    expect(error.name).toBe('ZodError');
    await connection.closed;
    await settled();
    expect(raw.hasEnded).toBe(false);
  });

  officialSdk('on version 1 is not told apart', async () => {
    const { connection, raw } = theirs(versionOne.client());
    raw.whenever('initialize', () => ({ protocolVersion: 2 }));
    await expect(connection.agent.request('initialize', { protocolVersion: 1 })).resolves.toEqual({
      protocolVersion: 2,
    });
    expect(raw.hasEnded).toBe(false);
  });
});

describe('a method that the other side did not advertise', () => {
  test(verifies('INIT-09', 'is refused here, with the capability that is missing'), async () => {
    const { connection, raw } = await ourClient(client(info));
    const before = raw.received.length;
    expect(await failure(connection.delete('s'))).toMatchObject({
      name: 'CapabilityError',
      capability: 'session.delete',
    });
    await settled();
    expect(raw.received).toHaveLength(before);
  });

  officialSdk('is sent', async () => {
    const { connection, raw } = await theirClient(official.client());
    void connection.agent.request('session/delete', { sessionId: 's' }).catch(() => undefined);
    await settled();
    expect(raw.find('session/delete')).toBeDefined();
  });
});
