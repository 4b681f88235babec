/** Scripts that begin as every agent and every client of protocol version 2 does. */
import type { Channel } from '@acp-stack/rpc';

import { mockPeer, type MockPeer, type MockPeerOptions } from './mock-peer.ts';

/** What the scripted agent says about itself. */
export interface MockAgentOptions extends MockPeerOptions {
  /** What it advertises; sessions and nothing more when absent. */
  readonly capabilities?: object;
  /** The ways to log in that it offers; none when absent. */
  readonly authMethods?: readonly object[];
  /** The ids of the sessions it opens, in order; `session-1` and so on when absent or used up. */
  readonly sessionIds?: readonly string[];
}

/** What the scripted client says about itself. */
export interface MockClientOptions extends MockPeerOptions {
  /** What it advertises; nothing when absent. */
  readonly capabilities?: object;
  /** Also opens a session in this directory; later steps find its id in `result` of what came before. */
  readonly cwd?: string;
}

/** An agent that answers `initialize` and `session/new` whenever they come; the rest is up to the script. */
export function mockAgent(channel: Channel, options: MockAgentOptions = {}): MockPeer {
  const { capabilities = { session: {} }, authMethods, sessionIds = [] } = options;
  let opened = 0;
  return mockPeer(channel, options)
    .whenever('initialize', {
      protocolVersion: 2,
      info: { name: 'mock-agent', version: '1.0.0' },
      capabilities,
      ...(authMethods === undefined ? {} : { authMethods }),
    })
    .whenever('session/new', () => {
      opened += 1;
      return { sessionId: sessionIds[opened - 1] ?? `session-${opened}` };
    });
}

/** A client that has initialized, and opened a session when it was given a directory; the rest is up to the script. */
export function mockClient(channel: Channel, options: MockClientOptions = {}): MockPeer {
  const { capabilities = {}, cwd } = options;
  const client = mockPeer(channel, options)
    .request('initialize', {
      protocolVersion: 2,
      info: { name: 'mock-client', version: '1.0.0' },
      capabilities,
    })
    .expectAnswer({ protocolVersion: 2 });
  return cwd === undefined ? client : client.request('session/new', { cwd }).expectAnswer({ sessionId: isString });
}

const isString = (value: unknown): boolean => typeof value === 'string';
