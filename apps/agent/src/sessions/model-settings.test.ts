import type { Journal } from '@acp-stack/journal';
import { modelServer } from '@acp-stack/testing/model-server';
import { expect, test } from 'vitest';

import { AgentFixture, eachJournal } from './agent-fixture.test-support.ts';

let cwd: string;
let journal: Journal;

eachJournal((place) => {
  ({ cwd, journal } = place);
});

test.each([
  ['the service tier', 'openai', 'tier', 'flex', { serviceTiers: ['flex', 'priority'] }, { service_tier: 'flex' }],
  ['the verbosity', 'openai', 'verbosity', 'low', { verbosities: ['low', 'high'] }, { verbosity: 'low' }],
  ['the effort', 'anthropic', 'effort', 'max', { efforts: ['low', 'max'] }, { output_config: { effort: 'max' } }],
  ['the speed', 'anthropic', 'speed', 'fast', { speeds: ['fast'] }, { speed: 'fast' }],
] as const)(
  '%s that the user chooses is requested of the model, also after a restart',
  async (_, apiType, configId, value, facts, sent) => {
    await using server = await modelServer({ turns: [{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }] });
    const bodyOf = async (number: number): Promise<unknown> => (await server.request(number)).body;
    const unset = Object.fromEntries(Object.keys(sent).map((name) => [name, expect.anything() as unknown]));
    let sessionId: string;
    {
      await using life = new AgentFixture({ journal, cwd, server, facts, apiType });
      sessionId = await life.open();
      await life.prompt(sessionId, 'Count.');
      expect(await bodyOf(1)).not.toMatchObject(unset);
      const chosen = { sessionId, configId, type: 'id', value };
      const { configOptions } = await life.call('session/set_config_option', chosen);
      expect(configOptions).toContainEqual(
        expect.objectContaining({ configId, category: 'model_config', currentValue: value }),
      );
      await life.prompt(sessionId, 'Go on.');
      expect(await bodyOf(2)).toMatchObject(sent);
    }
    await using life = new AgentFixture({ journal, cwd, server, facts, apiType });
    await life.load(sessionId);
    await life.prompt(sessionId, 'Go on.');
    expect(await bodyOf(3)).toMatchObject(sent);
  },
);
