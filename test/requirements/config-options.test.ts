/** The rules of options, proved on the wire; those of version 1 are with its sessions. */
import type { AgentSession, PromptHandler, SessionConfigOption } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';
import { configOption, emptyTranscript, fold } from '@acp-stack/transcript';
import { describe, expect, test } from 'vitest';

import { isOver, ProgramFixture, replying, working } from './program-fixture.ts';
import { verifies } from './requirement.ts';
import type { Fields, WireTester } from './wire-tester.ts';
import { provesOnWire } from './wire-proof.ts';

const values = [
  { value: 'small', name: 'Small' },
  { value: 'large', name: 'Large' },
];
const model = { type: 'select', configId: 'model', name: 'Model', currentValue: 'small', options: values } as const;
const fast = { type: 'boolean', configId: 'fast', name: 'Fast', currentValue: false } as const;

/** An agent whose sessions have two options. */
async function configurable(
  fixture: ProgramFixture,
  onPrompt: PromptHandler = replying,
): Promise<{ tester: WireTester; sessions: AgentSession[]; opened: Fields }> {
  const sessions: AgentSession[] = [];
  const tester = fixture.agent(onPrompt, {
    build: (app) =>
      app.onSession((session) => {
        sessions.push(session);
        session.setConfigOptions([model, fast], { silently: true });
      }),
  });
  await tester.introduce();
  const { result } = await tester.ask('session/new', { cwd: '/work' });
  return { tester, sessions, opened: result ?? {} };
}

describe('options', () => {
  provesOnWire('CFG-01', {
    agent: async (fixture) => {
      const { tester, opened } = await configurable(fixture);
      const options = opened['configOptions'] as readonly Fields[];
      expect(options.map(({ currentValue }) => currentValue)).toEqual(['small', false]);
      expect(await tester.prompt(String(opened['sessionId']))).toHaveProperty('result');
    },
  });

  provesOnWire('CFG-02', {
    agent: async (fixture) => {
      const { tester, opened } = await configurable(fixture);
      const set = { sessionId: opened['sessionId'], configId: 'model', type: 'id', value: 'large' };
      const { result } = await tester.ask('session/set_config_option', set);
      expect(result?.['configOptions']).toEqual([{ ...model, currentValue: 'large' }, fast]);
    },
  });

  provesOnWire('CFG-03', {
    agent: async (fixture) => {
      const { tester, sessions } = await configurable(fixture);
      sessions[0]?.setConfigOptions([{ ...model, currentValue: 'large' }, fast]);
      await settled();
      const updates = tester.updates('config_option_update').map((update) => update['configOptions']);
      expect(updates).toEqual([[{ ...model, currentValue: 'large' }, fast]]);
    },
    client: async (fixture) => {
      const { tester, open } = await fixture.client();
      const session = await open();
      await tester.update('s1', 'config_option_update', { configOptions: [model, fast] });
      expect(session.configOptions).toEqual([model, fast]);
      await tester.update('s1', 'config_option_update', { configOptions: [fast] });
      expect(session.configOptions).toEqual([fast]);
    },
  });

  provesOnWire('CFG-04', {
    agent: async (fixture) => {
      const { tester, sessions, opened } = await configurable(fixture);
      const wrong = [
        { configId: 'unheard-of', type: 'id', value: 'small' },
        { configId: 'model', type: 'id', value: 'huge' },
        { configId: 'model', type: 'boolean', value: true },
        { configId: 'fast', type: 'id', value: 'small' },
      ];
      for (const set of wrong) {
        const { error } = await tester.ask('session/set_config_option', { sessionId: opened['sessionId'], ...set });
        expect(error?.code, JSON.stringify(set)).toBe(-32_602);
      }
      expect(sessions[0]?.configOptions).toEqual([model, fast]);
    },
  });

  provesOnWire('CFG-05', {
    client: async (fixture) => {
      const { tester, open } = await fixture.client();
      const session = await open();
      const small = { ...model, configId: 'small', category: 'model' };
      const large = { ...model, configId: 'large', category: 'model' };
      const configOptions = [small, fast, large];
      await tester.update('s1', 'config_option_update', { configOptions });
      expect(session.configOptions).toEqual(configOptions);
      const kept = session.configOptions ?? [];
      const shown = fold(emptyTranscript(), { sessionUpdate: 'config_option_update', configOptions: kept });
      expect(configOption(shown, 'model')?.configId).toBe('small');
    },
  });

  provesOnWire('CFG-07', {
    title: 'an option of an unknown type is kept, and those beside it work',
    client: async (fixture) => {
      const { tester, open } = await fixture.client();
      const session = await open();
      const odd = { type: '_slider', configId: 'odd', name: 'Odd', currentValue: 0.5 };
      await tester.update('s1', 'config_option_update', { configOptions: [odd, fast] });
      expect(session.configOptions).toEqual([odd, fast]);
      await isOver(session.setConfigOption('fast', true));
      expect(tester.last('session/set_config_option').params).toMatchObject({ configId: 'fast', value: true });
    },
  });

  provesOnWire('CFG-13', {
    agent: async (fixture) => {
      const { tester, sessions } = await configurable(fixture);
      const group = { groupId: 'tiny', name: 'Tiny', options: [{ value: 'tiny', name: 'Tiny' }] };
      const choices = [[...values, group], [group, ...values], [group], values];
      const withValues = (options: readonly object[]): SessionConfigOption =>
        ({ ...model, options, currentValue: options.includes(group) ? 'tiny' : model.currentValue }) as never;
      for (const options of choices) {
        try {
          sessions[0]?.setConfigOptions([withValues(options)]);
        } catch {
          // The program is told; the client never hears of it.
        }
        await settled();
      }
      const told = tester.updates('config_option_update').map((update) => update['configOptions']);
      expect(told).toEqual([[withValues([group])], [withValues(values)]]);
    },
  });

  provesOnWire('CFG-06', {
    client: async (fixture) => {
      const { tester, open } = await fixture.client();
      const session = await open();
      const odd = { ...fast, configId: 'odd', category: '_odd' };
      const later = { ...fast, configId: 'later', category: 'of_a_later_version' };
      await tester.update('s1', 'config_option_update', { configOptions: [odd, fast, later] });
      expect(session.configOptions).toEqual([odd, fast, later]);
      await isOver(session.setConfigOption('odd', true));
      expect(tester.last('session/set_config_option').params).toMatchObject({ configId: 'odd', value: true });
    },
  });

  test(verifies('CFG-12', 'change by either side, while a prompt runs and while none does'), async () => {
    const fixture = new ProgramFixture([]);
    const { tester, sessions, opened } = await configurable(fixture, working);
    const { sessionId } = opened;
    const valuesOf = ({ configOptions }: Fields): unknown[] =>
      (configOptions as readonly Fields[]).map(({ currentValue }) => currentValue);
    const change = async (value: string, isFast: boolean): Promise<void> => {
      const params = { sessionId, configId: 'model', type: 'id', value };
      const { result } = await tester.ask('session/set_config_option', params);
      expect(valuesOf(result ?? {})).toEqual([value, !isFast]);
      sessions[0]?.setConfigValue('fast', isFast);
      await settled();
      expect(valuesOf(tester.updates('config_option_update').at(-1) ?? {})).toEqual([value, isFast]);
    };
    await change('large', true);
    await tester.begin('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'Work.' }] });
    expect(tester.states.at(-1)).toBe('running');
    await change('small', false);
    expect(tester.states.at(-1)).toBe('running');
    fixture.end();
  });

  provesOnWire('CFG-10', {
    client: async (fixture) => {
      const { tester, open } = await fixture.client();
      const session = await open();
      await tester.update('s1', 'config_option_update', { configOptions: [model, fast] });
      await isOver(Promise.all([session.setConfigOption('model', 'large'), session.setConfigOption('fast', true)]));
      expect(tester.all('session/set_config_option').map(({ params }) => params?.['type'])).toEqual(['id', 'boolean']);
    },
  });

  provesOnWire('MODE-05', {
    agent: async (fixture) => {
      const { tester, opened } = await configurable(fixture);
      expect(opened).not.toHaveProperty('modes');
      const { error } = await tester.ask('session/set_mode', { sessionId: opened['sessionId'], modeId: 'ask' });
      expect(error?.code).toBe(-32_601);
    },
  });
});
