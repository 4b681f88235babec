import { describe, expect, test } from 'vitest';

import { run } from '../../run.ts';
import { captureTerminal } from '../../terminal/captured-terminal.ts';

describe('acp agent --features', () => {
  test('lists methods in groups, each with its versions, a sentence and its rules', async () => {
    const terminal = captureTerminal({ columns: 120 });
    expect(await run(['agent', '--features'], terminal)).toBe(0);
    const text = terminal.out();
    expect(text).toMatch(/^\d+ methods and \d+ kinds of updates; 3 declined\n\nConnection\n {2}initialize /u);
    expect(text).toContain('Reports whether a session is open or stored. (STAT-01)');
    expect(text).toMatch(/\n {2}session\/load +v1 stable +– +Opens a stored session/u);
    expect(text).toMatch(/\nKinds of session\/update\n {2}user_message +v2 +Shows the message of the user/u);
    expect(text).toMatch(/\nDeclined\n {2}subagent_update +The agent does not start other agents/u);
    expect(text.split('\n').filter((line) => line.length > 120)).toEqual([]);
  });

  test('has the list for programs', async () => {
    const terminal = captureTerminal();
    expect(await run(['agent', '--features', '--format', 'json'], terminal)).toBe(0);
    const list = JSON.parse(terminal.out()) as { readonly methods: unknown; readonly updates: unknown };
    expect(list.methods).toContainEqual({
      method: 'session/status',
      group: 'Sessions',
      direction: 'client>agent',
      kind: 'request',
      v1: 'unstable',
      v2: 'unstable',
      does: 'Reports whether a session is open or stored.',
      rules: ['STAT-01'],
    });
    expect(list.updates).toContainEqual(
      expect.objectContaining({
        update: 'session_message',
        versions: [],
        does: null,
        declined: expect.any(String) as string,
      }),
    );
  });
});

describe('acp agent', () => {
  test('takes only ways to log in that exist', async () => {
    const terminal = captureTerminal({ env: { ACP_AGENT_AUTH: 'magic' } });
    expect(await run(['agent'], terminal)).toBe(2);
    expect(terminal.err()).toContain('ACP_AGENT_AUTH: Unknown login method "magic"');
  });
});
