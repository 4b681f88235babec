/** Messages as claude-agent-acp, codex-acp and pi-acp send them. */
import { describe, expect, test } from 'vitest';

import {
  meetInSession,
  promptTaken,
  strangers,
  takeUpdates,
} from '../rules-for-v1-agent/bridged-agent.test-support.ts';

const content = [{ type: 'terminal', terminalId: 't' }];
const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('terminals that a version 1 agent shows by _meta', () => {
  test('are terminals of the agent, with their command, output and exit', async () => {
    await using ends = await meetInSession();
    await promptTaken(ends);
    const call = { toolCallId: 't', title: 'ls', kind: 'execute', status: 'in_progress', content };
    ends.agent.update('s1', {
      sessionUpdate: 'tool_call',
      ...call,
      _meta: { terminal_info: { terminal_id: 't', cwd: '/g' } },
    });
    const output = { terminal_output: { terminal_id: 't', data: 'röses.txt\n' } };
    ends.agent.update('s1', { sessionUpdate: 'tool_call_update', toolCallId: 't', _meta: output });
    ends.agent.update('s1', {
      sessionUpdate: 'tool_call_update',
      toolCallId: 't',
      status: 'completed',
      _meta: { claudeCode: { toolName: 'Bash' }, terminal_exit: { terminal_id: 't', exit_code: 0, signal: null } },
    });
    await ends.settle();
    expect(takeUpdates(ends)).toEqual([
      { sessionUpdate: 'terminal_update', terminalId: 't', command: 'ls', cwd: '/g' },
      { sessionUpdate: 'tool_call_update', ...call },
      { sessionUpdate: 'terminal_output_chunk', terminalId: 't', data: base64('röses.txt\n') },
      { sessionUpdate: 'terminal_update', terminalId: 't', exitStatus: { exitCode: 0, signal: null } },
      {
        sessionUpdate: 'tool_call_update',
        toolCallId: 't',
        status: 'completed',
        _meta: { claudeCode: { toolName: 'Bash' } },
      },
    ]);
    expect(ends.lostRows).toEqual([]);
  });

  test('may come all at once, and with output before they are opened', async () => {
    await using ends = await meetInSession();
    await promptTaken(ends);
    ends.agent.update('s1', {
      sessionUpdate: 'tool_call',
      toolCallId: 'c',
      title: 'Run it',
      rawInput: { command: 'make' },
      content,
      _meta: {
        terminal_output_delta: { terminal_id: 't', data: 'a' },
        terminal_exit: { terminal_id: 't', exit_code: 2, signal: 'SIGTERM' },
      },
    });
    await ends.settle();
    expect(takeUpdates(ends)).toMatchObject([
      { sessionUpdate: 'terminal_update', terminalId: 't', command: 'make', cwd: '/work' },
      { sessionUpdate: 'terminal_output_chunk', data: base64('a') },
      { sessionUpdate: 'terminal_update', exitStatus: { exitCode: 2, signal: 'SIGTERM' } },
      { sessionUpdate: 'tool_call_update', toolCallId: 'c' },
    ]);
  });

  test.each([
    [{ terminal_info: 'x' }],
    [{ terminal_output: { data: 'x' } }],
    [{ terminal_output: { terminal_id: 't', data: 7 } }],
    [{ terminal_exit: { terminal_id: 9 } }],
  ])('are left out if they are malformed: %j', async (_meta) => {
    await using ends = await meetInSession();
    await promptTaken(ends);
    ends.agent.update('s1', { sessionUpdate: 'tool_call', toolCallId: 'c', title: 'x', _meta });
    await ends.settle();
    expect(takeUpdates(ends)).toMatchObject([{ sessionUpdate: 'tool_call_update', toolCallId: 'c' }]);
  });
});

describe('the capabilities of the client for a version 1 agent', () => {
  test('say that it shows such terminals, and that it runs logins in a terminal if it does', async () => {
    const offered = async (capabilities: object): Promise<unknown> => {
      const ends = strangers();
      await using _ = ends;
      ends.client.request('initialize', { protocolVersion: 2, info: { name: 'x', version: '1' }, capabilities });
      await ends.settle();
      const { params } = ends.agent.takeOne();
      return (params as { clientCapabilities: { _meta: unknown } }).clientCapabilities._meta;
    };
    expect(await offered({})).toEqual({ terminal_output: true });
    expect(await offered({ auth: { terminal: {} } })).toEqual({ terminal_output: true, 'terminal-auth': true });
    expect(await offered({ _meta: { terminal_output: false, other: 1 } })).toEqual({
      terminal_output: false,
      other: 1,
    });
  });
});
