import { RpcError, rpcCodes } from '@acp-stack/rpc';
import { describe, expect, test } from 'vitest';

import { noDefaults, type AgentServer } from '../config/agent-server.ts';
import { explainFailure } from './explain-failure.ts';

const started: AgentServer = {
  kind: 'command',
  name: 'florist',
  command: 'florist',
  args: [],
  env: {},
  defaults: noDefaults,
};
const far: AgentServer = { kind: 'url', name: 'far', url: 'http://127.0.0.1/', headers: {}, defaults: noDefaults };
const explained = (error: Error, server: AgentServer = started): unknown =>
  explainFailure(error, { server, isConnected: false });

describe('an introduction that was not taken', () => {
  test('asks whether it is an agent only where the answer is one of other protocols', () => {
    expect(explained(new RpcError(rpcCodes.methodNotFound, 'Method not found.'))).toMatchObject({
      exitCode: 1,
      message:
        'florist did not take the introduction: Method not found (-32601); is it an agent, and does it need an option such as --acp?',
    });
    expect(explained(new RpcError(rpcCodes.internalError, 'The garden is closed.'))).toMatchObject({
      exitCode: 1,
      message: 'florist did not take the introduction: The garden is closed (-32603)',
    });
  });

  test('by a server without an agent is one that was not reached, in the words of the server', () => {
    const words = 'The server answered 405: Use GET; check the path of the address, which often ends in /acp.';
    const error = new RpcError(rpcCodes.internalError, words, { data: { status: 405, body: 'Use GET' } });
    expect(explained(error, far)).toMatchObject({ exitCode: 7, message: `far: ${words.slice(0, -1)}` });
  });

  test('by a bridge for another version says which one to use', () => {
    const words = 'The agent speaks version 1; this bridge is for version 2.';
    expect(explained(new RpcError(rpcCodes.internalError, words))).toMatchObject({
      exitCode: 1,
      message: expect.stringContaining('use acp bridge --to 2, or leave the bridge out'),
    });
  });
});
