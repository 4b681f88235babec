/** Turns of the whole agent with a mock model, as a client of version 2 sees them. */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { memoryJournal } from '@acp-stack/journal';
import { memoryPair } from '@acp-stack/rpc';
import { modelServer, type ModelServer, type ModelTurn } from '@acp-stack/testing/model-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { codingAgent } from '@acp-stack/agent';
import { readConfig } from '../../apps/agent/src/providers/config-file.ts';
import { withEnvironment } from '../../apps/agent/src/providers/provider-variables.ts';
import { Providers } from '../../apps/agent/src/providers/providers.ts';
import { storedSessions } from '../../apps/agent/src/session-data/stored-sessions.ts';
import { WireClient, type WireMessage } from '../support/wire-client.ts';

type Fields = Readonly<Record<string, unknown>>;

let cwd: string;
let server: ModelServer;

beforeEach(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), 'garden-')));
  server = await modelServer({ models: ['oracle'] });
});

afterEach(async () => {
  await server.close();
  await rm(cwd, { recursive: true, force: true });
});

const updateOf = ({ method, params }: WireMessage): Fields | undefined =>
  method === 'session/update' ? (params?.['update'] as Fields) : undefined;

interface Met {
  readonly client: WireClient;
  readonly introduced: Fields;
  readonly opened: Fields;
  readonly sessionId: unknown;
  readonly prompt: (text: string) => Promise<Fields>;
}

async function meet({ config = {}, env = {} }: { config?: object; env?: Record<string, string> }): Promise<Met> {
  const [left, right] = memoryPair();
  const client = new WireClient(right, {});
  const providers = new Providers(withEnvironment(readConfig(JSON.stringify(config), 'agent.json', env), env));
  codingAgent({ store: storedSessions(memoryJournal()), providers, version: '1.0.0' }).connect(left);
  const info = { name: 'editor', version: '1.0.0' };
  const introduced = await client.call('initialize', { protocolVersion: 2, info, capabilities: {} });
  const opened = await client.call('session/new', { cwd });
  const { sessionId } = opened;
  return {
    client,
    introduced,
    opened,
    sessionId,
    prompt: async (text) => {
      const since = client.heard.length;
      await client.call('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
      return updateOf(await client.until((message) => updateOf(message)?.['state'] === 'idle', since)) ?? {};
    },
  };
}

const oracle = (more: object = {}): object => ({
  model: 'oracle',
  providers: { openai: { baseUrl: server.url } },
  ...more,
});

/** The kinds of what was told, runs of the same as one. */
const kinds = ({ client }: Met): readonly unknown[] =>
  client.heard
    .map((message) => updateOf(message)?.['sessionUpdate'])
    .filter((kind) => kind === 'user_message' || kind === 'agent_message_chunk' || kind === 'state_update')
    .filter((kind, index, all) => kind !== all[index - 1]);

describe('a message that steers while the model speaks', () => {
  const answer: ModelTurn = { text: ['Red ', 'is ', 'nice.'], hold: 2 };

  test.each([
    ['finish', 'finished', 'Red is nice.'],
    ['interrupt', 'broken', 'Red '],
  ] as const)('does what is set and declared: %s (INJ-06)', async (steer, ended, said) => {
    server.add(answer, { text: 'White it is.' });
    const met = await meet({ config: oracle() });
    const { client, sessionId, introduced, opened } = met;
    expect(introduced).toMatchObject({
      capabilities: { session: { inject: { steerInStream: ['interrupt', 'finish'] } } },
    });
    expect(JSON.stringify(opened)).toContain('"configId":"steer"');
    await client.call('session/set_config_option', { sessionId, configId: 'steer', type: 'id', value: steer });
    const turn = met.prompt('Paint the rose.');
    await client.update('agent_message_chunk');
    const content = [{ type: 'text', text: 'White, please.' }];
    const { messageId } = await client.call('session/inject', { sessionId, mode: 'steer', content });
    const request = await server.request(1);
    if (steer === 'finish') request.release();
    expect(await request.ended).toBe(ended);
    expect(await turn).toMatchObject({ stopReason: 'end_turn' });
    const told = JSON.stringify(server.requests[1]?.body);
    expect(told).toContain(said);
    expect(told).toContain('White, please.');
    expect(client.heard.map(updateOf)).toContainEqual(expect.objectContaining({ messageId, content }));
    // One turn from the beginning to the end.
    expect(kinds(met)).toEqual([
      'user_message',
      'state_update',
      'agent_message_chunk',
      'user_message',
      'agent_message_chunk',
      'state_update',
    ]);
    server.done();
  });
});

describe('the limits of the config file', () => {
  test('end a turn that asks too often', async () => {
    server.add({ toolCalls: [{ name: 'list', input: { path: '.' } }] });
    const { prompt } = await meet({ config: oracle({ limits: { requestsPerTurn: 1 } }) });
    expect(await prompt('go')).toMatchObject({ stopReason: 'max_turn_requests' });
  });

  test('say how often a request is repeated', async () => {
    server.add({ error: { status: 500, message: 'No.' } });
    const { prompt } = await meet({ config: oracle({ limits: { retries: 0 } }) });
    expect(await prompt('go')).toMatchObject({
      stopReason: 'error',
      error: { message: 'The model service openai failed (500): No.' },
    });
  });
});

describe('a model that is set', () => {
  test('without a service is not ignored silently', async () => {
    const { client, prompt } = await meet({ env: { ACP_AGENT_MODEL: 'qwen3-coder' } });
    await prompt('hello');
    expect(JSON.stringify(client.heard)).toContain(
      'The model “qwen3-coder” is configured, but no service is: set OPENAI_API_KEY, OPENAI_BASE_URL, ANTHROPIC_API_KEY or ANTHROPIC_BASE_URL, and restart me.',
    );
  });

  test('of a service that is not set is said before another one is used', async () => {
    const env = { ACP_AGENT_MODEL: 'anthropic/claude', OPENAI_BASE_URL: server.url };
    const { client } = await meet({ env });
    expect(updateOf(await client.update('notice'))).toMatchObject({
      severity: 'warning',
      title:
        'The model “anthropic/claude” is configured, but its service is not: set ANTHROPIC_API_KEY or ANTHROPIC_BASE_URL.',
    });
  });
});
