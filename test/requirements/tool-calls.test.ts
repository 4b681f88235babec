/** The rules of tool calls and terminals, proved on the wire. */
import type { AgentTerminal, ClientSession, PromptHandler, ToolCall } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';
import { describe, expect } from 'vitest';

import { isOver, working, type ProgramFixture } from './program-fixture.ts';
import type { Fields, WireTester } from './wire-tester.ts';
import { provesOnWire } from './wire-proof.ts';

/** An agent that has been given a prompt. */
async function prompted(
  fixture: ProgramFixture,
  onPrompt: PromptHandler,
): Promise<{ tester: WireTester; sessionId: string }> {
  const tester = fixture.agent(onPrompt);
  const sessionId = await tester.open();
  expect(await tester.prompt(sessionId)).toHaveProperty('result');
  return { tester, sessionId };
}

/** A client that follows what the tester says about tool calls. */
async function following(fixture: ProgramFixture): Promise<{
  tester: WireTester;
  session: ClientSession;
  call: (fields: object, toolCallId?: string) => Promise<void>;
  shows: (terminalId: string) => object;
  append: (terminalId: string) => Promise<void>;
}> {
  const { tester, open } = await fixture.client();
  const session = await open();
  const shows = (terminalId: string): object => ({ type: 'terminal', terminalId });
  return {
    tester,
    session,
    shows,
    call: (fields, toolCallId = 'c1') => tester.update('s1', 'tool_call_update', { toolCallId, ...fields }),
    append: (terminalId) =>
      tester.update('s1', 'tool_call_content_chunk', { toolCallId: 'c1', content: shows(terminalId) }),
  };
}

const patch = 'diff --git a/work/a.ts b/work/b.ts\nrename from /work/a.ts\nrename to /work/b.ts\n';
const moved = { operation: 'move', oldPath: '/work/a.ts', path: '/work/b.ts', fileType: 'text' } as const;
const modified = { operation: 'modify', path: '/work/c.ts', fileType: 'text' } as const;

/** The content items of tool calls, whichever way they were sent. */
const contentIn = (tester: WireTester): Fields[] =>
  tester
    .updates('tool_call_update', 'tool_call_content_chunk')
    .flatMap((update) => [update['content'] ?? []].flat() as Fields[]);

describe('a tool call', () => {
  provesOnWire('TOOL-01', {
    agent: async (fixture) => {
      const { tester } = await prompted(fixture, (turn) => {
        turn.toolCall({ title: 'Edit' });
        return working(turn);
      });
      expect(tester.updates('tool_call_update')).toHaveLength(1);
    },
  });

  provesOnWire('TOOL-02', {
    agent: async (fixture) => {
      const { tester } = await prompted(fixture, (turn) => {
        for (const title of ['One', 'Two', 'Three']) turn.toolCall({ title });
      });
      expect(new Set(tester.updates('tool_call_update').map(({ toolCallId }) => toolCallId)).size).toBe(3);
      const twice = await prompted(fixture, (turn) => {
        for (const title of ['One', 'Two']) turn.toolCall({ toolCallId: 'c1', title });
      });
      expect(twice.tester.updates('tool_call_update').map(({ title }) => title)).toEqual(['One']);
    },
  });

  provesOnWire('TOOL-06', {
    agent: async (fixture) => {
      const { tester } = await prompted(fixture, (turn) => {
        turn.toolCall({ title: 'Edit' });
      });
      expect(tester.updates('tool_call_update')[0]).toMatchObject({ title: 'Edit' });
    },
  });

  provesOnWire('TOOL-08', {
    agent: async (fixture) => {
      const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' as const }];
      const { tester } = await prompted(fixture, async (turn) => {
        const call = turn.toolCall({ title: 'Edit' });
        if ((await turn.requestPermission({ title: 'May I?', subject: call, options })) === undefined) return;
        await call.start();
        await call.complete();
      });
      const statuses = (): unknown[] => tester.updates('tool_call_update').map(({ status }) => status);
      expect(statuses()).toEqual(['pending']);
      const chosen = { outcome: { outcome: 'selected', optionId: 'yes' } };
      await tester.reply(tester.last('session/request_permission'), chosen);
      expect(statuses()).toEqual(['pending', 'in_progress', 'completed']);
    },
  });

  provesOnWire('TOOL-22', {
    agent: async (fixture) => {
      const { tester } = await prompted(fixture, (turn) => {
        turn.toolCall({ title: 'Edit', name: 'edit_file' });
      });
      expect(tester.updates('tool_call_update')[0]).toMatchObject({ name: 'edit_file' });
    },
  });

  provesOnWire('TOOL-23', {
    agent: async (fixture) => {
      const { tester } = await prompted(fixture, async (turn) => {
        const call = turn.toolCall({ title: 'Edit', locations: [{ path: '/work/a.ts' }] });
        await call.at({ path: '/work/b.ts', line: 1 });
      });
      const locations = tester.updates('tool_call_update').flatMap((update) => update['locations'] as Fields[]);
      expect(locations).toEqual([{ path: '/work/a.ts' }, { path: '/work/b.ts', line: 1 }]);
    },
  });
});

describe('what a client makes of updates', () => {
  provesOnWire('TOOL-05', {
    client: async (fixture) => {
      const { session, call, shows } = await following(fixture);
      const known = (): object => session.toolCalls.get('c1') ?? {};
      await call({ title: 'Edit', status: 'in_progress', content: [shows('t1')] });
      await call({ status: 'completed' });
      expect(known()).toMatchObject({ title: 'Edit', status: 'completed', terminalIds: ['t1'] });
      await call({ title: null, content: null });
      expect(known()).toMatchObject({ title: undefined, status: 'completed', terminalIds: [] });
      await call({ content: [shows('t2')] });
      await call({ content: [] });
      expect(known()).toMatchObject({ terminalIds: [] });
    },
  });

  provesOnWire('TOOL-07', {
    client: async (fixture) => {
      const { session, call, append, shows } = await following(fixture);
      const shown: unknown[] = [];
      const look = (): void => void shown.push(session.toolCalls.get('c1')?.terminalIds);
      await call({ title: 'Build', content: [shows('t1')] });
      await append('t2');
      look();
      await call({ content: [shows('t3')] });
      look();
      await append('t4');
      look();
      expect(shown).toEqual([['t1', 't2'], ['t3'], ['t3', 't4']]);
    },
  });

  provesOnWire('TOOL-21', {
    client: async (fixture) => {
      const { session, call } = await following(fixture);
      await call({ title: 'Watch', status: '_watching' });
      await call({ title: 'Edit', status: 'completed' }, 'c2');
      session.cancel();
      // What has not finished is cancelled with the work, and nothing else is (CANCEL-02).
      expect(session.toolCalls.get('c1')?.status).toBe('cancelled');
      expect(session.toolCalls.get('c2')?.status).toBe('completed');
      await settled();
    },
  });
});

describe('diffs', () => {
  provesOnWire('TOOL-11', {
    agent: async (fixture) => {
      const { tester } = await prompted(fixture, async (turn) => {
        await turn.toolCall({ title: 'Move' }).diff([moved, modified], patch);
      });
      expect(contentIn(tester).map(({ changes }) => changes)).toEqual([[moved, modified]]);
    },
  });

  provesOnWire('TOOL-12', {
    agent: async (fixture) => {
      const { tester } = await prompted(fixture, async (turn) => {
        await turn.toolCall({ title: 'Move' }).diff([moved], patch);
      });
      expect(contentIn(tester).map((item) => item['patch'])).toEqual([{ format: 'git_patch', text: patch }]);
    },
  });
});

describe('terminals', () => {
  provesOnWire('TOOL-14', {
    client: async (fixture) => {
      const { tester, session, call, shows } = await following(fixture);
      await tester.update('s1', 'terminal_update', { terminalId: 't1', capabilities: { cancel: {} } });
      await call({ title: 'Build', content: [shows('t1')] });
      await isOver(session.cancelTerminal('t1'));
      expect(tester.last('terminal/cancel').params).toEqual({ sessionId: 's1', terminalId: 't1' });
    },
  });

  provesOnWire('TOOL-15', {
    agent: async (fixture) => {
      const { tester } = await prompted(fixture, async (turn) => {
        for (const title of ['One', 'Two']) {
          const call = turn.toolCall({ title });
          await call.append(turn.terminal().content);
        }
      });
      const terminals = tester.updates('terminal_update').map(({ terminalId }) => terminalId);
      const calls = tester.updates('tool_call_update').map(({ toolCallId }) => toolCallId);
      expect(new Set([...terminals, ...calls]).size).toBe(4);
      expect(contentIn(tester).map(({ terminalId }) => terminalId)).toEqual(terminals);
    },
  });

  provesOnWire('TOOL-17', {
    client: async (fixture) => {
      const { tester, session, call, shows } = await following(fixture);
      await call({ title: 'Build', status: 'in_progress', content: [shows('t1')] });
      await tester.update('s1', 'terminal_update', { terminalId: 't1', capabilities: { cancel: {} } });
      await tester.update('s1', 'terminal_update', { terminalId: 't1', exitStatus: {} });
      await isOver(session.cancelTerminal('t1'));
      expect(tester.all('terminal/cancel')).toEqual([]);
      expect(session.toolCalls.get('c1')?.status).toBe('in_progress');
    },
  });
});

describe('cancelling one thing', () => {
  provesOnWire('TOOL-19', {
    agent: async (fixture) => {
      const { tester, sessionId } = await prompted(fixture, async (turn) => {
        turn.toolCall({ toolCallId: 'fixed', title: 'Fixed' });
        await turn.toolCall({ toolCallId: 'ended', title: 'Ended', onCancel: () => undefined }).complete();
      });
      for (const toolCallId of ['unknown', 'fixed', 'ended']) {
        const { error } = await tester.ask('tool_call/cancel', { sessionId, toolCallId });
        expect(error?.code, toolCallId).toBe(-32_602);
      }
      expect((await tester.ask('terminal/cancel', { sessionId, terminalId: 'unknown' })).error?.code).toBe(-32_602);
    },
    client: async (fixture) => {
      const { tester, session, call } = await following(fixture);
      await call({ title: 'Fixed' });
      await tester.update('s1', 'terminal_update', { terminalId: 't1' });
      await isOver(Promise.allSettled([session.cancelToolCall('c1'), session.cancelTerminal('t1')]));
      expect(tester.all('tool_call/cancel')).toEqual([]);
      expect(tester.all('terminal/cancel')).toEqual([]);
      await call({ capabilities: { cancel: {} } });
      await isOver(session.cancelToolCall('c1'));
      expect(tester.all('tool_call/cancel')).toHaveLength(1);
    },
  });

  provesOnWire('TOOL-20', {
    agent: async (fixture) => {
      const { tester, sessionId } = await prompted(fixture, (turn) => {
        const call: ToolCall = turn.toolCall({ title: 'Watch', onCancel: () => void call.cancel() });
        const terminal: AgentTerminal = turn.terminal({ onCancel: () => void terminal.exit({ signal: 'SIGTERM' }) });
        return working(turn);
      });
      const { toolCallId } = tester.updates('tool_call_update')[0] ?? {};
      expect((await tester.ask('tool_call/cancel', { sessionId, toolCallId })).result).toEqual({});
      expect(tester.updates('tool_call_update').at(-1)).toMatchObject({ toolCallId, status: 'cancelled' });
      const { terminalId } = tester.updates('terminal_update')[0] ?? {};
      expect((await tester.ask('terminal/cancel', { sessionId, terminalId })).result).toEqual({});
      expect(tester.updates('terminal_update').at(-1)).toMatchObject({ terminalId, exitStatus: { signal: 'SIGTERM' } });
    },
  });
});
