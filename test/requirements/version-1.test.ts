/** The rules that only version 1 has, proved on the wire: our programs keep them when they meet a peer of version 1. */
import { settled } from '@acp-stack/testing';
import { beforeAll, describe, expect } from 'vitest';

import { working } from './program-fixture.ts';
import { olderAgent, olderClient, promptOf } from './version-1.ts';
import type { WireTester } from './wire-tester.ts';
import { provesOnWire } from './wire-proof.ts';

// It is loaded when the first peer of version 1 is met, which takes longer than a check waits.
beforeAll(() => import('@acp-stack/bridge'));

const text = (words: string): object => ({ type: 'text', text: words });
const permission = 'session/request_permission';
const options = [
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
];

describe('the introduction', () => {
  provesOnWire('INIT-03', {
    agent: async (fixture) => {
      const tester = fixture.agent();
      const { result } = await tester.ask('initialize', { protocolVersion: 1 });
      expect(result?.['agentInfo']).toEqual({ name: 'program', version: '1.0.0' });
    },
    client: async (fixture) => {
      const { tester } = await fixture.connecting();
      expect(tester.last('initialize').params?.['clientInfo']).toEqual({ name: 'program', version: '1.0.0' });
    },
  });

  provesOnWire('INIT-05', {
    agent: async (fixture) => {
      const { result } = await fixture.agent().ask('initialize', { protocolVersion: 1 });
      expect(result?.['protocolVersion']).toBe(1);
      const unknown = await fixture.agent().ask('initialize', { protocolVersion: 0 });
      expect(unknown.result?.['protocolVersion']).toBe(2);
    },
  });

  provesOnWire('INIT-16', {
    agent: async (fixture) => {
      const { tester, sessionId } = await olderClient(fixture);
      expect(await tester.prompt(sessionId)).toMatchObject({ result: { stopReason: 'end_turn' } });
    },
  });
});

describe('updates that version 1 does not have', () => {
  provesOnWire('GEN-25', {
    agent: async (fixture) => {
      const reports: string[] = [];
      const { tester, sessionId } = await olderClient(
        fixture,
        async (turn) => {
          await turn.update({ sessionUpdate: '_mood', mood: 'good' });
          await turn.update({ sessionUpdate: 'agent_message', messageId: 'm', content: null });
          await turn.message.append('hello');
        },
        { onReport: (report) => void (report.kind === 'loss' && reports.push(report.row)) },
      );
      await tester.prompt(sessionId);
      const updates = tester.all('session/update').map(({ params }) => params?.['update']);
      expect(updates).toMatchObject([{ sessionUpdate: 'agent_message_chunk' }]);
      expect(reports).toEqual(['unknown updates', 'whole messages']);
    },
  });
});

describe('messages', () => {
  const unknown = { jsonrpc: '2.0', id: 1, method: '_not/known' };
  const refusesArray = async (tester: WireTester): Promise<void> => {
    const before = tester.received.length;
    await tester.send([unknown, { ...unknown, id: 2 }]);
    expect(tester.received.slice(before)).toEqual([
      { jsonrpc: '2.0', id: null, error: { code: -32_600, message: expect.any(String) as string } },
    ]);
    await tester.send({ ...unknown, id: 3 });
    expect(tester.received.at(-1)).toMatchObject({ id: 3, error: { code: -32_601 } });
  };
  provesOnWire('GEN-12', {
    agent: async (fixture) => {
      await refusesArray((await olderClient(fixture)).tester);
    },
    client: async (fixture) => {
      await refusesArray((await olderAgent(fixture)).tester);
    },
  });

  const echoesIds = async (tester: WireTester): Promise<void> => {
    for (const id of ['a', 7, null]) {
      await tester.send({ ...unknown, id });
      expect(tester.received.at(-1)).toMatchObject({ id, error: { code: -32_601 } });
    }
  };
  provesOnWire('GEN-15', {
    agent: async (fixture) => {
      await echoesIds((await olderClient(fixture)).tester);
    },
    client: async (fixture) => {
      await echoesIds((await olderAgent(fixture)).tester);
    },
  });
});

describe('a turn', () => {
  provesOnWire('TURN-01', {
    client: async (fixture) => {
      const met = await olderAgent(fixture);
      await promptOf(met);
      expect(met.tester.last('session/prompt').params?.['prompt']).toEqual([text('hello')]);
    },
  });

  provesOnWire('TURN-02', {
    agent: async (fixture) => {
      const { tester, sessionId } = await olderClient(fixture);
      expect((await tester.prompt(sessionId)).result).toEqual({ stopReason: 'end_turn' });
    },
  });

  provesOnWire('TURN-03', {
    agent: async (fixture) => {
      const { tester, sessionId } = await olderClient(fixture);
      const answer = await tester.prompt(sessionId);
      const last = tester.received.findLastIndex(({ method }) => method === 'session/update');
      expect(tester.updates('agent_message_chunk')).toHaveLength(1);
      expect(last).toBeLessThan(tester.received.indexOf(answer));
    },
  });

  provesOnWire('TURN-05', {
    client: async (fixture) => {
      const met = await olderAgent(fixture);
      await promptOf(met);
      for (const messageId of ['a', 'a', 'b'])
        await met.tester.update('s1', 'agent_message_chunk', { messageId, content: text('x') });
      const ids = met.heard
        .filter(({ sessionUpdate }) => sessionUpdate === 'agent_message_chunk')
        .map(({ messageId }) => messageId);
      expect(ids).toEqual(['a', 'a', 'b']);
    },
  });

  provesOnWire('TURN-06', {
    agent: async (fixture) => {
      const { tester, sessionId } = await olderClient(fixture, async ({ message, thought, newMessage }) => {
        await thought.append('hm');
        await message.append('one');
        await newMessage().append('two');
      });
      await tester.prompt(sessionId);
      const ids = [...tester.updates('agent_thought_chunk'), ...tester.updates('agent_message_chunk')].map(
        ({ messageId }) => messageId,
      );
      expect(new Set(ids).size).toBe(3);
    },
  });

  provesOnWire('TURN-07', {
    agent: async (fixture) => {
      const { tester, sessionId } = await olderClient(fixture, ({ session }) =>
        session.usage({ used: 5, size: 10, cost: { amount: 0.1, currency: 'USD' } }),
      );
      await tester.prompt(sessionId);
      expect(tester.updates('usage_update')).toMatchObject([
        { used: 5, size: 10, cost: { amount: 0.1, currency: 'USD' } },
      ]);
    },
  });

  provesOnWire('TURN-08', {
    agent: async (fixture) => {
      const { tester, sessionId } = await olderClient(fixture);
      await tester.prompt(sessionId);
      expect(tester.updates('usage_update')).toEqual([]);
    },
  });

  provesOnWire('TURN-09', {
    client: async (fixture) => {
      const met = await olderAgent(fixture);
      const { run } = await promptOf(met);
      const usage = { totalTokens: 3, inputTokens: 2, outputTokens: 1 };
      await met.tester.reply(met.tester.last('session/prompt'), { stopReason: 'end_turn', usage });
      expect(await run).toMatchObject({ usage });
    },
  });
});

describe('slash commands', () => {
  const commands = [{ type: 'command' as const, name: 'water', description: 'Waters a plant.' }];

  provesOnWire('TURN-10', {
    agent: async (fixture) => {
      const { tester, sessionId } = await olderClient(
        fixture,
        async ({ command, message }) => {
          await message.append(JSON.stringify(command ?? 'words'));
        },
        { build: (app) => app.onSession((session) => session.setCommands(commands)) },
      );
      await tester.prompt(sessionId, [text('/water the tulip'), text('now')]);
      await tester.prompt(sessionId, [text('/burn it')]);
      expect(tester.updates('agent_message_chunk').map(({ content }) => content)).toEqual([
        text('{"name":"water","input":"the tulip"}'),
        text('"words"'),
      ]);
    },
  });

  provesOnWire('CMD-02', {
    client: async (fixture) => {
      const met = await olderAgent(fixture);
      await promptOf(met, '/water the tulip');
      expect(met.tester.last('session/prompt').params?.['prompt']).toEqual([text('/water the tulip')]);
    },
  });
});

describe('cancelling', () => {
  provesOnWire('CANCEL-03', {
    client: async (fixture) => {
      const met = await olderAgent(fixture, { build: (app) => app.onPermission(() => new Promise(() => undefined)) });
      await promptOf(met);
      const question = await met.tester.begin(permission, { sessionId: 's1', toolCall: { toolCallId: 'c' }, options });
      met.session.cancel();
      await settled();
      expect(met.tester.answerTo(question).result).toEqual({ outcome: { outcome: 'cancelled' } });
    },
  });

  provesOnWire('PERM-04', {
    client: async (fixture) => {
      const met = await olderAgent(fixture, { build: (app) => app.onPermission(() => new Promise(() => undefined)) });
      await promptOf(met);
      const question = await met.tester.begin(permission, { sessionId: 's1', toolCall: { toolCallId: 'c' }, options });
      met.session.cancel();
      await settled();
      expect(met.tester.answerTo(question).result).toEqual({ outcome: { outcome: 'cancelled' } });
    },
  });

  provesOnWire('CANCEL-05', {
    agent: async (fixture) => {
      const { tester, sessionId } = await olderClient(fixture, working);
      const id = await tester.beginPrompt(sessionId);
      await tester.cancel(sessionId);
      expect(tester.answerTo(id).result).toEqual({ stopReason: 'cancelled' });
    },
  });

  provesOnWire('CANCEL-07', {
    agent: async (fixture) => {
      const { tester, sessionId } = await olderClient(fixture, async (turn) => {
        await working(turn).catch(() => undefined);
        await turn.message.append('one last word');
      });
      const id = await tester.beginPrompt(sessionId);
      await tester.cancel(sessionId);
      const answer = tester.answerTo(id);
      const last = tester.received.findLastIndex(({ method }) => method === 'session/update');
      expect(tester.updates('agent_message_chunk')).toHaveLength(1);
      expect(last).toBeLessThan(tester.received.indexOf(answer));
    },
  });
});

describe('tool calls', () => {
  provesOnWire('TOOL-03', {
    client: async (fixture) => {
      const { tester, session, heard } = await olderAgent(fixture);
      await tester.update('s1', 'tool_call', { toolCallId: 'c', title: 'Read' });
      expect(session.toolCalls.get('c')).toMatchObject({ title: 'Read', status: 'pending' });
      expect(heard.at(-1)?.['kind'] ?? 'other').toBe('other');
    },
  });

  provesOnWire('TOOL-04', {
    client: async (fixture) => {
      const { tester, session, heard } = await olderAgent(fixture);
      const content = (words: string): object[] => [{ type: 'content', content: text(words) }];
      await tester.update('s1', 'tool_call', { toolCallId: 'c', title: 'Read', kind: 'read', content: content('one') });
      await tester.update('s1', 'tool_call_update', { toolCallId: 'c', content: content('two') });
      expect(session.toolCalls.get('c')?.title).toBe('Read');
      expect(heard.at(-1)?.['content']).toEqual(content('two'));
    },
  });

  provesOnWire('TOOL-09', {
    agent: async (fixture) => {
      const { tester, sessionId } = await olderClient(fixture, async ({ toolCall }) => {
        const patch =
          'diff --git /work/a /work/a\nnew file mode 100644\n--- /dev/null\n+++ /work/a\n@@ -0,0 +1,1 @@\n+new\n';
        await toolCall({
          title: 'Edit',
          content: [
            {
              type: 'diff',
              changes: [{ operation: 'add', path: '/work/a' }],
              patch: { format: 'git_patch', text: patch },
            },
          ],
        }).complete();
      });
      await tester.prompt(sessionId);
      const [call] = tester.updates('tool_call');
      expect(call?.['content']).toEqual([{ type: 'diff', path: '/work/a', oldText: null, newText: 'new\n' }]);
    },
  });

  provesOnWire('TOOL-13', {
    agent: async (fixture) => {
      const { tester, sessionId } = await olderClient(
        fixture,
        async ({ editorTerminal, toolCall }) => {
          const terminal = await editorTerminal({ command: 'ls' });
          await toolCall({ title: 'List', content: [{ type: 'terminal', terminalId: terminal.id }] }).complete();
        },
        { capabilities: { terminal: true } },
      );
      tester.whenever('terminal/create', () => ({ terminalId: 't' }));
      await tester.prompt(sessionId);
      expect(tester.updates('tool_call')[0]?.['content']).toEqual([{ type: 'terminal', terminalId: 't' }]);
    },
  });
});

describe('files', () => {
  provesOnWire('FS-01', {
    agent: async (fixture) => {
      const { tester, sessionId } = await olderClient(
        fixture,
        async ({ files }) => {
          await files.readText('/work/a').catch(() => undefined);
          await files.writeText('/work/a', '').catch(() => undefined);
        },
        { capabilities: { fs: { readTextFile: false } } },
      );
      await tester.prompt(sessionId);
      expect([...tester.all('fs/read_text_file'), ...tester.all('fs/write_text_file')]).toEqual([]);
    },
  });

  provesOnWire('FS-05', {
    agent: async (fixture) => {
      for (const success of [null, {}]) {
        const { tester, sessionId } = await olderClient(
          fixture,
          async ({ files, message }) => {
            await files.writeText('/work/a', 'text');
            await message.append('written');
          },
          { capabilities: { fs: { writeTextFile: true } } },
        );
        tester.whenever('fs/write_text_file', () => success);
        await tester.prompt(sessionId);
        expect(tester.updates('agent_message_chunk')).toMatchObject([{ content: text('written') }]);
      }
    },
  });

  provesOnWire('FS-08', {
    client: async (fixture) => {
      const { tester, open } = await fixture.client({ build: (app) => app.onFiles({ readText: () => 'text' }) });
      await open();
      const { error } = await tester.ask('fs/read_text_file', { sessionId: 's1', path: '/work/a' });
      expect(error?.code).toBe(-32_601);
    },
  });
});

describe('terminals', () => {
  provesOnWire('TERM-01', {
    agent: async (fixture) => {
      const { tester, sessionId } = await olderClient(fixture, async ({ editorTerminal }) => {
        await editorTerminal({ command: 'ls' }).catch(() => undefined);
      });
      await tester.prompt(sessionId);
      expect(tester.all('terminal/create')).toEqual([]);
    },
  });

  provesOnWire('TERM-04', {
    agent: async (fixture) => {
      const { tester, sessionId } = await olderClient(
        fixture,
        async ({ editorTerminal }) => {
          await editorTerminal({ command: 'ls', cwd: '/work' });
        },
        { capabilities: { terminal: true } },
      );
      tester.whenever('terminal/create', () => ({ terminalId: 't' }));
      await tester.prompt(sessionId);
      expect(tester.last('terminal/create').params?.['cwd']).toBe('/work');
    },
  });

  provesOnWire('TERM-08', {
    agent: async (fixture) => {
      const { tester, sessionId } = await olderClient(
        fixture,
        async ({ editorTerminal }) => {
          await using terminal = await editorTerminal({ command: 'ls' });
          await terminal.kill();
        },
        { capabilities: { terminal: true } },
      );
      tester.whenever('terminal/create', () => ({ terminalId: 't' }));
      tester.whenever('terminal/kill', () => ({}));
      tester.whenever('terminal/release', () => ({}));
      await tester.prompt(sessionId);
      expect(tester.all('terminal/release').map(({ params }) => params?.['terminalId'])).toEqual(['t']);
    },
  });

  provesOnWire('TERM-12', {
    client: async (fixture) => {
      const terminals = {
        create: () => 't',
        output: () => ({ output: '', truncated: false }),
        waitForExit: () => ({ exitCode: 0 }),
        kill: () => undefined,
        release: () => undefined,
      };
      const { tester, open } = await fixture.client({ build: (app) => app.onTerminals(terminals) });
      await open();
      const { error } = await tester.ask('terminal/create', { sessionId: 's1', command: 'ls' });
      expect(error?.code).toBe(-32_601);
    },
  });
});
