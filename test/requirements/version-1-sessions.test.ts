/** The rules about sessions and their settings that only version 1 has, proved on the wire. */
import type { AgentSession, PromptHandler } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';
import { beforeAll, describe, expect } from 'vitest';

import { bundledAgent } from './bundled-agent.ts';
import { isOver, replying, type Stand } from './stand.ts';
import { olderAgent, olderClient } from './version-1.ts';
import type { Fields, WireJudge } from './wire-judge.ts';
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
    agent: async (stand) => {
      const judge = stand.agent(
        async ({ message, session }) => {
          await message.append(JSON.stringify(session.mcpServers));
        },
        { options: { mcp: ['stdio'] } },
      );
      await judge.ask('initialize', { protocolVersion: 1 });
      const { result } = await judge.ask('session/new', { cwd, mcpServers: [command] });
      await judge.ask('session/prompt', { sessionId: result?.['sessionId'], prompt: [text('hello')] });
      expect(judge.updates('agent_message_chunk')).toMatchObject([{ content: text(JSON.stringify([stdioWith()])) }]);
    },
    client: async (stand) => {
      const { judge, connection } = await olderAgent(stand);
      await isOver(Promise.allSettled([connection.newSession({ cwd, mcpServers: [stdio] })]));
      expect(judge.last('session/new').params?.['mcpServers']).toEqual([command]);
    },
  });

  provesOnWire('SETUP-06', {
    client: async (stand) => {
      const { judge, connection } = await olderAgent(stand, { capabilities: { mcpCapabilities: { http: false } } });
      const before = judge.all('session/new').length;
      await isOver(Promise.allSettled([connection.newSession({ cwd, mcpServers: [http] })]));
      expect(judge.all('session/new')).toHaveLength(before);

      const able = await olderAgent(stand, { capabilities: { mcpCapabilities: { http: true } } });
      await isOver(Promise.allSettled([able.connection.newSession({ cwd, mcpServers: [http] })]));
      expect(able.judge.last('session/new').params?.['mcpServers']).toEqual([http]);
    },
  });

  provesOnWire('SETUP-09', {
    title: 'the bundled agent reaches MCP servers over HTTP',
    agent: async (stand) => {
      const { result } = await bundledAgent(stand).ask('initialize', { protocolVersion: 1 });
      expect(result?.['agentCapabilities']).toMatchObject({ mcpCapabilities: { http: true } });
    },
  });
});

/** The server as version 2 has it. */
const stdioWith = (): object => ({ ...command, type: 'stdio' });

describe('stored sessions', () => {
  provesOnWire('SETUP-10', {
    client: async (stand) => {
      const { judge, connection } = await olderAgent(stand);
      await isOver(Promise.allSettled([connection.load({ sessionId: 'old', cwd })]));
      expect(judge.all('session/load')).toEqual([]);

      const able = await olderAgent(stand, { capabilities: { loadSession: true } });
      await isOver(Promise.allSettled([able.connection.load({ sessionId: 'old', cwd })]));
      expect(able.judge.all('session/load')).toHaveLength(1);
    },
  });

  const loaded = async (stand: Stand): Promise<readonly unknown[]> => {
    const { judge, sessionId } = await olderClient(stand);
    for (const words of ['one', 'two']) await judge.prompt(sessionId, [text(words)]);
    const before = judge.received.length;
    await judge.ask('session/load', { sessionId, cwd, mcpServers: [] });
    return judge.received.slice(before).map(({ params, result }) => {
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
    agent: async (stand) => {
      expect((await loaded(stand)).filter((each) => each !== 'answer')).toEqual(whole);
    },
  });

  provesOnWire('SETUP-12', {
    agent: async (stand) => {
      const all = await loaded(stand);
      expect(all.length).toBeGreaterThan(1);
      expect(all.indexOf('answer')).toBe(all.length - 1);
    },
  });

  provesOnWire('SETUP-13', {
    client: async (stand) => {
      const { judge, connection } = await olderAgent(stand, { capabilities: { loadSession: true } });
      await isOver(Promise.allSettled([connection.resume({ sessionId: 'old', cwd })]));
      expect(judge.all('session/resume')).toEqual([]);

      const able = await olderAgent(stand, { capabilities: { sessionCapabilities: { resume: {} } } });
      await isOver(Promise.allSettled([able.connection.resume({ sessionId: 'old', cwd })]));
      expect(able.judge.all('session/resume')).toHaveLength(1);
    },
  });

  provesOnWire('LIST-01', {
    client: async (stand) => {
      const { judge, connection } = await olderAgent(stand);
      await isOver(Promise.allSettled([connection.listPage()]));
      expect(judge.all('session/list')).toEqual([]);

      const able = await olderAgent(stand, { capabilities: { sessionCapabilities: { list: {} } } });
      await isOver(Promise.allSettled([able.connection.listPage()]));
      expect(able.judge.all('session/list')).toHaveLength(1);
    },
  });

  provesOnWire('CLOSE-01', {
    client: async (stand) => {
      const { judge, session } = await olderAgent(stand);
      await isOver(Promise.allSettled([session.close()]));
      expect(judge.all('session/close')).toEqual([]);

      const able = await olderAgent(stand, { capabilities: { sessionCapabilities: { close: {} } } });
      await isOver(Promise.allSettled([able.session.close()]));
      expect(able.judge.all('session/close')).toHaveLength(1);
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
  stand: Stand,
  capabilities: object = {},
): Promise<{ judge: WireJudge; sessionId: string; session: AgentSession; opened: Fields }> {
  const sessions: AgentSession[] = [];
  const { judge, sessionId } = await olderClient(stand, replying, {
    capabilities,
    build: (app) =>
      app.onSession((session) => {
        sessions.push(session);
        session.setConfigOptions([mode, fast], { silently: true });
      }),
  });
  const [session] = sessions;
  if (session === undefined) throw new Error('no session was opened');
  return { judge, sessionId, session, opened: judge.answers.at(-1)?.result ?? {} };
}

describe('settings', () => {
  const idsIn = (opened: Fields): unknown[] => (opened['configOptions'] as readonly Fields[]).map(({ id }) => id);

  provesOnWire('CFG-08', {
    agent: async (stand) => {
      expect(idsIn((await configured(stand)).opened)).toEqual(['mode']);
      const capabilities = { session: { configOptions: { boolean: {} } } };
      expect(idsIn((await configured(stand, capabilities)).opened)).toEqual(['mode', 'fast']);
    },
  });

  provesOnWire('MODE-01', {
    title: 'where an option says how the agent works, its modes are ignored',
    client: async (stand) => {
      const modes = { currentModeId: 'ask', availableModes: [{ id: 'ask', name: 'Ask' }] };
      const { configId, ...others } = mode;
      const met = await olderAgent(stand, { opened: { modes, configOptions: [{ id: configId, ...others }] } });
      expect(met.session.configOptions).toEqual([mode]);
      await isOver(Promise.allSettled([met.session.setConfigOption('mode', 'dig')]));
      expect(met.judge.all('session/set_mode')).toEqual([]);
      expect(met.judge.last('session/set_config_option').params).toMatchObject({ configId: 'mode', value: 'dig' });
    },
  });

  provesOnWire('MODE-02', {
    agent: async (stand) => {
      const { judge, session, sessionId, opened } = await configured(stand);
      expect(opened['modes']).toMatchObject({ currentModeId: 'look' });
      session.setConfigValue('mode', 'dig');
      await settled();
      expect(judge.updates('current_mode_update').at(-1)).toMatchObject({ currentModeId: 'dig' });
      expect(judge.updates('config_option_update').at(-1)).toMatchObject({
        configOptions: [{ id: 'mode', currentValue: 'dig' }],
      });
      await judge.ask('session/set_mode', { sessionId, modeId: 'look' });
      expect(session.configOptions).toMatchObject([{ configId: 'mode', currentValue: 'look' }, fast]);
    },
  });

  provesOnWire('MODE-03', {
    agent: async (stand) => {
      const { judge, session, sessionId } = await configured(stand);
      expect((await judge.ask('session/set_mode', { sessionId, modeId: 'fly' })).error?.code).toBe(-32_602);
      expect(await judge.ask('session/set_mode', { sessionId, modeId: 'dig' })).toHaveProperty('result');
      expect(session.configOptions[0]).toMatchObject({ currentValue: 'dig' });
    },
  });

  provesOnWire('MODE-04', {
    agent: async (stand) => {
      const { judge, session } = await configured(stand);
      session.setConfigValue('mode', 'dig');
      await settled();
      expect(judge.updates('current_mode_update')).toEqual([
        { sessionUpdate: 'current_mode_update', currentModeId: 'dig' },
      ]);
    },
  });
});

describe('what is told', () => {
  /** The kinds of what a client with these capabilities is told about a prompt, each once. */
  const told = async (stand: Stand, onPrompt: PromptHandler, capabilities: object = {}): Promise<unknown[]> => {
    const { judge, sessionId } = await olderClient(stand, onPrompt, { capabilities });
    await judge.prompt(sessionId);
    return [...new Set(judge.updates().map(({ sessionUpdate }) => sessionUpdate))];
  };

  provesOnWire('PLAN-03', {
    agent: async (stand) => {
      const planning: PromptHandler = async (turn) => {
        await turn.plan([{ content: 'Dig', priority: 'high', status: 'pending' }]);
      };
      expect(await told(stand, planning)).toEqual(['plan']);
      expect(await told(stand, planning, { plan: {} })).toEqual(['plan_update']);
    },
  });

  provesOnWire('NOTICE-01', {
    agent: async (stand) => {
      const warning: PromptHandler = async ({ session }) => {
        await session.notice('warning', 'It rains.');
      };
      expect(await told(stand, warning)).not.toContain('notice');
      expect(await told(stand, warning, { session: { notices: {} } })).toContain('notice');
    },
  });

  provesOnWire('SUB-03', {
    agent: async (stand) => {
      const delegating: PromptHandler = async (turn) => {
        await turn.update({ sessionUpdate: 'subagent_update', sessionId: 'child', title: 'Gnome' });
      };
      expect(await told(stand, delegating)).toEqual([]);
      expect(await told(stand, delegating, { subagents: {} })).toEqual(['subagent_update']);
    },
  });

  provesOnWire('COMP-01', {
    agent: async (stand) => {
      const compacting: PromptHandler = async ({ compaction }) => {
        const summing = compaction();
        await summing.append('In short');
        await summing.complete();
      };
      const kinds = ['compaction_update', 'compaction_summary_chunk'];
      expect((await told(stand, compacting)).filter((kind) => kinds.includes(String(kind)))).toEqual([]);
      expect(await told(stand, compacting, { session: { compaction: {} } })).toEqual(kinds);
    },
  });
});
