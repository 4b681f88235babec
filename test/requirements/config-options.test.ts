/** The rules of options, plans and content (E.13, E.14), proved on the wire. */
import type { AgentSession, PromptHandler } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';
import { describe, expect } from 'vitest';

import { isOver, replying, type Stand } from './stand.ts';
import type { Fields, WireJudge } from './wire-judge.ts';
import { provesOnWire } from './wire-proof.ts';

const values = [
  { value: 'small', name: 'Small' },
  { value: 'large', name: 'Large' },
];
const model = { type: 'select', configId: 'model', name: 'Model', currentValue: 'small', options: values } as const;
const fast = { type: 'boolean', configId: 'fast', name: 'Fast', currentValue: false } as const;
const image = { type: 'image', data: 'aGk=', mimeType: 'image/png' } as const;

/** An agent whose sessions have two options. */
async function configurable(stand: Stand): Promise<{ judge: WireJudge; sessions: AgentSession[]; opened: Fields }> {
  const sessions: AgentSession[] = [];
  const judge = stand.agent(replying, {
    build: (app) =>
      app.onSession((session) => {
        sessions.push(session);
        session.setConfigOptions([model, fast], { silently: true });
      }),
  });
  await judge.introduce();
  const { result } = await judge.ask('session/new', { cwd: '/work' });
  return { judge, sessions, opened: result ?? {} };
}

/** What an agent that was given a prompt says about plans. */
async function planned(stand: Stand, onPrompt: PromptHandler): Promise<readonly Fields[]> {
  const judge = stand.agent(onPrompt);
  await judge.prompt(await judge.open());
  return judge.updates('plan_update').map((update) => update['plan'] as Fields);
}

const entry = (content: string, status: 'pending' | 'completed') => ({ content, priority: 'high', status }) as const;

describe('options', () => {
  provesOnWire('CFG-01', {
    agent: async (stand) => {
      const { judge, opened } = await configurable(stand);
      const options = opened['configOptions'] as readonly Fields[];
      expect(options.map(({ currentValue }) => currentValue)).toEqual(['small', false]);
      expect(await judge.prompt(String(opened['sessionId']))).toHaveProperty('result');
    },
  });

  provesOnWire('CFG-02', {
    agent: async (stand) => {
      const { judge, opened } = await configurable(stand);
      const set = { sessionId: opened['sessionId'], configId: 'model', type: 'id', value: 'large' };
      const { result } = await judge.ask('session/set_config_option', set);
      expect(result?.['configOptions']).toEqual([{ ...model, currentValue: 'large' }, fast]);
    },
  });

  provesOnWire('CFG-03', {
    agent: async (stand) => {
      const { judge, sessions } = await configurable(stand);
      sessions[0]?.setConfigOptions([{ ...model, currentValue: 'large' }, fast]);
      await settled();
      const updates = judge.updates('config_option_update').map((update) => update['configOptions']);
      expect(updates).toEqual([[{ ...model, currentValue: 'large' }, fast]]);
    },
    client: async (stand) => {
      const { judge, open } = await stand.client();
      const session = await open();
      await judge.update('s1', 'config_option_update', { configOptions: [model, fast] });
      expect(session.configOptions).toEqual([model, fast]);
      await judge.update('s1', 'config_option_update', { configOptions: [fast] });
      expect(session.configOptions).toEqual([fast]);
    },
  });

  provesOnWire('CFG-04', {
    agent: async (stand) => {
      const { judge, sessions, opened } = await configurable(stand);
      const wrong = [
        { configId: 'unheard-of', type: 'id', value: 'small' },
        { configId: 'model', type: 'id', value: 'huge' },
        { configId: 'model', type: 'boolean', value: true },
        { configId: 'fast', type: 'id', value: 'small' },
      ];
      for (const set of wrong) {
        const { error } = await judge.ask('session/set_config_option', { sessionId: opened['sessionId'], ...set });
        expect(error?.code, JSON.stringify(set)).toBe(-32_602);
      }
      expect(sessions[0]?.configOptions).toEqual([model, fast]);
    },
  });

  provesOnWire('CFG-06', {
    client: async (stand) => {
      const { judge, open } = await stand.client();
      const session = await open();
      const odd = { ...fast, configId: 'odd', category: '_odd' };
      const later = { ...fast, configId: 'later', category: 'of_a_later_version' };
      await judge.update('s1', 'config_option_update', { configOptions: [odd, fast, later] });
      expect(session.configOptions).toEqual([odd, fast, later]);
      await isOver(session.setConfigOption('odd', true));
      expect(judge.last('session/set_config_option').params).toMatchObject({ configId: 'odd', value: true });
    },
  });

  provesOnWire('CFG-10', {
    client: async (stand) => {
      const { judge, open } = await stand.client();
      const session = await open();
      await judge.update('s1', 'config_option_update', { configOptions: [model, fast] });
      await isOver(Promise.all([session.setConfigOption('model', 'large'), session.setConfigOption('fast', true)]));
      expect(judge.all('session/set_config_option').map(({ params }) => params?.['type'])).toEqual(['id', 'boolean']);
    },
  });

  provesOnWire('MODE-05', {
    agent: async (stand) => {
      const { judge, opened } = await configurable(stand);
      expect(opened).not.toHaveProperty('modes');
      const { error } = await judge.ask('session/set_mode', { sessionId: opened['sessionId'], modeId: 'ask' });
      expect(error?.code).toBe(-32_601);
    },
  });
});

describe('plans and content', () => {
  provesOnWire('PLAN-02', {
    agent: async (stand) => {
      const plans = await planned(stand, async (turn) => {
        await turn.plan([entry('Read', 'pending'), entry('Write', 'pending')]);
        await turn.plan([entry('Read', 'completed'), entry('Write', 'pending')]);
      });
      expect(plans.map(({ entries }) => entries)).toEqual([
        [entry('Read', 'pending'), entry('Write', 'pending')],
        [entry('Read', 'completed'), entry('Write', 'pending')],
      ]);
    },
  });

  provesOnWire('PLAN-04', {
    agent: async (stand) => {
      const plans = await planned(stand, async (turn) => {
        await turn.plan([entry('Read', 'pending')]);
        await turn.plan([entry('Write', 'pending')], 'second');
      });
      expect(plans.map(({ planId }) => planId)).toEqual(['main', 'second']);
    },
  });

  provesOnWire('CMD-03', {
    agent: async (stand) => {
      const { judge, sessions } = await configurable(stand);
      const offer = async (...names: readonly string[]): Promise<void> => {
        try {
          sessions[0]?.setCommands(names.map((name) => ({ type: 'command', name, description: 'Does it' })));
        } catch {
          // The program is told; the client never hears of it.
        }
        await settled();
      };
      for (const names of [['two words'], ['/slash'], ['twice', 'twice'], ['find', 'fix']]) await offer(...names);
      const offered = judge.updates('available_commands_update').map((update) => update['availableCommands']);
      expect(offered).toMatchObject([[{ name: 'find' }, { name: 'fix' }]]);
    },
  });

  provesOnWire('CMD-04', {
    agent: async (stand) => {
      const { judge, sessions } = await configurable(stand);
      const input = { type: 'text', hint: 'what to look for' } as const;
      const availableCommands = [{ type: 'command', name: 'find', description: 'Finds things', input }] as const;
      sessions[0]?.setCommands(availableCommands);
      await settled();
      expect(judge.updates('available_commands_update')).toMatchObject([{ availableCommands }]);
    },
  });

  provesOnWire('CONT-01', {
    agent: async (stand) => {
      const judge = stand.agent(replying, { options: { accepts: ['audio'] } });
      const sessionId = await judge.open();
      expect((await judge.prompt(sessionId, [image])).error?.code).toBe(-32_602);
      const audio = { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' };
      expect(await judge.prompt(sessionId, [audio])).toHaveProperty('result');
    },
    client: async (stand) => {
      const { judge, open } = await stand.client({ capabilities: { session: { prompt: { audio: {} } } } });
      const session = await open();
      await isOver(session.prompt([image]));
      expect(judge.all('session/prompt')).toEqual([]);
    },
  });
});
