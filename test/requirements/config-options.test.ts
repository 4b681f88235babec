/** The rules of options, proved on the wire; those of version 1 are with its sessions. */
import type { AgentSession, SessionConfigOption } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';
import { configOption, emptyTranscript, fold } from '@acp-stack/transcript';
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

  provesOnWire('CFG-05', {
    client: async (stand) => {
      const { judge, open } = await stand.client();
      const session = await open();
      const small = { ...model, configId: 'small', category: 'model' };
      const large = { ...model, configId: 'large', category: 'model' };
      const configOptions = [small, fast, large];
      await judge.update('s1', 'config_option_update', { configOptions });
      expect(session.configOptions).toEqual(configOptions);
      const kept = session.configOptions ?? [];
      const shown = fold(emptyTranscript(), { sessionUpdate: 'config_option_update', configOptions: kept });
      expect(configOption(shown, 'model')?.configId).toBe('small');
    },
  });

  provesOnWire('CFG-07', {
    title: 'an option of an unknown type is kept, and those beside it work',
    client: async (stand) => {
      const { judge, open } = await stand.client();
      const session = await open();
      const odd = { type: '_slider', configId: 'odd', name: 'Odd', currentValue: 0.5 };
      await judge.update('s1', 'config_option_update', { configOptions: [odd, fast] });
      expect(session.configOptions).toEqual([odd, fast]);
      await isOver(session.setConfigOption('fast', true));
      expect(judge.last('session/set_config_option').params).toMatchObject({ configId: 'fast', value: true });
    },
  });

  provesOnWire('CFG-13', {
    agent: async (stand) => {
      const { judge, sessions } = await configurable(stand);
      const group = { groupId: 'tiny', name: 'Tiny', options: [{ value: 'tiny', name: 'Tiny' }] };
      const choices = [[...values, group], [group, ...values], [group], values];
      for (const options of choices) {
        try {
          sessions[0]?.setConfigOptions([{ ...model, options } as SessionConfigOption]);
        } catch {
          // The program is told; the client never hears of it.
        }
        await settled();
      }
      const told = judge.updates('config_option_update').map((update) => update['configOptions']);
      expect(told).toEqual([[{ ...model, options: [group] }], [{ ...model, options: values }]]);
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
