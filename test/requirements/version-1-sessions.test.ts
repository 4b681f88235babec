/** The rules about sessions and their settings that only version 1 has, proved on the wire. */
import type { AgentSession, PromptHandler } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';
import { beforeAll, describe, expect } from 'vitest';

import { bundledAgent } from './bundled-agent.ts';
import { isOver, replying, type ProgramFixture } from './program-fixture.ts';
import { olderAgent, olderClient } from './version-1.ts';
import type { Fields, WireTester } from './wire-tester.ts';
import { provesOnWire } from './wire-proof.ts';

// It is loaded when the first peer of version 1 is met, which takes longer than a check waits.
beforeAll(() => import('@acp-stack/bridge'));

const cwd = '/work';
const text = (words: string): object => ({ type: 'text', text: words });
const command = { name: 'files', command: '/bin/files', args: [], env: [] } as const;
const stdio = { type: 'stdio', ...command } as const;
const http = { type: 'http', name: 'web', url: 'https://example.org', headers: [] } as const;

describe('MCP servers', () => {
  provesOnWire('SETUP-05', {
    agent: async (fixture) => {
      const tester = fixture.agent(
        async ({ message, session }) => {
          await message.append(JSON.stringify(session.mcpServers));
        },
        { options: { mcp: ['stdio'] } },
      );
      await tester.ask('initialize', { protocolVersion: 1 });
      const { result } = await tester.ask('session/new', { cwd, mcpServers: [command] });
      await tester.ask('session/prompt', { sessionId: result?.['sessionId'], prompt: [text('hello')] });
      expect(tester.updates('agent_message_chunk')).toMatchObject([{ content: text(JSON.stringify([stdioWith()])) }]);
    },
    client: async (fixture) => {
      const { tester, connection } = await olderAgent(fixture);
      await isOver(Promise.allSettled([connection.newSession({ cwd, mcpServers: [stdio] })]));
      expect(tester.last('session/new').params?.['mcpServers']).toEqual([command]);
    },
  });

  provesOnWire('SETUP-06', {
    client: async (fixture) => {
      const { tester, connection } = await olderAgent(fixture, { capabilities: { mcpCapabilities: { http: false } } });
      const before = tester.all('session/new').length;
      await isOver(Promise.allSettled([connection.newSession({ cwd, mcpServers: [http] })]));
      expect(tester.all('session/new')).toHaveLength(before);

      const able = await olderAgent(fixture, { capabilities: { mcpCapabilities: { http: true } } });
      await isOver(Promise.allSettled([able.connection.newSession({ cwd, mcpServers: [http] })]));
      expect(able.tester.last('session/new').params?.['mcpServers']).toEqual([http]);
    },
  });

  provesOnWire('SETUP-09', {
    title: 'the bundled agent reaches MCP servers over HTTP',
    agent: async (fixture) => {
      const { result } = await bundledAgent(fixture).ask('initialize', { protocolVersion: 1 });
      expect(result?.['agentCapabilities']).toMatchObject({ mcpCapabilities: { http: true } });
    },
  });
});

/** The server as version 2 has it. */
const stdioWith = (): object => ({ ...command, type: 'stdio' });

describe('stored sessions', () => {
  provesOnWire('SETUP-10', {
    client: async (fixture) => {
      const { tester, connection } = await olderAgent(fixture);
      await isOver(Promise.allSettled([connection.load({ sessionId: 'old', cwd })]));
      expect(tester.all('session/load')).toEqual([]);

      const able = await olderAgent(fixture, { capabilities: { loadSession: true } });
      await isOver(Promise.allSettled([able.connection.load({ sessionId: 'old', cwd })]));
      expect(able.tester.all('session/load')).toHaveLength(1);
    },
  });

  const loaded = async (fixture: ProgramFixture): Promise<readonly unknown[]> => {
    const { tester, sessionId } = await olderClient(fixture);
    for (const words of ['one', 'two']) await tester.prompt(sessionId, [text(words)]);
    const before = tester.received.length;
    await tester.ask('session/load', { sessionId, cwd, mcpServers: [] });
    return tester.received.slice(before).map(({ params, result }) => {
      const { sessionUpdate, content } = (params?.['update'] ?? {}) as Fields;
      return result === undefined
        ? [sessionUpdate, (content as { readonly text?: string } | undefined)?.text]
        : 'answer';
    });
  };
  const whole = [
    ['user_message_chunk', 'one'],
    ['agent_message_chunk', 'hello'],
    ['user_message_chunk', 'two'],
    ['agent_message_chunk', 'hello'],
  ];

  provesOnWire('SETUP-11', {
    agent: async (fixture) => {
      expect((await loaded(fixture)).filter((each) => each !== 'answer')).toEqual(whole);
    },
  });

  provesOnWire('SETUP-12', {
    agent: async (fixture) => {
      const all = await loaded(fixture);
      expect(all.length).toBeGreaterThan(1);
      expect(all.indexOf('answer')).toBe(all.length - 1);
    },
  });

  provesOnWire('SETUP-13', {
    client: async (fixture) => {
      const { tester, connection } = await olderAgent(fixture, { capabilities: { loadSession: true } });
      await isOver(Promise.allSettled([connection.resume({ sessionId: 'old', cwd })]));
      expect(tester.all('session/resume')).toEqual([]);

      const able = await olderAgent(fixture, { capabilities: { sessionCapabilities: { resume: {} } } });
      await isOver(Promise.allSettled([able.connection.resume({ sessionId: 'old', cwd })]));
      expect(able.tester.all('session/resume')).toHaveLength(1);
    },
  });

  provesOnWire('LIST-01', {
    client: async (fixture) => {
      const { tester, connection } = await olderAgent(fixture);
      await isOver(Promise.allSettled([connection.listPage()]));
      expect(tester.all('session/list')).toEqual([]);

      const able = await olderAgent(fixture, { capabilities: { sessionCapabilities: { list: {} } } });
      await isOver(Promise.allSettled([able.connection.listPage()]));
      expect(able.tester.all('session/list')).toHaveLength(1);
    },
  });

  provesOnWire('CLOSE-01', {
    client: async (fixture) => {
      const { tester, session } = await olderAgent(fixture);
      await isOver(Promise.allSettled([session.close()]));
      expect(tester.all('session/close')).toEqual([]);

      const able = await olderAgent(fixture, { capabilities: { sessionCapabilities: { close: {} } } });
      await isOver(Promise.allSettled([able.session.close()]));
      expect(able.tester.all('session/close')).toHaveLength(1);
    },
  });
});

const values = [
  { value: 'look', name: 'Look' },
  { value: 'dig', name: 'Dig' },
];
const mode = {
  type: 'select',
  configId: 'mode',
  name: 'Mode',
  category: 'mode',
  currentValue: 'look',
  options: values,
} as const;
const fast = { type: 'boolean', configId: 'fast', name: 'Fast', currentValue: false } as const;

/** An agent with a mode and a switch, before a client of version 1, and what the client was told of the session. */
async function configured(
  fixture: ProgramFixture,
  capabilities: object = {},
): Promise<{ tester: WireTester; sessionId: string; session: AgentSession; opened: Fields }> {
  const sessions: AgentSession[] = [];
  const { tester, sessionId } = await olderClient(fixture, replying, {
    capabilities,
    build: (app) =>
      app.onSession((session) => {
        sessions.push(session);
        session.setConfigOptions([mode, fast], { silently: true });
      }),
  });
  const [session] = sessions;
  if (session === undefined) throw new Error('no session was opened');
  return { tester, sessionId, session, opened: tester.answers.at(-1)?.result ?? {} };
}

describe('settings', () => {
  const idsIn = (opened: Fields): unknown[] => (opened['configOptions'] as readonly Fields[]).map(({ id }) => id);

  provesOnWire('CFG-08', {
    agent: async (fixture) => {
      expect(idsIn((await configured(fixture)).opened)).toEqual(['mode']);
      const capabilities = { session: { configOptions: { boolean: {} } } };
      expect(idsIn((await configured(fixture, capabilities)).opened)).toEqual(['mode', 'fast']);
    },
  });

  provesOnWire('MODE-01', {
    title: 'where an option says how the agent works, its modes are ignored',
    client: async (fixture) => {
      const modes = { currentModeId: 'ask', availableModes: [{ id: 'ask', name: 'Ask' }] };
      const { configId, ...others } = mode;
      const met = await olderAgent(fixture, { opened: { modes, configOptions: [{ id: configId, ...others }] } });
      expect(met.session.configOptions).toEqual([mode]);
      await isOver(Promise.allSettled([met.session.setConfigOption('mode', 'dig')]));
      expect(met.tester.all('session/set_mode')).toEqual([]);
      expect(met.tester.last('session/set_config_option').params).toMatchObject({ configId: 'mode', value: 'dig' });
    },
  });

  provesOnWire('MODE-02', {
    agent: async (fixture) => {
      const { tester, session, sessionId, opened } = await configured(fixture);
      expect(opened['modes']).toMatchObject({ currentModeId: 'look' });
      session.setConfigValue('mode', 'dig');
      await settled();
      expect(tester.updates('current_mode_update').at(-1)).toMatchObject({ currentModeId: 'dig' });
      expect(tester.updates('config_option_update').at(-1)).toMatchObject({
        configOptions: [{ id: 'mode', currentValue: 'dig' }],
      });
      await tester.ask('session/set_mode', { sessionId, modeId: 'look' });
      expect(session.configOptions).toMatchObject([{ configId: 'mode', currentValue: 'look' }, fast]);
    },
  });

  provesOnWire('MODE-03', {
    agent: async (fixture) => {
      const { tester, session, sessionId } = await configured(fixture);
      expect((await tester.ask('session/set_mode', { sessionId, modeId: 'fly' })).error?.code).toBe(-32_602);
      expect(await tester.ask('session/set_mode', { sessionId, modeId: 'dig' })).toHaveProperty('result');
      expect(session.configOptions[0]).toMatchObject({ currentValue: 'dig' });
    },
  });

  provesOnWire('MODE-04', {
    agent: async (fixture) => {
      const { tester, session } = await configured(fixture);
      session.setConfigValue('mode', 'dig');
      await settled();
      expect(tester.updates('current_mode_update')).toEqual([
        { sessionUpdate: 'current_mode_update', currentModeId: 'dig' },
      ]);
    },
  });
});

describe('what is told', () => {
  /** The kinds of what a client with these capabilities is told about a prompt, each once. */
  const told = async (
    fixture: ProgramFixture,
    onPrompt: PromptHandler,
    capabilities: object = {},
  ): Promise<unknown[]> => {
    const { tester, sessionId } = await olderClient(fixture, onPrompt, { capabilities });
    await tester.prompt(sessionId);
    return [...new Set(tester.updates().map(({ sessionUpdate }) => sessionUpdate))];
  };

  provesOnWire('PLAN-03', {
    agent: async (fixture) => {
      const planning: PromptHandler = async (turn) => {
        await turn.plan([{ content: 'Dig', priority: 'high', status: 'pending' }]);
      };
      expect(await told(fixture, planning)).toEqual(['plan']);
      expect(await told(fixture, planning, { plan: {} })).toEqual(['plan_update']);
    },
  });

  provesOnWire('PLAN-07', {
    client: async (fixture) => {
      const { tester, heard } = await olderAgent(fixture);
      const entries = [{ content: 'Dig', priority: 'high', status: 'pending' }];
      await tester.update('s1', 'plan', { entries });
      expect(heard).toMatchObject([{ sessionUpdate: 'plan_update', plan: { type: 'items', planId: 'main', entries } }]);
    },
  });

  provesOnWire('NOTICE-01', {
    agent: async (fixture) => {
      const warning: PromptHandler = async ({ session }) => {
        await session.notice('warning', 'It rains.');
      };
      expect(await told(fixture, warning)).not.toContain('notice');
      expect(await told(fixture, warning, { session: { notices: {} } })).toContain('notice');
    },
  });

  provesOnWire('SUB-03', {
    agent: async (fixture) => {
      const delegating: PromptHandler = async (turn) => {
        await turn.update({ sessionUpdate: 'subagent_update', sessionId: 'child', title: 'Gnome' });
      };
      expect(await told(fixture, delegating)).toEqual([]);
      expect(await told(fixture, delegating, { subagents: {} })).toEqual(['subagent_update']);
    },
  });

  provesOnWire('COMP-01', {
    agent: async (fixture) => {
      const compacting: PromptHandler = async ({ compaction }) => {
        const summing = compaction();
        await summing.append('In short');
        await summing.complete();
      };
      const kinds = ['compaction_update', 'compaction_summary_chunk'];
      expect((await told(fixture, compacting)).filter((kind) => kinds.includes(String(kind)))).toEqual([]);
      expect(await told(fixture, compacting, { session: { compaction: {} } })).toEqual(kinds);
    },
  });
});
