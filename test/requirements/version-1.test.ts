/** The rules that only version 1 has, proved on the wire: our programs keep them when they meet a peer of version 1. */
import { settled } from '@acp-stack/testing';
import { beforeAll, describe, expect } from 'vitest';

import { working } from './stand.ts';
import { olderAgent, olderClient, promptOf } from './version-1.ts';
import type { WireJudge } from './wire-judge.ts';
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
    agent: async (stand) => {
      const judge = stand.agent();
      const { result } = await judge.ask('initialize', { protocolVersion: 1 });
      expect(result?.['agentInfo']).toEqual({ name: 'program', version: '1.0.0' });
    },
    client: async (stand) => {
      const { judge } = await stand.connecting();
      expect(judge.last('initialize').params?.['clientInfo']).toEqual({ name: 'program', version: '1.0.0' });
    },
  });

  provesOnWire('INIT-05', {
    agent: async (stand) => {
      const { result } = await stand.agent().ask('initialize', { protocolVersion: 1 });
      expect(result?.['protocolVersion']).toBe(1);
    },
  });

  provesOnWire('INIT-16', {
    agent: async (stand) => {
      const { judge, sessionId } = await olderClient(stand);
      expect(await judge.prompt(sessionId)).toMatchObject({ result: { stopReason: 'end_turn' } });
    },
  });
});

describe('messages', () => {
  const unknown = { jsonrpc: '2.0', id: 1, method: '_nobody/knows' };
  const refusesArray = async (judge: WireJudge): Promise<void> => {
    const before = judge.received.length;
    await judge.send([unknown, { ...unknown, id: 2 }]);
    expect(judge.received.slice(before)).toEqual([
      { jsonrpc: '2.0', id: null, error: { code: -32_600, message: expect.any(String) as string } },
    ]);
    await judge.send({ ...unknown, id: 3 });
    expect(judge.received.at(-1)).toMatchObject({ id: 3, error: { code: -32_601 } });
  };
  provesOnWire('GEN-12', {
    agent: async (stand) => {
      await refusesArray((await olderClient(stand)).judge);
    },
    client: async (stand) => {
      await refusesArray((await olderAgent(stand)).judge);
    },
  });

  const echoesIds = async (judge: WireJudge): Promise<void> => {
    for (const id of ['a', 7, null]) {
      await judge.send({ ...unknown, id });
      expect(judge.received.at(-1)).toMatchObject({ id, error: { code: -32_601 } });
    }
  };
  provesOnWire('GEN-15', {
    agent: async (stand) => {
      await echoesIds((await olderClient(stand)).judge);
    },
    client: async (stand) => {
      await echoesIds((await olderAgent(stand)).judge);
    },
  });
});

describe('a turn', () => {
  provesOnWire('TURN-01', {
    client: async (stand) => {
      const met = await olderAgent(stand);
      await promptOf(met);
      expect(met.judge.last('session/prompt').params?.['prompt']).toEqual([text('hello')]);
    },
  });

  provesOnWire('TURN-02', {
    agent: async (stand) => {
      const { judge, sessionId } = await olderClient(stand);
      expect((await judge.prompt(sessionId)).result).toEqual({ stopReason: 'end_turn' });
    },
  });

  provesOnWire('TURN-03', {
    agent: async (stand) => {
      const { judge, sessionId } = await olderClient(stand);
      const answer = await judge.prompt(sessionId);
      const last = judge.received.findLastIndex(({ method }) => method === 'session/update');
      expect(judge.updates('agent_message_chunk')).toHaveLength(1);
      expect(last).toBeLessThan(judge.received.indexOf(answer));
    },
  });

  provesOnWire('TURN-05', {
    client: async (stand) => {
      const met = await olderAgent(stand);
      await promptOf(met);
      for (const messageId of ['a', 'a', 'b'])
        await met.judge.update('s1', 'agent_message_chunk', { messageId, content: text('x') });
      const ids = met.heard
        .filter(({ sessionUpdate }) => sessionUpdate === 'agent_message_chunk')
        .map(({ messageId }) => messageId);
      expect(ids).toEqual(['a', 'a', 'b']);
    },
  });

  provesOnWire('TURN-06', {
    agent: async (stand) => {
      const { judge, sessionId } = await olderClient(stand, async ({ message, thought, newMessage }) => {
        await thought.append('hm');
        await message.append('one');
        await newMessage().append('two');
      });
      await judge.prompt(sessionId);
      const ids = [...judge.updates('agent_thought_chunk'), ...judge.updates('agent_message_chunk')].map(
        ({ messageId }) => messageId,
      );
      expect(new Set(ids).size).toBe(3);
    },
  });

  provesOnWire('TURN-07', {
    agent: async (stand) => {
      const { judge, sessionId } = await olderClient(stand, ({ session }) =>
        session.usage({ used: 5, size: 10, cost: { amount: 0.1, currency: 'USD' } }),
      );
      await judge.prompt(sessionId);
      expect(judge.updates('usage_update')).toMatchObject([
        { used: 5, size: 10, cost: { amount: 0.1, currency: 'USD' } },
      ]);
    },
  });

  provesOnWire('TURN-08', {
    agent: async (stand) => {
      const { judge, sessionId } = await olderClient(stand);
      await judge.prompt(sessionId);
      expect(judge.updates('usage_update')).toEqual([]);
    },
  });

  provesOnWire('TURN-09', {
    client: async (stand) => {
      const met = await olderAgent(stand);
      const { run } = await promptOf(met);
      const usage = { totalTokens: 3, inputTokens: 2, outputTokens: 1 };
      await met.judge.reply(met.judge.last('session/prompt'), { stopReason: 'end_turn', usage });
      expect(await run).toMatchObject({ usage });
    },
  });
});

describe('slash commands', () => {
  const commands = [{ type: 'command' as const, name: 'water', description: 'Waters a plant.' }];

  provesOnWire('TURN-10', {
    agent: async (stand) => {
      const { judge, sessionId } = await olderClient(
        stand,
        async ({ command, message }) => {
          await message.append(JSON.stringify(command ?? 'words'));
        },
        { build: (app) => app.onSession((session) => session.setCommands(commands)) },
      );
      await judge.prompt(sessionId, [text('/water the tulip'), text('now')]);
      await judge.prompt(sessionId, [text('/burn it')]);
      expect(judge.updates('agent_message_chunk').map(({ content }) => content)).toEqual([
        text('{"name":"water","input":"the tulip"}'),
        text('"words"'),
      ]);
    },
  });

  provesOnWire('CMD-02', {
    client: async (stand) => {
      const met = await olderAgent(stand);
      await promptOf(met, '/water the tulip');
      expect(met.judge.last('session/prompt').params?.['prompt']).toEqual([text('/water the tulip')]);
    },
  });
});

describe('cancelling', () => {
  provesOnWire('CANCEL-03', {
    client: async (stand) => {
      const met = await olderAgent(stand, { build: (app) => app.onPermission(() => new Promise(() => undefined)) });
      await promptOf(met);
      const question = await met.judge.begin(permission, { sessionId: 's1', toolCall: { toolCallId: 'c' }, options });
      met.session.cancel();
      await settled();
      expect(met.judge.answerTo(question).result).toEqual({ outcome: { outcome: 'cancelled' } });
    },
  });

  provesOnWire('PERM-04', {
    client: async (stand) => {
      const met = await olderAgent(stand, { build: (app) => app.onPermission(() => new Promise(() => undefined)) });
      await promptOf(met);
      const question = await met.judge.begin(permission, { sessionId: 's1', toolCall: { toolCallId: 'c' }, options });
      met.session.cancel();
      await settled();
      expect(met.judge.answerTo(question).result).toEqual({ outcome: { outcome: 'cancelled' } });
    },
  });

  provesOnWire('CANCEL-05', {
    agent: async (stand) => {
      const { judge, sessionId } = await olderClient(stand, working);
      const id = await judge.beginPrompt(sessionId);
      await judge.cancel(sessionId);
      expect(judge.answerTo(id).result).toEqual({ stopReason: 'cancelled' });
    },
  });

  provesOnWire('CANCEL-07', {
    agent: async (stand) => {
      const { judge, sessionId } = await olderClient(stand, async (turn) => {
        await working(turn).catch(() => undefined);
        await turn.message.append('one last word');
      });
      const id = await judge.beginPrompt(sessionId);
      await judge.cancel(sessionId);
      const answer = judge.answerTo(id);
      const last = judge.received.findLastIndex(({ method }) => method === 'session/update');
      expect(judge.updates('agent_message_chunk')).toHaveLength(1);
      expect(last).toBeLessThan(judge.received.indexOf(answer));
    },
  });
});

describe('tool calls', () => {
  provesOnWire('TOOL-03', {
    client: async (stand) => {
      const { judge, session, heard } = await olderAgent(stand);
      await judge.update('s1', 'tool_call', { toolCallId: 'c', title: 'Read' });
      expect(session.toolCalls.get('c')).toMatchObject({ title: 'Read', status: 'pending' });
      expect(heard.at(-1)?.['kind'] ?? 'other').toBe('other');
    },
  });

  provesOnWire('TOOL-04', {
    client: async (stand) => {
      const { judge, session, heard } = await olderAgent(stand);
      const content = (words: string): object[] => [{ type: 'content', content: text(words) }];
      await judge.update('s1', 'tool_call', { toolCallId: 'c', title: 'Read', kind: 'read', content: content('one') });
      await judge.update('s1', 'tool_call_update', { toolCallId: 'c', content: content('two') });
      expect(session.toolCalls.get('c')?.title).toBe('Read');
      expect(heard.at(-1)?.['content']).toEqual(content('two'));
    },
  });

  provesOnWire('TOOL-09', {
    agent: async (stand) => {
      const { judge, sessionId } = await olderClient(stand, async ({ toolCall }) => {
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
      await judge.prompt(sessionId);
      const [call] = judge.updates('tool_call');
      expect(call?.['content']).toEqual([{ type: 'diff', path: '/work/a', oldText: null, newText: 'new\n' }]);
    },
  });

  provesOnWire('TOOL-13', {
    agent: async (stand) => {
      const { judge, sessionId } = await olderClient(
        stand,
        async ({ editorTerminal, toolCall }) => {
          const terminal = await editorTerminal({ command: 'ls' });
          await toolCall({ title: 'List', content: [{ type: 'terminal', terminalId: terminal.id }] }).complete();
        },
        { capabilities: { terminal: true } },
      );
      judge.whenever('terminal/create', () => ({ terminalId: 't' }));
      await judge.prompt(sessionId);
      expect(judge.updates('tool_call')[0]?.['content']).toEqual([{ type: 'terminal', terminalId: 't' }]);
    },
  });
});

describe('files', () => {
  provesOnWire('FS-01', {
    agent: async (stand) => {
      const { judge, sessionId } = await olderClient(
        stand,
        async ({ files }) => {
          await files.readText('/work/a').catch(() => undefined);
          await files.writeText('/work/a', '').catch(() => undefined);
        },
        { capabilities: { fs: { readTextFile: false } } },
      );
      await judge.prompt(sessionId);
      expect([...judge.all('fs/read_text_file'), ...judge.all('fs/write_text_file')]).toEqual([]);
    },
  });

  provesOnWire('FS-05', {
    agent: async (stand) => {
      for (const success of [null, {}]) {
        const { judge, sessionId } = await olderClient(
          stand,
          async ({ files, message }) => {
            await files.writeText('/work/a', 'text');
            await message.append('written');
          },
          { capabilities: { fs: { writeTextFile: true } } },
        );
        judge.whenever('fs/write_text_file', () => success);
        await judge.prompt(sessionId);
        expect(judge.updates('agent_message_chunk')).toMatchObject([{ content: text('written') }]);
      }
    },
  });

  provesOnWire('FS-08', {
    client: async (stand) => {
      const { judge, open } = await stand.client({ build: (app) => app.onFiles({ readText: () => 'text' }) });
      await open();
      const { error } = await judge.ask('fs/read_text_file', { sessionId: 's1', path: '/work/a' });
      expect(error?.code).toBe(-32_601);
    },
  });
});

describe('terminals', () => {
  provesOnWire('TERM-01', {
    agent: async (stand) => {
      const { judge, sessionId } = await olderClient(stand, async ({ editorTerminal }) => {
        await editorTerminal({ command: 'ls' }).catch(() => undefined);
      });
      await judge.prompt(sessionId);
      expect(judge.all('terminal/create')).toEqual([]);
    },
  });

  provesOnWire('TERM-04', {
    agent: async (stand) => {
      const { judge, sessionId } = await olderClient(
        stand,
        async ({ editorTerminal }) => {
          await editorTerminal({ command: 'ls', cwd: '/work' });
        },
        { capabilities: { terminal: true } },
      );
      judge.whenever('terminal/create', () => ({ terminalId: 't' }));
      await judge.prompt(sessionId);
      expect(judge.last('terminal/create').params?.['cwd']).toBe('/work');
    },
  });

  provesOnWire('TERM-08', {
    agent: async (stand) => {
      const { judge, sessionId } = await olderClient(
        stand,
        async ({ editorTerminal }) => {
          await using terminal = await editorTerminal({ command: 'ls' });
          await terminal.kill();
        },
        { capabilities: { terminal: true } },
      );
      judge.whenever('terminal/create', () => ({ terminalId: 't' }));
      judge.whenever('terminal/kill', () => ({}));
      judge.whenever('terminal/release', () => ({}));
      await judge.prompt(sessionId);
      expect(judge.all('terminal/release').map(({ params }) => params?.['terminalId'])).toEqual(['t']);
    },
  });

  provesOnWire('TERM-12', {
    client: async (stand) => {
      const terminals = {
        create: () => 't',
        output: () => ({ output: '', truncated: false }),
        waitForExit: () => ({ exitCode: 0 }),
        kill: () => undefined,
        release: () => undefined,
      };
      const { judge, open } = await stand.client({ build: (app) => app.onTerminals(terminals) });
      await open();
      const { error } = await judge.ask('terminal/create', { sessionId: 's1', command: 'ls' });
      expect(error?.code).toBe(-32_601);
    },
  });
});
