import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { memoryPair } from '@acp-stack/rpc';
import { agent, client, type ClientConnection } from '@acp-stack/sdk';
import { VirtualClock } from '@acp-stack/testing';
import { modelServer } from '@acp-stack/testing/model-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { configPath, readConfig } from './config-file.ts';
import { loadProviders } from './load-providers.ts';
import { saveProvider } from './save-provider.ts';
import { persistKey, serveProviders } from './serve-providers.ts';
import type { Providers } from './providers.ts';

const info = { name: 'test', version: '1.0.0' };
let home = '';

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'providers-'));
});

afterEach(async () => {
  await rm(home, { recursive: true, force: true });
});

/** Providers as they are with these variables and this config file. */
async function load(env: Record<string, string> = {}, file?: object): Promise<Providers> {
  const variables = { XDG_CONFIG_HOME: home, ...env };
  if (file !== undefined) await write(file);
  return loadProviders(variables, { clock: new VirtualClock() });
}

async function write(file: object): Promise<void> {
  const path = configPath({ XDG_CONFIG_HOME: home });
  await saveProvider(
    path,
    { providerId: 'openai', address: { apiType: 'openai', baseUrl: 'http://x', headers: {} } },
    {},
  );
  await writeFile(path, JSON.stringify(file));
}

/** A client of an agent with these providers. */
function connect(providers: Providers): Promise<ClientConnection> {
  const [ours, theirs] = memoryPair();
  const path = configPath({ XDG_CONFIG_HOME: home });
  const app = serveProviders(
    agent(info).onPrompt(() => undefined),
    providers,
    {
      save: (setting) => saveProvider(path, setting, {}),
    },
  );
  app.connect(theirs);
  return client(info).connect(ours);
}

const current = (providers: Providers, id: string): unknown =>
  providers.list().find(({ providerId }) => providerId === id)?.current;

describe('the settings', () => {
  test('are none without a file and variables, and nothing is asked', async () => {
    const providers = await load();
    expect(providers.isConfigured).toBe(false);
    expect(await providers.open()).toBeUndefined();
    expect(await providers.models()).toEqual([]);
    expect(providers.list()).toEqual([
      { providerId: 'openai', supported: ['openai'], required: false, current: null },
      { providerId: 'anthropic', supported: ['anthropic'], required: false, current: null },
    ]);
  });

  test.each([
    [{ ACP_AGENT_MODEL: 'rose' }, 'The model “rose” is configured, but no service is: set OPENAI_API_KEY, '],
    [{ ACP_AGENT_MODEL: 'openai/rose' }, 'but its service is not: set OPENAI_API_KEY or OPENAI_BASE_URL.'],
    [
      { ACP_AGENT_MODEL: 'anthropic/rose', OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' },
      'The model “anthropic/rose” is configured, but its service is not: set ANTHROPIC_API_KEY or ANTHROPIC_BASE_URL.',
    ],
  ])('with a model and without its service say what is missing: %j', async (env, words) => {
    expect((await load(env)).problem).toContain(words);
  });

  test('with a model and its service have no problem, also when a client brings the service', async () => {
    expect((await load()).problem).toBeUndefined();
    const providers = await load({ ACP_AGENT_MODEL: 'rose' });
    providers.set('openai', { apiType: 'openai', baseUrl: 'http://127.0.0.1:9/v1', headers: {} });
    expect(providers.problem).toBeUndefined();
    providers.disable('openai');
    expect(providers.problem).toContain('no service is');
  });

  test('come from the environment', async () => {
    const providers = await load({ OPENAI_BASE_URL: 'http://127.0.0.1:1/v1', ANTHROPIC_API_KEY: 'secret', EMPTY: '' });
    expect(current(providers, 'openai')).toEqual({ apiType: 'openai', baseUrl: 'http://127.0.0.1:1/v1' });
    expect(current(providers, 'anthropic')).toEqual({ apiType: 'anthropic', baseUrl: 'https://api.anthropic.com/v1' });
    expect(JSON.stringify(providers.list())).not.toContain('secret');
  });

  test('of the environment go before those of the file, and those of a client before both', async () => {
    const file = { model: 'openai/from-file', providers: { openai: { baseUrl: 'http://file/v1', apiKey: 'k' } } };
    expect(current(await load({}, file), 'openai')).toMatchObject({ baseUrl: 'http://file/v1' });
    const providers = await load({ OPENAI_BASE_URL: 'http://env/v1', ACP_AGENT_MODEL: 'openai/from-env' }, file);
    expect(current(providers, 'openai')).toMatchObject({ baseUrl: 'http://env/v1' });
    const address = providers.check({ providerId: 'openai', apiType: 'openai', baseUrl: 'http://client/v1' });
    providers.set('openai', address);
    expect(current(providers, 'openai')).toMatchObject({ baseUrl: 'http://client/v1' });
  });

  test('leave out what needs a variable that is not set, say so, and use the rest', async () => {
    const file = {
      model: 'local/rose',
      providers: {
        local: { apiType: 'openai', baseUrl: 'http://127.0.0.1:9/v1' },
        anthropic: { baseUrl: 'http://file/v1', apiKeyEnv: 'NOPE' },
      },
      suggestions: { endpoint: 'http://127.0.0.1:9/', model: 'qwen', apiKeyEnv: 'NEITHER' },
    };
    const providers = await load({}, file);
    expect(providers.leftOut).toEqual([
      'The provider anthropic is left out: the variable NOPE is not set.',
      'The model for suggestions is left out: the variable NEITHER is not set.',
    ]);
    expect(providers.problem).toBeUndefined();
    expect(providers.suggestions).toBeUndefined();
    expect(current(providers, 'anthropic')).toBeNull();
    const wanting = await load({ ACP_AGENT_MODEL: 'anthropic/rose' }, file);
    expect(wanting.problem).toBe(
      'The model “anthropic/rose” is configured, but the key of its service is not: set NOPE.',
    );
    const given = await load({ ANTHROPIC_API_KEY: 'secret', NEITHER: 'secret' }, file);
    expect(given.leftOut).toEqual([]);
    expect(current(given, 'anthropic')).toMatchObject({ baseUrl: 'http://file/v1' });
  });

  test('never send the key of one address to another', async () => {
    await using server = await modelServer({ turns: [{ repeat: true }] });
    const file = {
      providers: { openai: { baseUrl: 'http://file/v1', apiKey: 'file-key', headers: { 'x-mine': 'h' } } },
    };
    const fromEnvironment = await load({ OPENAI_BASE_URL: server.url, ACP_AGENT_MODEL: 'm' }, file);
    const fromClient = await load({ OPENAI_API_KEY: 'env-key', ACP_AGENT_MODEL: 'm' });
    fromClient.set('openai', fromClient.check({ providerId: 'openai', apiType: 'openai', baseUrl: server.url }));
    for (const providers of [fromEnvironment, fromClient]) {
      const model = await providers.open();
      const { signal } = new AbortController();
      await model?.answer(
        { system: '', messages: [{ role: 'user', content: [] }], tools: [], signal },
        () => undefined,
      );
    }
    expect(server.requests.map(({ headers }) => [headers.authorization, headers['x-mine']])).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });

  test('that are broken in the environment are refused by the name of the variable', async () => {
    await expect(load({ OPENAI_BASE_URL: 'localhost:1234' })).rejects.toThrow(
      'OPENAI_BASE_URL: The variable must be a URL such as "http://127.0.0.1:11434/v1".',
    );
  });

  test.each([
    ['{\n  "model": "x",\n}', 'line 3: This is not JSON: a name in double quotes is expected.'],
    ['{\n  "model" "x"\n}', 'line 2: This is not JSON: a ":" is missing.'],
    ['{"a":1}}', 'line 1: This is not JSON: there is text after the end.'],
    [
      '{\n\n"modle": "x" }',
      'line 3: "modle" is not a setting; the settings are model, providers, limits, suggestions.',
    ],
    ['[]', 'line 1: The file must be an object.'],
    ['{"model": 5}', 'line 1: "model" must be a string.'],
    [
      '{"providers": {\n"mine": {"baseUrl": "http://x"}}}',
      'line 2: "providers.mine" needs an "apiType", which is "openai" or "anthropic".',
    ],
    ['{"providers": {"mine": {"apiType": "openai"}}}', 'line 1: "providers.mine" needs a "baseUrl".'],
    ['{"providers": {"openai": {\n"apiType":\n"azure"}}}', 'line 2: "providers.openai.apiType" must be "openai".'],
    [
      '{"providers": {"openai": {"baseUrl": "http://me:secret@x/"}}}',
      'line 1: "providers.openai.baseUrl" must not contain a user name or a password; use headers.',
    ],
    [
      '{"providers": {"openai": {\n"headers": {"bad name": "secret"}}}}',
      'line 2: "providers.openai.headers" has an invalid name or value.',
    ],
    [
      '{"providers": {"openai": {"apiKey": "secret",\n"apiKeyEnv": "A"}}}',
      'line 2: "providers.openai.apiKeyEnv" cannot be combined with "apiKey".',
    ],
    [
      '{"providers": {"openai": {"models": {"m": {"price": {"input": 1}}}}}}',
      'line 1: "providers.openai.models.m.price" needs "input" and "output", what a million tokens cost.',
    ],
    [
      '{"suggestions": {\n"model": "qwen"}}',
      'line 1: "suggestions" needs an "endpoint", such as "http://127.0.0.1:8080/v1/completions", and a "model".',
    ],
    [
      '{"suggestions": {"endpoint": "http://x/", "model": "unheard"}}',
      'line 1: "suggestions" needs a "format" for this model, which is one of zeta, zeta2, sweep, codegemma,',
    ],
    ['{"suggestions": {\n"endpoint": "ftp://x/"}}', 'line 2: "suggestions.endpoint" must be a URL such as'],
    ['{"limits": {"requestsPerTurn": 0}}', 'line 1: "limits.requestsPerTurn" must be a whole number above 0.'],
    ['{"model": "x", "model": "y"}', 'line 1: This is not JSON: "model" appears twice.'],
  ])('that are broken in the file are refused in one sentence with the line: %j', (text, words) => {
    expect(() => readConfig(text, 'agent.json', {})).toThrow(`agent.json, ${words}`);
    try {
      readConfig(text, 'agent.json', {});
    } catch (error) {
      expect(String(error)).not.toContain('secret');
    }
  });
});

describe('models', () => {
  test('are those that the services list, the configured one first', async () => {
    await using server = await modelServer({ models: ['small', 'large'] });
    const providers = await load({ OPENAI_BASE_URL: server.url, ACP_AGENT_MODEL: 'large' });
    expect(await providers.models()).toEqual([
      { value: 'openai/large', name: 'large', providerId: 'openai', settings: {} },
      { value: 'openai/small', name: 'small', providerId: 'openai', settings: {} },
    ]);
    expect(await providers.open()).toMatchObject({ id: 'large', providerId: 'openai' });
    expect(await providers.open('openai/small')).toMatchObject({ id: 'small' });
  });

  test('have the settings that the service lists for them, or the config file', async () => {
    const lists: Readonly<Record<string, readonly object[]>> = {
      openai: [
        { id: 'rose', supported_parameters: ['tools', 'verbosity'] },
        { id: 'tulip', supported_parameters: 1 },
      ],
      anthropic: [
        {
          id: 'iris',
          capabilities: { effort: { supported: true, low: { supported: true }, max: { supported: true } } },
        },
        { id: 'lily', capabilities: { effort: { supported: false, low: { supported: true } }, speed: 7 } },
      ],
    };
    const server = createServer((request, response) => {
      const api = request.headers['anthropic-version'] === undefined ? 'openai' : 'anthropic';
      response.end(JSON.stringify({ data: lists[api] }));
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const providers = await load(
      {},
      {
        providers: {
          openai: { baseUrl, models: { tulip: { serviceTiers: ['default', 'flex'] } } },
          anthropic: { baseUrl, models: { iris: { speeds: ['fast'] }, lily: { efforts: ['high'] } } },
        },
      },
    );
    const found = Object.fromEntries((await providers.models()).map(({ value, settings }) => [value, settings]));
    expect(found).toEqual({
      'openai/rose': { verbosity: ['low', 'medium', 'high'] },
      'openai/tulip': { tier: ['flex'] },
      'anthropic/iris': { effort: ['low', 'max'], speed: ['fast'] },
      'anthropic/lily': { effort: ['high'] },
    });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  test.each([
    [
      { openai: { models: { rose: { efforts: ['low'] } } } },
      /efforts" is only for services with the apiType "anthropic"/u,
    ],
    [
      { anthropic: { models: { rose: { serviceTiers: ['flex'] } } } },
      /is only for services with the apiType "openai"/u,
    ],
    [{ anthropic: { models: { rose: { speeds: ['slow'] } } } }, /must have values of standard, fast/u],
  ])('have no settings that their service cannot have: %j', (providers, message) => {
    expect(() => readConfig(JSON.stringify({ providers }), 'agent.json', {})).toThrow(message);
  });

  test('without a configured one begin with the first that a service lists', async () => {
    await using server = await modelServer({ models: ['only'], key: 'k' });
    const providers = await load({ ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'k' });
    expect(await providers.open()).toMatchObject({ id: 'only', providerId: 'anthropic' });
  });

  test('are the configured ones when the service does not list any', async () => {
    await using server = await modelServer({ models: { error: { status: 404 } } });
    const file = { model: 'openai/org/mine', providers: { openai: { baseUrl: server.url, models: { other: {} } } } };
    const providers = await load({}, file);
    expect((await providers.models()).map(({ value }) => value)).toEqual(['openai/org/mine', 'openai/other']);
    expect(await providers.open()).toMatchObject({ id: 'org/mine' });
  });

  test('are the configured ones when the service does not respond in time, and are not waited for twice', async () => {
    await using server = await modelServer({ models: { hang: 'silent' } });
    const clock = new VirtualClock();
    const providers = await loadProviders(
      { XDG_CONFIG_HOME: home, OPENAI_BASE_URL: server.url, ACP_AGENT_MODEL: 'mine' },
      { clock },
    );
    const first = providers.models();
    await clock.advance(5000);
    expect((await first).map(({ name }) => name)).toEqual(['mine']);
    expect((await providers.models()).map(({ name }) => name)).toEqual(['mine']);
    expect(clock.pending).toBe(0);
  });

  test('that come late are not waited for where one is configured, and told when they come', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const clock = new VirtualClock();
    const providers = await loadProviders(
      { XDG_CONFIG_HOME: home, OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`, ACP_AGENT_MODEL: 'mine' },
      { clock },
    );
    const asked = once(server, 'request');
    const first = providers.models();
    const [, response] = (await asked) as [IncomingMessage, ServerResponse];
    await clock.advance(500);
    expect((await first).map(({ name }) => name)).toEqual(['mine']);
    expect((await providers.models()).map(({ name }) => name)).toEqual(['mine']);
    const told = new Promise<void>((resolve) => void providers.onChange(resolve));
    response.end(JSON.stringify({ data: [{ id: 'late' }] }));
    await told;
    expect((await providers.models()).map(({ name }) => name)).toEqual(['mine', 'late']);
    expect(clock.pending).toBe(0);
    await new Promise((resolve) => void server.close(resolve));
  });

  test('know what was configured about them', async () => {
    await using server = await modelServer();
    const facts = { contextWindow: 1000, maxOutputTokens: 10, price: { input: 1, output: 2, currency: 'EUR' } };
    const file = { model: 'm', providers: { openai: { baseUrl: server.url, models: { m: facts } } } };
    expect(await (await load({}, file)).open()).toMatchObject({ contextWindow: 1000, price: facts.price });
    expect((await load({}, { limits: { requestsPerTurn: 7, retries: 0 } })).limits).toEqual({
      requests: 7,
      retries: 0,
    });
  });
});

describe('a client', () => {
  test('sets a provider for this process, and it is in force at once', async () => {
    await using server = await modelServer({ turns: [{ repeat: true, text: 'hi' }], models: ['routed'] });
    const providers = await load();
    await using connection = await connect(providers);
    let changes = 0;
    using _ = providers.onChange(() => (changes += 1));
    const headers = { 'x-route': 'me' };
    await connection.request('providers/set', {
      providerId: 'openai',
      apiType: 'openai',
      baseUrl: server.url,
      headers,
    });
    const model = await providers.open();
    const { signal } = new AbortController();
    await model?.answer({ system: '', messages: [{ role: 'user', content: [] }], tools: [], signal }, () => undefined);
    expect(server.requests[0]?.headers['x-route']).toBe('me');
    expect(server.requests[0]?.body['model']).toBe('routed');
    expect(changes).toBe(1);
    await expect(stat(configPath({ XDG_CONFIG_HOME: home }))).rejects.toThrow('ENOENT');
  });

  test('has a setting remembered when it asks for that, in a file that only the user can read', async () => {
    const providers = await load({}, { model: 'm', providers: { openai: { apiKey: 'old', models: { m: {} } } } });
    await using connection = await connect(providers);
    const setting = {
      providerId: 'openai',
      apiType: 'openai',
      baseUrl: 'http://client/v1',
      headers: { a: 'b' },
    } as const;
    await connection.request('providers/set', { ...setting, _meta: { [persistKey]: true } });
    const path = configPath({ XDG_CONFIG_HOME: home });
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({
      model: 'm',
      providers: { openai: { apiType: 'openai', baseUrl: 'http://client/v1', headers: { a: 'b' }, models: { m: {} } } },
    });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(current(await load(), 'openai')).toMatchObject({ baseUrl: 'http://client/v1' });
  });

  test('is told when a setting cannot be remembered, and nothing changes', async () => {
    const providers = await load();
    await write({});
    await writeFile(configPath({ XDG_CONFIG_HOME: home }), '{\n"model": }');
    await using connection = await connect(providers);
    const setting = { providerId: 'openai', apiType: 'openai', baseUrl: 'http://client/v1' } as const;
    const refused = connection.request('providers/set', { ...setting, _meta: { [persistKey]: true } });
    await expect(refused).rejects.toThrow(/cannot be stored: .*agent\.json, line 2: This is not JSON/u);
    expect(current(providers, 'openai')).toBeNull();
  });
});
