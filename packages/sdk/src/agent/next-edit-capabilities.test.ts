import { memoryPair } from '@acp-stack/rpc';
import { describe, expect, test } from 'vitest';

import { client, type ClientOptions } from '../client/client.ts';
import { agent, type Agent, type AgentOptions } from './agent.ts';

const info = { name: 'test', version: '1' };

const withSuggestions = (options: AgentOptions = {}): Agent =>
  agent(info, options)
    .on('nes/start', () => ({ sessionId: 'n' }))
    .on('nes/suggest', () => ({ suggestions: [] }))
    .on('nes/close', () => ({}));

async function capabilitiesOf(app: Agent, options: ClientOptions = {}): Promise<object> {
  const [left, right] = memoryPair();
  app.connect(left);
  await using connection = await client(info, options).connect(right);
  return connection.capabilities;
}

describe('an agent with next edit suggestions', () => {
  test('advertises them with their handlers, and the events that it takes', () => {
    expect(withSuggestions().capabilities).toEqual({ nes: {} });
    const app = withSuggestions()
      .onNotification('document/didOpen', () => undefined)
      .onNotification('document/didChange', () => undefined);
    expect(app.capabilities).toEqual({
      nes: { events: { document: { didOpen: {}, didChange: { syncKind: 'incremental' } } } },
    });
  });

  test('says what else it wants, when it is made or later', () => {
    const context = { diagnostics: {} };
    const app = withSuggestions({ nes: { context, syncKind: 'full' } }).onNotification(
      'document/didChange',
      () => undefined,
    );
    expect(app.capabilities).toEqual({
      nes: { context, events: { document: { didChange: { syncKind: 'full' } } } },
    });
    expect(withSuggestions().offerNes({ context }).capabilities).toEqual({ nes: { context } });
  });

  test('advertises nothing without handlers', () => {
    expect(agent(info, { nes: { context: { diagnostics: {} } } }).capabilities).toEqual({});
  });

  test('answers all requests about them, or none', () => {
    const [left] = memoryPair();
    const half = agent(info).on('nes/suggest', () => ({ suggestions: [] }));
    expect(() => half.connect(left)).toThrow('without a handler: nes/start, nes/close');
  });

  test('agrees to the first way of counting positions that it can do', async () => {
    const positionEncodings = ['utf-32', 'utf-8', 'utf-16'] as const;
    const able = (): Agent => withSuggestions({ nes: { positionEncodings: ['utf-16', 'utf-8'] } });
    expect(await capabilitiesOf(able(), { capabilities: { positionEncodings } })).toMatchObject({
      positionEncoding: 'utf-8',
    });
    expect(await capabilitiesOf(able(), { capabilities: { positionEncodings: ['utf-32'] } })).not.toHaveProperty(
      'positionEncoding',
    );
    expect(await capabilitiesOf(able())).not.toHaveProperty('positionEncoding');
    const chat = agent(info).onPrompt(() => Promise.resolve());
    expect(await capabilitiesOf(chat, { capabilities: { positionEncodings } })).not.toHaveProperty('positionEncoding');
  });
});

test('an agent without conversations refuses options of sessions that it does not know', async () => {
  const [left, right] = memoryPair();
  const configure = (): void => undefined;
  agent(info)
    .onConfigurable((sessionId) => (sessionId === 'known' ? { configOptions: [], configure } : undefined))
    .connect(left);
  await using connection = await client(info).connect(right);
  const set = { configId: 'a', type: 'boolean', value: true } as const;
  const refusal = connection.request('session/set_config_option', { sessionId: 'unknown', ...set });
  await expect(refusal).rejects.toMatchObject({ code: -32_002 });
  const unknown = connection.request('session/set_config_option', { sessionId: 'known', ...set });
  await expect(unknown).rejects.toMatchObject({ code: -32_602 });
});
