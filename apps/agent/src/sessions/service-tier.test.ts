import type { Journal } from '@acp-stack/journal';
import { modelServer } from '@acp-stack/testing/model-server';
import { expect, test } from 'vitest';

import { AgentFixture, eachJournal } from './agent-fixture.test-support.ts';

let cwd: string;
let journal: Journal;

eachJournal((place) => {
  ({ cwd, journal } = place);
});

test('the service tier that the user chooses is requested of the model, also after a restart', async () => {
  await using server = await modelServer({ turns: [{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }] });
  const facts = { serviceTiers: ['flex', 'priority'] };
  const tierOf = async (number: number): Promise<unknown> =>
    ((await server.request(number)).body as { readonly service_tier?: unknown }).service_tier;
  let sessionId: string;
  {
    await using life = new AgentFixture({ journal, cwd, server, facts });
    sessionId = await life.open();
    await life.prompt(sessionId, 'Count.');
    expect(await tierOf(1)).toBeUndefined();
    const chosen = { sessionId, configId: 'tier', type: 'id', value: 'flex' };
    const { configOptions } = await life.call('session/set_config_option', chosen);
    expect(configOptions).toContainEqual(
      expect.objectContaining({ configId: 'tier', category: 'model_config', currentValue: 'flex' }),
    );
    await life.prompt(sessionId, 'Go on.');
    expect(await tierOf(2)).toBe('flex');
  }
  await using life = new AgentFixture({ journal, cwd, server, facts });
  await life.load(sessionId);
  await life.prompt(sessionId, 'Go on.');
  expect(await tierOf(3)).toBe('flex');
});
