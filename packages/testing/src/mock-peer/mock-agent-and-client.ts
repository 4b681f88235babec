/** Mock peers that start as every agent and every client of protocol version 2 does. */
import type { Channel } from '@acp-stack/rpc';

import { mockPeer, type MockPeer, type MockPeerOptions } from './mock-peer.ts';

/** What the mock agent reports about itself. */
export interface MockAgentOptions extends MockPeerOptions {
  /** Its capabilities; only sessions when absent. */
  readonly capabilities?: object;
  /** The authentication methods that it offers; none when absent. */
  readonly authMethods?: readonly object[];
  /** The ids of the sessions that it opens, in order; then, or when absent, `session-1` and so on. */
  readonly sessionIds?: readonly string[];
}

/** What the mock client reports about itself. */
export interface MockClientOptions extends MockPeerOptions {
  /** Its capabilities; none when absent. */
  readonly capabilities?: object;
  /** Also opens a session in this directory; later steps find its id in `result` of the last response. */
  readonly cwd?: string;
}

/** An agent that answers `initialize` and `session/new` at any time; all other messages are up to the test. */
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

/**
 * A client that has sent `initialize`, and `session/new` if it was given a directory; all other messages are up to the
 * test.
 */
export function mockClient(channel: Channel, options: MockClientOptions = {}): MockPeer {
  const { capabilities = {}, cwd } = options;
  const client = mockPeer(channel, options)
    .request('initialize', {
      protocolVersion: 2,
      info: { name: 'mock-client', version: '1.0.0' },
      capabilities,
    })
    .expectResponse({ protocolVersion: 2 });
  return cwd === undefined ? client : client.request('session/new', { cwd }).expectResponse({ sessionId: isString });
}

const isString = (value: unknown): boolean => typeof value === 'string';
