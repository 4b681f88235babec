/** The rules of providers, proved on the agent's own handlers: each check fails when its rule is broken on the wire. */
import { memoryPair, Peer, type Channel } from '@acp-stack/rpc';
import { agent, CapabilityError, client } from '@acp-stack/sdk';
import { modelServer, type ModelServer } from '@acp-stack/testing/model-server';
import { describe, expect, test } from 'vitest';

import { promptParts } from '../../apps/agent/src/model/history.ts';
import { runModelTurn } from '../../apps/agent/src/model/run-model-turn.ts';
import { emptyConfig, type AgentConfig } from '../../apps/agent/src/providers/config.ts';
import { Providers } from '../../apps/agent/src/providers/providers.ts';
import { serveProviders } from '../../apps/agent/src/providers/serve-providers.ts';
import { findRequirement, verifies } from '../requirements/requirement.ts';

const info = { name: 'program', version: '1.0.0' };

interface Fields {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** What breaks a rule: it changes a message on its way to the agent, or an answer together with what it answers. */
interface Tampering {
  readonly request?: (message: Fields) => Fields;
  readonly answer?: (answer: Fields, request: Fields) => Fields;
}

/** An agent with providers before the judge. */
interface Defendant {
  readonly version: 1 | 2;
  readonly server: ModelServer;
  readonly initializeResult: Readonly<Record<string, unknown>>;
  readonly call: (method: string, params: object) => Promise<unknown>;
  /** The code of the error that a call is answered with; 0 when it succeeds. */
  readonly code: (method: string, params: object) => Promise<number>;
  /** Opens a session and prompts in it; how that went. */
  readonly prompt: () => Promise<unknown>;
}

type Check = (defendant: Defendant) => Promise<void>;

/** Declares that `check` holds for our agent in both versions, and does not when the rule `id` is broken. */
function provesProvider(id: string, { check, ...tampering }: Tampering & { readonly check: Check }): void {
  test.each([1, 2] as const)(verifies(id, `version %i: ${findRequirement(id).text}`), async (version) => {
    await judge(version, check, {});
    const verdict = await judge(version, check, tampering).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(verdict, `${id} is not proved: its check passes although the rule is broken`).toBeDefined();
    expect(verdict, `${id} is not proved: its check fails for another reason`).toMatchObject({
      name: 'AssertionError',
    });
  });
}

const config: AgentConfig = {
  ...emptyConfig,
  providers: new Map([
    ...emptyConfig.providers,
    [
      'main',
      {
        address: {
          apiType: 'openai',
          baseUrl: 'http://127.0.0.1:9/v1',
          apiKey: 'main-key',
          headers: { 'x-main': 'm' },
        },
        supported: ['openai'],
        required: true,
        models: {},
      },
    ],
  ]),
  model: 'openai/scripted',
};

async function judge(version: 1 | 2, check: Check, tampering: Tampering): Promise<void> {
  await using server = await modelServer({ turns: [{ repeat: true, text: 'hi' }] });
  const providers = new Providers(config);
  const app = serveProviders(
    agent(info).onPrompt(async (turn) => {
      const model = await providers.open();
      if (model === undefined || model.providerId !== 'openai') return;
      const messages = [{ role: 'user' as const, content: promptParts(turn.prompt) }];
      await runModelTurn({ model, system: '', conversation: { messages }, tools: () => [], turn });
    }),
    providers,
  );
  const [ours, theirs] = memoryPair();
  const connection = app.connect(tampered(theirs, tampering));
  let ended = (): void => undefined;
  const peer = new Peer(ours, {
    handlers: () => ({
      kind: 'notification',
      run: ({ update }: { update?: { state?: string } }) => {
        if (update?.state === 'idle') ended();
      },
    }),
  });
  try {
    const initializeResult = (await peer.request('initialize', {
      protocolVersion: version,
      ...(version === 2 ? { info } : { clientInfo: info }),
    })) as Record<string, unknown>;
    const code = (method: string, params: object): Promise<number> =>
      peer.request(method, params).then(
        () => 0,
        (error: unknown) => (error as { code: number }).code,
      );
    const prompt = async (): Promise<unknown> => {
      const opened = await peer.request('session/new', { cwd: '/work', mcpServers: [] });
      const { sessionId } = opened as { sessionId: string };
      // The answer ends the work in version 1, the idle state in version 2.
      const idle = new Promise<void>((resolve) => (ended = resolve));
      const answer = await peer.request('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'hi' }] });
      if (version === 2) await idle;
      return answer;
    };
    const call = (method: string, params: object): Promise<unknown> => peer.request(method, params);
    await check({ version, server, initializeResult, call, code, prompt });
  } finally {
    peer.destroy();
    await connection.close({ grace: 100 });
  }
}

/** A channel on which a rule is broken. */
function tampered(channel: Channel, { request, answer }: Tampering): Channel {
  const asked = new Map<unknown, Fields>();
  return {
    open: (receiver) => {
      channel.open({
        receive: (message) => {
          const fields = message as Fields;
          if (fields.method !== undefined) asked.set(fields.id, fields);
          receiver.receive(request?.(fields) ?? message);
        },
        reject: (problem) => {
          receiver.reject(problem);
        },
        ended: (error) => {
          receiver.ended(error);
        },
      });
    },
    send: (message, text) => {
      const question = asked.get((message as Fields).id);
      if (answer === undefined || question === undefined) return channel.send(message, text);
      return channel.send(answer(message as Fields, question));
    },
    drained: () => channel.drained(),
    get unsentBytes() {
      return channel.unsentBytes;
    },
    pause: () => {
      channel.pause();
    },
    resume: () => {
      channel.resume();
    },
    end: () => channel.end(),
    destroy: (error) => {
      channel.destroy(error);
    },
  };
}

const setting = ({ server }: Defendant, more: object = {}): object => ({
  providerId: 'openai',
  apiType: 'openai',
  baseUrl: server.url,
  ...more,
});

type Listed = readonly { readonly providerId: string; readonly current?: object | null }[];
const list = async ({ call }: Defendant): Promise<Listed> =>
  ((await call('providers/list', {})) as { providers: Listed }).providers;

describe('providers', () => {
  provesProvider('PROV-01', {
    check: async ({ initializeResult, version, code }) => {
      const { capabilities, agentCapabilities } = initializeResult;
      const advertised = (version === 2 ? capabilities : agentCapabilities) as { providers?: object };
      expect(advertised.providers).toEqual({});
      expect(await code('providers/list', {})).toBe(0);
    },
    answer: (answer, { method }) => {
      if (method !== 'initialize') return answer;
      const { capabilities, agentCapabilities, ...rest } = answer.result ?? {};
      const without = (given: unknown): object => ({ ...(given as object), providers: undefined });
      const changed = { capabilities: without(capabilities), agentCapabilities: without(agentCapabilities) };
      return { ...answer, result: { ...rest, ...changed } };
    },
  });

  provesProvider('PROV-02', {
    check: async (defendant) => {
      const { call, prompt, server } = defendant;
      await call('providers/set', setting(defendant, { headers: { 'x-route': 'one' } }));
      await prompt();
      await call('providers/set', setting(defendant));
      await prompt();
      expect(server.requests.map(({ headers }) => headers['x-route'])).toEqual(['one', undefined]);
    },
    request: (message) =>
      message.method === 'providers/set' && message.params?.['headers'] === undefined
        ? { ...message, params: { ...message.params, headers: { 'x-route': 'one' } } }
        : message,
  });

  provesProvider('PROV-03', {
    check: async (defendant) => {
      const { code } = defendant;
      for (const wrong of [
        { providerId: 'unknown' },
        { apiType: 'anthropic' },
        { baseUrl: 'nowhere' },
        { baseUrl: 5 },
        { baseUrl: 'http://user:password@127.0.0.1/' },
        { headers: { 'not a name': 'x' } },
      ]) {
        expect(await code('providers/set', setting(defendant, wrong)), JSON.stringify(wrong)).toBe(-32_602);
      }
    },
    answer: (answer, { method, params }) =>
      method === 'providers/set' && params?.['providerId'] === 'unknown' ? succeed(answer) : answer,
  });

  provesProvider('PROV-04', {
    check: async ({ code }) => {
      expect(await code('providers/disable', { providerId: 'main' })).toBe(-32_602);
      expect(await code('providers/disable', { providerId: 'unknown' })).toBe(0);
    },
    answer: (answer, { method }) => (method === 'providers/disable' ? succeed(answer) : answer),
  });

  provesProvider('PROV-05', {
    check: async (defendant) => {
      const { call, prompt, server } = defendant;
      await call('providers/set', setting(defendant));
      await prompt();
      await call('providers/disable', { providerId: 'openai' });
      await prompt();
      expect(server.requests).toHaveLength(1);
      const disabled = (await list(defendant)).find(({ providerId }) => providerId === 'openai');
      expect(disabled).toBeDefined();
      expect(disabled?.current ?? null).toBeNull();
    },
    answer: (answer, { method }) =>
      method === 'providers/list'
        ? {
            ...answer,
            result: { providers: listedIn(answer).filter(({ current }) => current) },
          }
        : answer,
  });

  provesProvider('PROV-06', {
    check: async (defendant) => {
      const headers = { authorization: 'Bearer routed-key' };
      await defendant.call('providers/set', setting(defendant, { headers }));
      const listed = JSON.stringify(await list(defendant));
      for (const secret of ['routed-key', 'main-key', 'x-main', 'headers']) expect(listed).not.toContain(secret);
    },
    answer: (answer, { method }) => {
      if (method !== 'providers/list') return answer;
      const providers = listedIn(answer);
      return { ...answer, result: { providers: providers.map((each) => ({ ...each, headers: { a: 'b' } })) } };
    },
  });

  provesProvider('PROV-07', {
    check: async (defendant) => {
      const { call, prompt, server } = defendant;
      await call('providers/set', setting(defendant));
      await prompt();
      expect(server.requests).toHaveLength(1);
      // Another process knows nothing of it.
      expect(new Providers(config).list().find(({ providerId }) => providerId === 'openai')?.current).toBeNull();
    },
    request: (message) =>
      message.method === 'providers/set' ? { ...message, method: 'providers/list', params: {} } : message,
  });

  provesProvider('PROV-08', {
    check: async (defendant) => {
      const { code } = defendant;
      for (const apiType of ['_mine', 'vertex', 'something-new'])
        expect(await code('providers/set', setting(defendant, { apiType })), apiType).toBe(-32_602);
      expect(await code('providers/set', setting(defendant))).toBe(0);
    },
    answer: (answer, { method }) =>
      method === 'providers/set' && answer.error !== undefined
        ? { ...answer, error: { code: -32_603, message: 'Internal error' } }
        : answer,
  });

  test(verifies('PROV-01', 'a client does not ask an agent that does not advertise providers'), async () => {
    const [ours, theirs] = memoryPair();
    const served = agent(info)
      .onPrompt(() => undefined)
      .connect(theirs);
    await using connection = await client(info).connect(ours);
    await expect(connection.request('providers/list', {})).rejects.toBeInstanceOf(CapabilityError);
    await served.close({ grace: 100 });
  });
});

const succeed = ({ error, ...answer }: Fields): Fields => (error === undefined ? answer : { ...answer, result: {} });

const listedIn = ({ result }: Fields): Listed => (result?.['providers'] ?? []) as Listed;
