import { TransportError } from '@acp-stack/http';
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import { ProtocolVersionError } from '@acp-stack/sdk';
import { AgentProcessError } from '@acp-stack/stdio';
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
const far: AgentServer = { kind: 'url', name: 'far', url: 'http://127.0.0.1/acp', headers: {}, defaults: noDefaults };
const explained = (error: Error, server: AgentServer = started): unknown =>
  explainFailure(error, { server, isConnected: false });

test('a command that writes a trace is told to look at it, not to write one', () => {
  const server = { name: 'florist', kind: 'command', command: 'florist', args: [], env: {}, defaults: {} };
  const error = new AgentProcessError('exited', 'The agent florist exited with code 1.', { lines: [] });
  const withTrace = (trace?: string): unknown =>
    explainFailure(error, { server: server as unknown as AgentServer, isConnected: true, trace });
  expect(withTrace()).toMatchObject({ message: expect.stringContaining('with --trace file to see why') });
  expect(withTrace('t.jsonl')).toMatchObject({
    message: 'the agent florist exited with code 1; acp trace view t.jsonl shows its messages',
  });
});

test('an agent is named by what a launcher runs, or by its name in the config file; one that did not start by its program', () => {
  const node: AgentServer = { ...started, command: 'node', name: 'node florist.mjs', args: ['florist.mjs'] };
  const sentence = (code: 'exited' | 'not-started', server: AgentServer): unknown =>
    explained(new AgentProcessError(code, 'The agent node has gone.', { lines: [] }), server);
  expect(sentence('exited', node)).toMatchObject({
    message: 'the agent node florist.mjs has gone; run it alone to see why',
  });
  expect(sentence('exited', { ...node, name: 'rose$&' })).toMatchObject({
    message: 'the agent rose$& has gone; run it alone to see why',
  });
  expect(sentence('not-started', node)).toMatchObject({ message: 'the agent node has gone' });
});

test('credentials that are refused are told from none, and a link from a token', () => {
  const error = new TransportError('unauthorized', 'The server responded with 401: Credentials are required.', {
    status: 401,
  });
  const headers = { Authorization: 'Bearer rose' };
  const words: readonly (readonly [AgentServer, string])[] = [
    [far, 'Credentials are required; name the file with the token of the server by --token-file, or set ACP_TOKEN'],
    [{ ...far, headers }, 'the token that was sent is not valid there; check --token-file, ACP_TOKEN or'],
    [{ ...far, headers, hub: { isGuest: true } }, 'this invitation is not valid: it has expired, was'],
  ];
  for (const [server, message] of words)
    expect(explained(error, server)).toMatchObject({ exitCode: 6, message: expect.stringContaining(message) });
  const forbidden = new TransportError('unauthorized', 'The server responded with 403.', { status: 403 });
  expect(explained(forbidden, { ...far, headers })).toMatchObject({
    message: expect.stringContaining('responded with 403'),
  });
});

describe('an introduction that was not taken', () => {
  test('asks whether it is an agent only where the answer is one of other protocols', () => {
    expect(explained(new RpcError(rpcCodes.methodNotFound, 'Method not found.'))).toMatchObject({
      exitCode: 1,
      message:
        'florist rejected initialize: Method not found (-32601); is it an agent, and does it need an option such as --acp?',
    });
    expect(explained(new RpcError(rpcCodes.internalError, 'The garden is closed.'))).toMatchObject({
      exitCode: 1,
      message: 'florist rejected initialize: The garden is closed (-32603)',
    });
  });

  test('of a component before the agent names it, and asks whether it is a proxy', () => {
    const error = new RpcError(rpcCodes.invalidRequest, 'Send initialize first.');
    expect(explainFailure(error, { server: started, isConnected: false, refusedBy: 'guard' })).toMatchObject({
      message: 'guard rejected initialize: Send initialize first (-32600); is it a proxy? an agent belongs after --',
    });
  });

  test('of an agent in the place of a proxy says so, and where an agent belongs', () => {
    const data = { component: 'rose', reason: 'agent' };
    const error = new RpcError(rpcCodes.methodNotFound, 'rose is an agent, not a proxy; put it at the end.', { data });
    expect(explainFailure(error, { server: started, isConnected: false, refusedBy: 'rose' })).toMatchObject({
      message: 'rose is an agent, not a proxy; put it after --',
    });
  });

  test('by a server without an agent is one that was not reached, in the words of the server', () => {
    const words = 'The server responded with 405: Use GET; check the path of the address, which often ends in /acp.';
    const error = new RpcError(rpcCodes.internalError, words, { data: { status: 405, body: 'Use GET' } });
    expect(explained(error, far)).toMatchObject({ exitCode: 7, message: `far: ${words.slice(0, -1)}` });
  });

  test('by a server that has no agent at this path says where it probably is', () => {
    const server: AgentServer = { ...far, name: 'http://127.0.0.1:8431/', kind: 'url', url: 'http://127.0.0.1:8431' };
    const message = 'http://127.0.0.1:8431/: no agent at this path; try http://127.0.0.1:8431/acp';
    const refused = new RpcError(rpcCodes.internalError, 'x', { data: { status: 405, body: '' } });
    const lost = new TransportError('refused', 'The server responded with 404.', { status: 404 });
    for (const error of [refused, lost]) expect(explained(error, server)).toMatchObject({ exitCode: 7, message });
    const socket: AgentServer = { ...server, url: 'ws://127.0.0.1:8431/agent' };
    expect(explained(lost, socket)).toMatchObject({
      message: expect.stringMatching(/; try ws:\/\/127.0.0.1:8431\/acp$/u) as string,
    });
  });

  test('in a version that the user chose names the choice', () => {
    const error = new ProtocolVersionError(2, [1]);
    expect(explained(error, { ...started, protocol: 2 })).toMatchObject({
      exitCode: 1,
      message:
        'florist speaks version 1 of the protocol, not version 2; remove --protocol 2 (env: ACP_PROTOCOL; "protocol" in the config file)',
    });
    expect(explained(new ProtocolVersionError(1, []), { ...far, protocol: 1 })).toMatchObject({
      message: expect.stringContaining(
        'far speaks another version of the protocol, not version 1; remove --protocol 1',
      ),
    });
    expect(explained(new ProtocolVersionError(2, [3]))).toMatchObject({
      message: expect.stringContaining('this program speaks versions up to 2 of the Agent Client Protocol'),
    });
  });

  test('by a bridge for another version says which one to use', () => {
    const words = 'The agent speaks version 1; this bridge is for version 2.';
    expect(explained(new RpcError(rpcCodes.internalError, words))).toMatchObject({
      exitCode: 1,
      message: expect.stringContaining('use acp bridge --to 2, or omit the bridge'),
    });
  });
});

describe('a program that has ended', () => {
  const ended = (lines: readonly string[]): AgentProcessError =>
    new AgentProcessError('exited', 'The agent florist exited with code 1 before it said anything.', { lines });
  const frame = '    at grow (file:///garden.mjs:3:38)';

  test('shows its error, however long the stack below it is', () => {
    const crash = [
      'file:///garden.mjs:3',
      'roses.cut();',
      '^',
      '',
      'ReferenceError: roses is not defined',
      ...Array.from({ length: 12 }, () => frame),
      '',
      'Node.js v20.20.2',
    ];
    expect(explained(ended(crash))).toMatchObject({
      message: 'the agent florist exited (code 1) without speaking ACP; it printed:',
      details: [
        'file:///garden.mjs:3',
        'roses.cut();',
        '^',
        'ReferenceError: roses is not defined',
        ...Array.from({ length: 3 }, () => frame.trim()),
        'Node.js v20.20.2',
      ],
    });
  });

  test('shows the newest ten lines of one that has said much', () => {
    const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`);
    expect(explained(ended(lines))).toMatchObject({ details: lines.slice(20) });
  });

  test('shows what was read of it after it had ended', () => {
    const context = { server: started, isConnected: false, printed: ['hello'] };
    expect(explainFailure(ended([]), context)).toMatchObject({
      message: 'the agent florist exited (code 1) without speaking ACP; it printed:',
      details: ['hello'],
    });
  });
});

test('a whole command in quotes is told from a name', () => {
  const command = 'node agent.mjs';
  const error = new AgentProcessError('not-started', `${command} could not be started: command not found.`);
  const message = 'node agent.mjs could not be started: command not found; if it has arguments, remove the quotes';
  expect(explained(error, { ...started, name: command, command })).toMatchObject({ message });
  // One of the settings was not quoted.
  expect(explained(error, { ...started, command })).toMatchObject({ message: message.replace(/;.*/u, '') });
});

describe('an agent that does not say why it failed', () => {
  const failure = new RpcError(rpcCodes.internalError, 'Internal error');
  const answered = 'florist failed: Internal error (-32603)';

  test('may have printed it, which can be seen', () => {
    const context = { server: started, isConnected: true, isPrintShown: false };
    expect(explainFailure(failure, context)).toMatchObject({
      message: `${answered}; --log-level info shows its output`,
    });
    const told = new RpcError(rpcCodes.internalError, 'The garden is closed.');
    expect(explainFailure(told, context)).toMatchObject({ message: expect.stringMatching(/closed \(-32603\)$/u) });
  });

  test('has printed nothing that was not seen, or here', () => {
    const shown = { server: started, isConnected: true, isPrintShown: true };
    expect(explainFailure(failure, shown)).toMatchObject({ message: answered });
    const remote = { server: far, isConnected: true, isPrintShown: false };
    expect(explainFailure(failure, remote)).toMatchObject({ message: 'far failed: Internal error (-32603)' });
  });
});
