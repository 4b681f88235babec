/** Proxies in chains of version 1: handlers see version 2, both sides version 1. */
import { memoryPair } from '@acp-stack/rpc';
import { settled } from '@acp-stack/testing';
import { describe, expect, test, vi } from 'vitest';

import type { ConnectionReport } from '../connection/report.ts';
import { proxy, type AcpProxy } from './proxy.ts';

type Fields = Readonly<Record<string, unknown>>;
interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Fields;
  readonly result?: Fields;
  readonly error?: unknown;
}

const info = { name: 'under-test', version: '1.0.0' };
const hello = { protocolVersion: 1, clientInfo: { name: 'editor', version: '1' }, clientCapabilities: {} };
const welcome = { protocolVersion: 1, agentInfo: { name: 'gardener', version: '1' }, agentCapabilities: {} };
const text = (words: string): object => ({ type: 'text', text: words });

/** A conductor that sends raw messages to a proxy and collects what it sends. */
class Conductor {
  readonly received: Message[] = [];
  readonly reports: ConnectionReport[] = [];
  readonly envelope: string;
  readonly #send: (message: unknown) => void;
  #taken = 0;

  constructor(made: AcpProxy, envelope = 'proxy/successor') {
    const [left, right] = memoryPair();
    made.connect(left, { onReport: (report) => void this.reports.push(report) });
    this.envelope = envelope;
    this.#send = (message) => void right.send(message);
    right.open({
      receive: (message) => void this.received.push(message as Message),
      reject: () => undefined,
      ended: () => undefined,
    });
  }

  /** Sends a message; resolves with what the proxy sends then. */
  async send(message: object): Promise<readonly Message[]> {
    this.#send({ jsonrpc: '2.0', ...message });
    // The bridge is loaded with the first message that needs it.
    const arrives = (): void => {
      expect(this.received.length).toBeGreaterThan(this.#taken);
    };
    await vi.waitFor(arrives, { timeout: 150_000, interval: 1 });
    await settled();
    const taken = this.received.slice(this.#taken);
    this.#taken = this.received.length;
    return taken;
  }

  /** Sends something as the agent behind the proxy. */
  fromAgent(message: Message): Promise<readonly Message[]> {
    const { id, ...inner } = message;
    return this.send({ ...(id === undefined ? {} : { id }), method: this.envelope, params: inner });
  }

  /** Starts the proxy; returns its answer. */
  async start(params: object = hello, answer: object = welcome): Promise<Message> {
    const method = this.envelope.replace('successor', 'initialize');
    const [asked] = await this.send({ id: 'start', method, params });
    expect(asked).toMatchObject({ method: this.envelope, params: { method: 'initialize' } });
    const [answered] = await this.send({ id: asked?.id, result: answer });
    expect(answered?.id).toBe('start');
    return answered ?? {};
  }

  /** Opens the session `s` through the proxy. */
  async open(): Promise<void> {
    const [asked] = await this.send({ id: 'new', method: 'session/new', params: { cwd: '/w', mcpServers: [] } });
    expect(asked?.params).toMatchObject({ method: 'session/new', params: { cwd: '/w', mcpServers: [] } });
    const [answered] = await this.send({ id: asked?.id, result: { sessionId: 's' } });
    expect(answered).toMatchObject({ id: 'new', result: { sessionId: 's' } });
  }
}

/** Marks every prompt, and every text of the agent. */
const marking = (): AcpProxy =>
  proxy(info)
    .onClientRequest('session/prompt', (params, next) =>
      next({ ...params, prompt: [{ type: 'text', text: 'first' }, ...params.prompt] }),
    )
    .onAgentNotification('session/update', (params, next) => {
      const { update } = params;
      if (update.sessionUpdate !== 'agent_message_chunk' || update.content.type !== 'text') return next();
      const content = { type: 'text' as const, text: `${update.content.text} (${typeof update.messageId})` };
      return next({ ...params, update: { ...update, content } });
    });

describe('a proxy in a chain of version 1', () => {
  test.each([
    ['without capabilities', { protocolVersion: 1 }],
    ['with others', { ...welcome, agentCapabilities: { loadSession: true, mcpCapabilities: { http: true } } }],
  ])('says that MCP servers over the connection are welcome, to an agent %s [PROXY-09]', async (_, answer) => {
    const { result } = await new Conductor(proxy(info)).start(hello, answer);
    const { agentCapabilities = {} } = answer as { readonly agentCapabilities?: Fields };
    const mcpCapabilities = { ...(agentCapabilities['mcpCapabilities'] as Fields | undefined), acp: true };
    expect(result).toEqual({ ...answer, agentCapabilities: { ...agentCapabilities, mcpCapabilities } });
  });

  test('without handlers passes everything on as it is [PROXY-07]', async () => {
    const conductor = new Conductor(proxy(info));
    await conductor.start();
    const update = { sessionUpdate: '_odd', list: [null] };
    const heard = await conductor.fromAgent({ method: 'session/update', params: { sessionId: 's', update } });
    expect(heard).toEqual([{ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update } }]);
  });

  test('has handlers that see version 2, and both sides see version 1', async () => {
    const conductor = new Conductor(marking());
    const { result } = await conductor.start();
    expect(result).toMatchObject({
      protocolVersion: 1,
      agentInfo: welcome.agentInfo,
      agentCapabilities: { mcpCapabilities: { acp: true } },
    });
    await conductor.open();
    const prompt = { sessionId: 's', prompt: [text('hello')] };
    const [asked] = await conductor.send({ id: 'p', method: 'session/prompt', params: prompt });
    expect(asked?.params).toEqual({
      method: 'session/prompt',
      params: { sessionId: 's', prompt: [text('first'), text('hello')] },
    });
    const chunk = { sessionUpdate: 'agent_message_chunk', content: text('hi') };
    const said = await conductor.fromAgent({ method: 'session/update', params: { sessionId: 's', update: chunk } });
    expect(said).toMatchObject([
      { method: 'session/update', params: { update: { ...chunk, content: text('hi (string)') } } },
    ]);
    const call = { sessionUpdate: 'tool_call', toolCallId: 't', title: 'Dig', kind: 'edit' };
    const worked = await conductor.fromAgent({ method: 'session/update', params: { sessionId: 's', update: call } });
    expect(worked).toMatchObject([{ method: 'session/update', params: { sessionId: 's', update: call } }]);
    const ended = await conductor.send({ id: asked?.id, result: { stopReason: 'end_turn' } });
    expect(ended).toEqual([{ jsonrpc: '2.0', id: 'p', result: { stopReason: 'end_turn' } }]);
    expect(conductor.reports).toMatchObject([{ kind: 'loss', row: 'initialize result' }]);
  });

  test.each([
    [{}, {}],
    [{ loadSession: true }, { loadSession: true }],
    [
      { loadSession: false, sessionCapabilities: { list: {}, fork: {}, close: null } },
      { loadSession: false, sessionCapabilities: { list: {}, fork: {} } },
    ],
  ])('promises the client no more than the agent does, for %j', async (agentCapabilities, promised) => {
    const { result } = await new Conductor(marking()).start(hello, { ...welcome, agentCapabilities });
    expect(result?.['agentCapabilities']).toEqual({
      sessionCapabilities: {},
      ...promised,
      mcpCapabilities: { acp: true },
    });
  });

  test('keeps to the older names of a conductor that uses them [X-15]', async () => {
    const conductor = new Conductor(marking(), '_proxy/successor');
    const { result } = await conductor.start();
    expect(result).toMatchObject({ protocolVersion: 1 });
    const [asked] = await conductor.send({ id: 'x', method: '_vendor/odd', params: { a: [1] } });
    expect(asked).toMatchObject({ method: '_proxy/successor', params: { method: '_vendor/odd', params: { a: [1] } } });
  });

  test('takes the metadata of envelopes and fields of its own beside a message without stumbling', async () => {
    const conductor = new Conductor(marking());
    await conductor.start();
    await conductor.open();
    const update = { sessionUpdate: 'agent_message_chunk', content: text('hi') };
    const params = { method: 'session/update', params: { sessionId: 's', update }, _meta: { hop: 1 } };
    const heard = await conductor.send({ method: 'proxy/successor', params, own: 1 });
    expect(heard).toMatchObject([{ method: 'session/update', params: { update: { content: text('hi (string)') } } }]);
  });
});

describe('a proxy whose client asks for version 2 and whose agent speaks version 1', () => {
  test('shows its handlers and the client version 2', async () => {
    const conductor = new Conductor(marking());
    const client = { name: 'editor', version: '1' };
    const both = { protocolVersion: 2, info: client, capabilities: {}, clientInfo: client, clientCapabilities: {} };
    const { result } = await conductor.start(both);
    expect(result).toMatchObject({ protocolVersion: 2, info: welcome.agentInfo, capabilities: { session: {} } });
    const [asked] = await conductor.send({ id: 'new', method: 'session/new', params: { cwd: '/w' } });
    expect(asked?.params).toEqual({ method: 'session/new', params: { cwd: '/w', mcpServers: [] } });
    await conductor.send({ id: asked?.id, result: { sessionId: 's' } });
    const update = { sessionUpdate: 'agent_message_chunk', content: text('hi') };
    const heard = await conductor.fromAgent({ method: 'session/update', params: { sessionId: 's', update } });
    expect(heard).toMatchObject([
      { params: { update: { content: text('hi (string)'), messageId: expect.any(String) as string } } },
    ]);
  });
});

describe('a proxy that adds methods to an agent of version 1', () => {
  const adding = (): AcpProxy =>
    proxy(info, { adds: ['session/load', 'session/list'] }).onClientRequest('session/list', () => ({ sessions: [] }));
  const shown = async (agentCapabilities: object): Promise<unknown> => {
    const { result } = await new Conductor(adding()).start(hello, { ...welcome, agentCapabilities });
    return result?.['agentCapabilities'];
  };

  test('tells the client of them, where the agent can resume', async () => {
    expect(await shown({ sessionCapabilities: { resume: {} } })).toMatchObject({
      loadSession: true,
      sessionCapabilities: { resume: {}, list: {} },
    });
    expect(await shown({ loadSession: false, sessionCapabilities: { resume: {} } })).toMatchObject({
      loadSession: true,
    });
  });

  test('promises no loading where the agent cannot resume', async () => {
    expect(await shown({})).toEqual({ sessionCapabilities: { list: {} }, mcpCapabilities: { acp: true } });
  });
});

describe('a proxy that translates', () => {
  test('asks the agent for either version, whichever the client speaks', async () => {
    const conductor = new Conductor(proxy(info, { translates: true }));
    const both = { protocolVersion: 2, info: welcome.agentInfo, capabilities: { session: {} } };
    const [asked] = await conductor.send({ id: 'start', method: 'proxy/initialize', params: hello });
    expect(asked?.params).toMatchObject({
      method: 'initialize',
      params: { protocolVersion: 2, info: hello.clientInfo, clientInfo: hello.clientInfo },
    });
    const [answered] = await conductor.send({ id: asked?.id, result: both });
    expect(answered?.result).toMatchObject({ protocolVersion: 1, agentInfo: welcome.agentInfo });
    expect(answered?.result?.['agentCapabilities']).toMatchObject({
      loadSession: true,
      mcpCapabilities: { acp: true },
    });
  });
});
