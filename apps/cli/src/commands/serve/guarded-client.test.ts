import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { memoryPair } from '@acp-stack/rpc';
import type { JsonObject } from '@acp-stack/schema/json-object';
import * as v1 from '@acp-stack/schema/v1/unstable';
import * as v2 from '@acp-stack/schema/v2/unstable';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { ClientRules } from './client-rules.ts';
import { withClientRules } from './guarded-client.ts';
import { fieldsOf } from './message-fields.ts';
import { openedSessions } from './session-gate.ts';

let home: string;
let garden: string;
let rules: ClientRules;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'acp-guard-')));
  garden = join(home, 'garden');
  mkdirSync(join(garden, 'roses'), { recursive: true });
  mkdirSync(join(home, 'garden-of-others'));
  symlinkSync(home, join(garden, 'out'));
  rules = { roots: [garden], allowsMcpStdio: false, allowsExtensions: false };
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

interface Page {
  readonly sessions: readonly unknown[];
  readonly nextCursor?: string;
}

/** An agent that lists these pages, and answers everything else with its method. */
interface AgentOptions {
  readonly pages?: readonly Page[] | undefined;
  readonly version?: 1 | 2;
  readonly opened?: ReturnType<typeof openedSessions>;
  /** The result of a request; undefined if there is none yet. */
  readonly result?: (method: unknown, params: JsonObject) => unknown;
  readonly capabilities?: JsonObject;
  /** Whether lists wait for `answerList`. */
  readonly isSlow?: boolean;
}

class Guarded {
  /** What reached the agent, without `initialize` and the lists of the guard. */
  readonly received: JsonObject[] = [];
  readonly answers: JsonObject[] = [];
  readonly lines: string[] = [];
  initialize: JsonObject | undefined;
  readonly lists: unknown[] = [];
  /** Answers the last list. */
  answerList: () => void = () => undefined;
  readonly #client;
  readonly #agent;
  readonly #options: AgentOptions;
  #lastId = 0;

  constructor(options: AgentOptions = {}) {
    this.#options = options;
    const [client, server] = memoryPair();
    this.#client = client;
    client.open({
      receive: (message, text) => void this.answers.push(text === undefined ? message : JSON.parse(text)),
      reject: () => undefined,
      ended: () => undefined,
    });
    const log = (line: string): void => void this.lines.push(line);
    this.#agent = withClientRules(server, { rules, opened: options.opened ?? openedSessions(), log });
    this.#agent.open({
      receive: (message, text) => {
        expect(text).toBeUndefined();
        this.#answer(fieldsOf(message));
      },
      reject: () => undefined,
      ended: () => undefined,
    });
  }

  static async initialized(options: AgentOptions = {}): Promise<Guarded> {
    const guarded = new Guarded(options);
    const { version = 1 } = options;
    const info = { name: 'a', version: '1' };
    await guarded.call('initialize', { protocolVersion: version, info, capabilities: {}, clientCapabilities: {} });
    return guarded;
  }

  #answer(message: JsonObject): void {
    const { id, method } = message;
    const params = fieldsOf(message['params']);
    const { pages, version = 1, capabilities, result } = this.#options;
    if (method === 'initialize') {
      this.initialize = params;
      const list = pages === undefined ? {} : { list: {} };
      const session =
        version === 1 ? { sessionCapabilities: { ...list, ...capabilities } } : { session: { ...capabilities } };
      const name = version === 1 ? 'agentCapabilities' : 'capabilities';
      this.say({
        id,
        result: { protocolVersion: version, [name]: version === 2 && pages === undefined ? {} : session },
      });
    } else if (method === 'session/list' && typeof id === 'string') {
      this.lists.push(params);
      const index = params['cursor'] === undefined ? 0 : Number(params['cursor']);
      this.answerList = () => {
        this.say({ id, result: pages?.[index] ?? { sessions: [] } });
      };
      if (this.#options.isSlow !== true) this.answerList();
    } else {
      this.received.push(message);
      const given = result?.(method, params) ?? { did: method };
      if (id !== undefined && method !== undefined && given !== 'later') this.say({ id, result: given });
    }
  }

  say(message: object): void {
    this.#agent.send({ jsonrpc: '2.0', ...message });
  }

  send(message: unknown, text?: string): void {
    this.#client.send(message, text);
  }

  notify(method: string, params: unknown): void {
    this.send({ jsonrpc: '2.0', method, params });
  }

  /** Sends a request, and returns its id. */
  ask(method: string, params: unknown): number {
    this.#lastId += 1;
    this.send({ jsonrpc: '2.0', id: this.#lastId, method, params });
    return this.#lastId;
  }

  /** The response to a request: its result or its error. */
  async call(method: string, params: unknown): Promise<unknown> {
    return this.answerTo(this.ask(method, params));
  }

  async answerTo(id: number): Promise<unknown> {
    const find = (): JsonObject | undefined => this.answers.find((answer) => answer['id'] === id);
    await expect.poll(find, { interval: 1 }).toBeDefined();
    return find()?.['result'] ?? find()?.['error'];
  }
}

const notFound = (sessionId: string): object => ({ code: -32_002, message: 'Session not found.', data: { sessionId } });
const methodNotFound = { code: -32_601, message: expect.stringContaining('--allow-extensions') as string };

test('a message that breaks a rule is answered with one sentence, and the agent never sees it', async () => {
  const guarded = new Guarded();
  const evil = { cwd: '/', mcpServers: [] };
  const refusal = { code: -32_602, message: expect.stringContaining('--root') as string };
  expect(await guarded.call('session/new', evil)).toMatchObject(refusal);
  guarded.notify('_any/method', evil);
  const twice = `{"jsonrpc":"2.0","id":7,"method":"session/new","params":{"cwd":"/","cwd":${JSON.stringify(garden)}}}`;
  guarded.send(JSON.parse(twice), twice);
  guarded.send({ jsonrpc: '2.0', id: 3, result: {}, more: 1 });
  await expect
    .poll(() => guarded.received)
    .toEqual([
      { jsonrpc: '2.0', id: 7, method: 'session/new', params: { cwd: garden } },
      { jsonrpc: '2.0', id: 3, result: {} },
    ]);
  expect(guarded.lines).toHaveLength(2);
});

test.each([
  [[{ jsonrpc: '2.0', id: 1, method: 'session/new', params: {} }], -32_600],
  ['session/new', -32_600],
  [{ jsonrpc: '2.0', id: {}, method: 'session/new', params: { cwd: '/' } }, -32_600],
  [{ jsonrpc: '2.0', id: 1, method: ['session/new'], params: { cwd: '/' } }, -32_600],
  [{ jsonrpc: '2.0', id: 1, method: 'session/new ', params: {} }, -32_601],
  [{ jsonrpc: '2.0', id: 1, method: 'Session/New', params: {} }, -32_601],
  [{ jsonrpc: '2.0', id: 1, method: 'session/update', params: {} }, -32_601],
  [{ jsonrpc: '2.0', id: 1, method: 'fs/write_text_file', params: {} }, -32_601],
  [{ jsonrpc: '2.0', id: 1, method: 'proxy/initialize', params: {} }, -32_601],
  [{ jsonrpc: '2.0', id: 1, method: 'session/cancel', params: { sessionId: 'a' } }, -32_600],
  [{ jsonrpc: '2.0', id: 1, method: 'session/new' }, -32_602],
  [{ jsonrpc: '2.0', id: 1, method: 'session/new', params: [] }, -32_602],
])('%j is not a message of a client', async (message, code) => {
  const guarded = new Guarded();
  guarded.send(message);
  await expect.poll(() => guarded.answers).toMatchObject([{ error: { code } }]);
  expect(guarded.received).toEqual([]);
});

test('a request without an id is dropped, and a response without a result fails the request of the agent', async () => {
  const guarded = new Guarded();
  guarded.notify('session/new', { cwd: garden, mcpServers: [] });
  guarded.send({ jsonrpc: '2.0', id: 1 });
  await expect.poll(() => guarded.received).toMatchObject([{ id: 1, error: { code: -32_603 } }]);
  expect(guarded.answers).toEqual([]);
});

test('a client that breaks rules again and again does not fill the log', async () => {
  const guarded = new Guarded();
  for (let count = 0; count < 100; count += 1) guarded.notify(`_any/${count}`, {});
  await guarded.call('session/new', { cwd: garden, mcpServers: [] });
  expect(guarded.lines).toHaveLength(21);
  expect(guarded.lines.at(-1)).toBe('what else this client is refused is not logged');
});

describe('what the protocol does not define', () => {
  test.each([1, 2] as const)('is not passed on in version %d, and the operator is told', async (version) => {
    const guarded = await Guarded.initialized({ version });
    const known = { cwd: garden, mcpServers: [{ type: 'http', name: 'a', url: 'https://a.example', headers: [] }] };
    const _meta = { traceparent: '00-1-2-01', 'acp-stack.dev/x': { a: 1 }, tulips: true, tracestate: {} };
    await guarded.call('session/new', { ...known, tulips: { colour: 'red' }, _meta });
    const kept = { traceparent: '00-1-2-01', 'acp-stack.dev/x': { a: 1 } };
    expect(guarded.received).toEqual([
      { jsonrpc: '2.0', id: 2, method: 'session/new', params: { ...known, _meta: kept } },
    ]);
    expect(guarded.lines).toEqual(
      ['tulips', '_meta.tulips', '_meta.tracestate'].map(
        (name) => `left out ${name} in session/new of a client: it is not in the protocol`,
      ),
    );
  });

  test('is passed on if the operator allows it, apart from settings', async () => {
    rules = { ...rules, allowsExtensions: true };
    const guarded = await Guarded.initialized();
    const params = { cwd: garden, mcpServers: [], tulips: { colour: 'red' }, _meta: { tulips: true } };
    await guarded.call('session/new', params);
    await guarded.call('_garden/water', { litres: 5 });
    expect(guarded.received).toMatchObject([{ params }, { method: '_garden/water', params: { litres: 5 } }]);
    for (const odd of [{ mcp_servers: [] }, { 'ENV ': {} }, { _meta: { x: '{"command":"sh"}' } }]) {
      const refusal = { code: -32_602, message: expect.stringContaining('This server takes no') as string };
      expect(await guarded.call('session/new', { ...params, ...odd })).toMatchObject(refusal);
      expect(await guarded.call('_garden/water', { litres: 5, ...odd })).toMatchObject(refusal);
    }
  });

  test.each([1, 2] as const)('is not passed on in `initialize` either, in version %d', async (version) => {
    const guarded = new Guarded({ version });
    const info = { name: 'a', version: '1' };
    const clientCapabilities = { fs: { readTextFile: true, writeTextFile: true }, _meta: { terminal_output: true } };
    const capabilities = { _meta: { 'terminal-auth': true } };
    const params = { protocolVersion: version, info, clientInfo: info, clientCapabilities, capabilities };
    await guarded.call('initialize', { ...params, tulips: 1, _meta: { tulips: 1, baggage: 'a=b' } });
    expect(guarded.initialize).toEqual({ ...params, _meta: { baggage: 'a=b' } });
    expect(guarded.lines).toEqual(
      ['tulips', '_meta.tulips'].map((name) => `left out ${name} in initialize of a client: it is not in the protocol`),
    );
  });

  test('is passed on where released agents share it, for sessions inside the folders', async () => {
    const guarded = await Guarded.initialized({ pages: [{ sessions: [{ sessionId: 'a', cwd: '/' }] }] });
    const { sessionId } = { sessionId: 'b' };
    for (const method of ['session/set_model', '_session/steering'])
      expect(await guarded.call(method, { sessionId: 'a', modelId: 'm' })).toEqual(notFound('a'));
    expect(await guarded.call('_garden/water', { sessionId })).toMatchObject(methodNotFound);
    expect(guarded.received).toEqual([]);
  });
});

/** What a client could mean by params, so that an odd agent would start a program. */
describe('odd spellings', () => {
  const program = { name: 'x', command: '/bin/sh', args: ['-c', 'id'], env: [{ name: 'A', value: 'b' }] };
  /** Names that are on no list. */
  const exotic = { run: ['/bin/sh', '-c', 'id'], shell: '/bin/sh' };

  /** A generator of numbers that are always the same for a seed. */
  const numbers = (seed: number) => {
    let state = seed;
    return (below: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
  };

  const names =
    'mcpServers mcp_servers MCPServers mcp-servers mcpservers mcp.servers ｍcpServers mcpServer servers'.split(' ');
  const places = '_meta __proto__ constructor options settings params Params claudeCode systemPrompt meta cwd'.split(
    ' ',
  );

  function oddParams(seed: number): unknown {
    const next = numbers(seed);
    const pick = <T>(list: readonly T[]): T => list.at(next(list.length)) as T;
    const wrap = (value: unknown, depth: number): unknown => {
      if (depth === 0) return value;
      const ways = [
        () => [value],
        () => ({ x: value }),
        () => ({ [pick(names)]: value }),
        () => JSON.stringify(value),
        () => JSON.stringify({ [pick(names)]: value }),
        () => ({ ...program, type: pick(['http', 'HTTP', 'stdio', '', 'sse', 'acp', 'ws', null]), url: 'http://x' }),
        () => ({ [pick(places)]: value }),
      ];
      return wrap(pick(ways)(), depth - 1);
    };
    const fields = [
      ['cwd', pick([garden, garden, garden, '/', [garden], { path: '/' }, `${garden}/out`, 'file:///', null])],
      [pick(['mcpServers', ...names]), wrap(program, next(5))],
      [pick([...names, ...places]), wrap(program, next(5))],
      ['_meta', wrap({ [pick(names)]: program }, next(5))],
      ['daisies', wrap(exotic, next(5))],
      ['_meta', { daisies: wrap(exotic, next(5)) }],
    ].filter((_, index) => index === 0 || index >= 4 || next(3) === 0) as [string, unknown][];
    const text = fields.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',');
    return JSON.parse(`{"mcpServers":[],${text}}`);
  }

  /** Whether the program is in what an agent gets, in any form. */
  const holdsProgram = (value: unknown): boolean => JSON.stringify(value).includes('/bin/sh');

  test.each([1, 2] as const)('never bring a program to the agent in version %d', async (version) => {
    const guarded = await Guarded.initialized({ version, pages: [{ sessions: [{ sessionId: 'a', cwd: garden }] }] });
    for (let seed = 0; seed < 2000; seed += 1) {
      const method = ['session/new', 'session/load', 'session/resume', 'session/fork'][seed % 4] ?? '';
      guarded.notify('session/cancel', { ...fieldsOf(oddParams(seed)), sessionId: 'a' });
      guarded.ask(method, { ...fieldsOf(oddParams(seed)), sessionId: 'a' });
    }
    await expect.poll(() => guarded.answers.length).toBe(2001);
    expect(guarded.received.filter(holdsProgram)).toEqual([]);
    // Some are accepted, without what has no meaning in the protocol.
    const opening = guarded.received.filter(({ id }) => id !== undefined);
    expect(opening.length).toBeGreaterThan(10);
    for (const { params } of opening) expect(fieldsOf(params)['cwd']).toBe(garden);
  });

  test('never bring a program in methods of the agent itself', async () => {
    rules = { ...rules, allowsExtensions: true };
    const guarded = await Guarded.initialized();
    for (let seed = 0; seed < 2000; seed += 1)
      guarded.ask('_garden/open', { mcpServers: [program], ...fieldsOf(oddParams(seed)) });
    await expect.poll(() => guarded.answers.length).toBe(2001);
    const named = (value: unknown): boolean => {
      if (typeof value !== 'object' || value === null) return false;
      return Object.entries(value).some(([name, each]) => name === 'command' || named(each));
    };
    expect(guarded.received.filter(named)).toEqual([]);
  });

  test('that are nested very deep are refused', async () => {
    rules = { ...rules, allowsExtensions: true };
    const guarded = await Guarded.initialized();
    const deep: unknown = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000));
    const refusal = { code: -32_602, message: expect.stringContaining('depth') as string };
    expect(await guarded.call('_garden/open', { x: deep })).toMatchObject(refusal);
    expect(await guarded.call('session/new', { cwd: garden, mcpServers: [], _meta: { x: deep } })).toMatchObject(
      refusal,
    );
    expect(await guarded.call('session/new', { cwd: garden, mcpServers: deep })).toMatchObject({ code: -32_602 });
  });
});

describe('a session of another folder', () => {
  const pagesOf = (): Page[] => [
    {
      sessions: [{ sessionId: 'other', cwd: '/' }, 5, null, { sessionId: 'linked', cwd: join(garden, 'out') }],
      nextCursor: '1',
    },
    { sessions: [], nextCursor: '2' },
    {
      sessions: [
        { sessionId: 'roses', cwd: join(garden, 'roses') },
        { sessionId: 'wide', cwd: garden, additionalDirectories: [garden, join(home, 'garden-of-others')] },
        { sessionId: 'two', cwd: garden, additionalDirectories: [join(garden, 'roses')] },
        { sessionId: 'odd', cwd: garden, additionalDirectories: [5] },
        { sessionId: 'bare' },
      ],
    },
  ];

  const folder = new URL('../../../../../packages/schema/examples/', import.meta.url);
  interface Example {
    readonly in: readonly string[];
    readonly value: JsonObject;
  }
  const examples = new Map<string, { readonly accept?: readonly Example[] }>(
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .flatMap((name) => Object.entries(JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as object)),
  );

  /** Every method that a client may call with the id of a session, in each version, with params. */
  const methods = [v1.methods, v2.methods].flatMap((table, index) =>
    Object.values(table)
      .filter(({ direction }) => direction === 'client>agent' || direction === 'both')
      .flatMap(({ name, kind, params }) => {
        const accepted = examples.get(params.name)?.accept ?? [];
        const named = accepted.find((each) => each.in.includes(`v${index + 1}`) && 'sessionId' in each.value);
        return named === undefined ? [] : [{ version: (index + 1) as 1 | 2, name, kind, params: named.value }];
      }),
  );

  test('is named by methods of both versions', () => {
    const names = methods.map(({ version, name }) => `${version} ${name}`);
    for (const name of [
      '1 session/load',
      '1 session/set_mode',
      '2 session/inject',
      '2 nes/suggest',
      '1 document/didOpen',
    ])
      expect(names).toContain(name);
    expect(names.length).toBeGreaterThan(50);
  });

  test.each(methods)('does not exist for $name of version $version', async ({ version, name, kind, params: given }) => {
    const guarded = await Guarded.initialized({ version, pages: pagesOf() });
    const { additionalDirectories: _directories, mcpServers, ...others } = given;
    const servers = mcpServers === undefined ? {} : { mcpServers: [] };
    const params = { ...others, ...servers, ...('cwd' in given ? { cwd: garden } : {}) };
    for (const sessionId of ['other', 'linked', 'wide', 'odd', 'bare', 'missing']) {
      if (kind === 'notification') guarded.notify(name, { ...params, sessionId });
      else {
        const expected = name === 'session/delete' ? {} : notFound(sessionId);
        expect(await guarded.call(name, { ...params, sessionId })).toEqual(expected);
      }
    }
    for (const sessionId of ['roses', 'two', 'roses']) {
      if (kind === 'notification') guarded.notify(name, { ...params, sessionId });
      else await guarded.call(name, { ...params, sessionId });
    }
    const named = (): unknown[] => guarded.received.map((message) => fieldsOf(message['params'])['sessionId']);
    await expect.poll(named).toEqual(['roses', 'two', 'roses']);
  });

  test('does not exist, however it was opened before by the same client', async () => {
    const guarded = await Guarded.initialized({ pages: pagesOf() });
    const loaded = { sessionId: 'other', cwd: garden, mcpServers: [] };
    expect(await guarded.call('session/load', loaded)).toEqual(notFound('other'));
    expect(await guarded.call('session/prompt', { sessionId: 'other', prompt: [] })).toEqual(notFound('other'));
    expect(guarded.received).toEqual([]);
  });
});

describe('a session that the client may use', () => {
  test.each([1, 2] as const)('is one that it has opened, without a search, in version %d', async (version) => {
    const result = (method: unknown): unknown =>
      method === 'session/new' || method === 'session/fork' || method === 'nes/start'
        ? { sessionId: method }
        : undefined;
    const guarded = await Guarded.initialized({ version, pages: [{ sessions: [] }], result });
    const place = { cwd: garden, mcpServers: [] };
    await guarded.call('session/new', place);
    await guarded.call('session/fork', { ...place, sessionId: 'session/new' });
    await guarded.call('nes/start', {});
    await guarded.call('nes/close', { sessionId: 'nes/start' });
    const prompt = [{ type: 'text', text: 'a' }];
    expect(await guarded.call('session/prompt', { sessionId: 'session/fork', prompt })).toEqual({
      did: 'session/prompt',
    });
    expect(guarded.lists).toEqual([]);
  });

  test('is one that another client of the server has opened, if the agent does not list it elsewhere', async () => {
    const opened = openedSessions();
    const result = (method: unknown): unknown => (method === 'session/new' ? { sessionId: 'a' } : undefined);
    const first = await Guarded.initialized({ opened, result });
    await first.call('session/new', { cwd: garden, mcpServers: [] });
    const close = { sessionId: 'a' };
    for (const pages of [undefined, [{ sessions: [] }]]) {
      const second = await Guarded.initialized({ opened, ...(pages === undefined ? {} : { pages }) });
      expect(await second.call('session/close', close)).toEqual({ did: 'session/close' });
    }
    const third = await Guarded.initialized({ opened, pages: [{ sessions: [{ sessionId: 'a', cwd: '/' }] }] });
    expect(await third.call('session/close', close)).toEqual(notFound('a'));
    const stranger = await Guarded.initialized({});
    expect(await stranger.call('session/close', close)).toEqual(notFound('a'));
  });

  test('is not one for suggestions that another client has started', async () => {
    const opened = openedSessions();
    const result = (method: unknown): unknown => (method === 'nes/start' ? { sessionId: 'n' } : undefined);
    const first = await Guarded.initialized({ opened, result });
    await first.call('nes/start', {});
    const second = await Guarded.initialized({ opened });
    expect(await second.call('nes/close', { sessionId: 'n' })).toEqual(notFound('n'));
  });

  test('is a child of one that it may use', async () => {
    const result = (method: unknown): unknown => (method === 'session/new' ? { sessionId: 'a' } : undefined);
    const guarded = await Guarded.initialized({ version: 2, result });
    await guarded.call('session/new', { cwd: garden });
    const announce = (sessionId: string, child: string): void => {
      guarded.say({
        method: 'session/update',
        params: { sessionId, update: { sessionUpdate: 'x', sessionId: child } },
      });
    };
    announce('a', 'child');
    announce('unknown', 'other');
    expect(await guarded.call('session/close', { sessionId: 'child' })).toEqual({ did: 'session/close' });
    expect(await guarded.call('session/close', { sessionId: 'other' })).toEqual(notFound('other'));
  });

  test('may be in the archive', async () => {
    const pages = [{ sessions: [{ sessionId: 'a', cwd: garden }] }];
    const guarded = await Guarded.initialized({ pages, capabilities: { archive: {} } });
    await guarded.call('session/unarchive', { sessionId: 'a' });
    expect(guarded.lists).toEqual([{ archived: 'include' }]);
  });

  test('is found by one search for many messages, which keep their order', async () => {
    const pages = [{ sessions: [{ sessionId: 'a', cwd: garden }], nextCursor: '0' }];
    const result = (): unknown => 'later';
    const guarded = await Guarded.initialized({ pages, result });
    const prompt = [{ type: 'text', text: 'a' }];
    const id = guarded.ask('session/prompt', { sessionId: 'a', prompt });
    guarded.notify('$/cancel_request', { requestId: id });
    guarded.notify('session/cancel', { sessionId: 'a' });
    await expect
      .poll(() => guarded.received.map(({ method }) => method))
      .toEqual(['session/prompt', '$/cancel_request', 'session/cancel']);
    expect(guarded.lists).toHaveLength(1);
  });

  test('is searched for after `initialize`, also if the client does not wait for that', async () => {
    const guarded = new Guarded({ pages: [{ sessions: [{ sessionId: 'a', cwd: garden }] }] });
    expect(await guarded.call('session/close', { sessionId: 'a' })).toEqual(notFound('a'));
    guarded.ask('initialize', { protocolVersion: 1 });
    expect(await guarded.call('session/close', { sessionId: 'a' })).toEqual({ did: 'session/close' });
  });

  test('is not found in a list that fails, or that has no end', async () => {
    const guarded = await Guarded.initialized({ pages: [{ sessions: 5 as never }, { sessions: [] }] });
    expect(await guarded.call('session/close', { sessionId: 'a' })).toEqual(notFound('a'));
    const round = await Guarded.initialized({
      pages: [
        { sessions: [], nextCursor: '1' },
        { sessions: [], nextCursor: '0' },
      ],
    });
    expect(await round.call('session/close', { sessionId: 'a' })).toEqual(notFound('a'));
    expect(round.lists).toHaveLength(3);
  });

  test('costs the agent one list at a time, and too many messages about unknown ones are refused', async () => {
    const guarded = await Guarded.initialized({ pages: [{ sessions: [] }], isSlow: true });
    for (let count = 0; count < 1500; count += 1) guarded.ask('session/close', { sessionId: `s${count}` });
    const codes = (): unknown[] => guarded.answers.map(({ error }) => fieldsOf(error)['code']);
    const count = (code: number): number => codes().filter((each) => each === code).length;
    await expect.poll(() => count(-32_603)).toBe(500);
    expect(guarded.lists).toHaveLength(1);
    guarded.answerList();
    await expect.poll(() => count(-32_002)).toBe(1);
    guarded.answerList();
    await expect.poll(() => count(-32_002)).toBe(1000);
    expect(guarded.lists).toHaveLength(2);
    expect(guarded.received).toEqual([]);
  });
});

describe('the sessions that a client has open', () => {
  const opening = (): AgentOptions => {
    let count = 0;
    return { result: (method) => (method === 'session/new' ? { sessionId: `s${(count += 1)}` } : undefined) };
  };
  const place = (): object => ({ cwd: garden, mcpServers: [] });

  test('are limited, also by requests that have no response yet, and closing one makes room', async () => {
    const guarded = await Guarded.initialized(opening());
    for (let count = 0; count < 1024; count += 1) guarded.ask('session/new', place());
    const refusal = { code: -32_603, message: 'This client has 1024 open sessions; close some of them.' };
    expect(await guarded.call('session/new', place())).toEqual(refusal);
    await guarded.call('session/close', { sessionId: 's1' });
    expect(await guarded.call('session/new', place())).toEqual({ sessionId: 's1025' });
    expect(await guarded.call('session/new', place())).toEqual(refusal);
    expect(await guarded.call('session/close', { sessionId: 's2' })).toEqual({ did: 'session/close' });
    const waiting = await Guarded.initialized({ result: () => 'later' });
    for (let count = 0; count < 1024; count += 1) waiting.ask('session/new', place());
    expect(await waiting.call('session/new', place())).toEqual(refusal);
  });

  test('are counted, even if several requests have the same id', async () => {
    const guarded = await Guarded.initialized({ result: () => 'later' });
    const request = { jsonrpc: '2.0', id: 'same', method: 'session/new', params: place() };
    guarded.send(request);
    guarded.send(request);
    await expect.poll(() => guarded.answers.at(-1)).toMatchObject({ id: 'same', error: { code: -32_600 } });
    expect(guarded.received).toHaveLength(1);
  });
});

describe('the sessions that a client is shown', () => {
  const sent = (message: object): unknown[] => {
    const guarded = new Guarded();
    guarded.say(message);
    return guarded.answers;
  };

  test('are those in its folders; the cursor stays, also after a page with none of them', async () => {
    const inside = { sessionId: 'a', cwd: join(garden, 'roses'), title: 'Roses' };
    const others = [
      { sessionId: 'b', cwd: join(home, 'garden-of-others'), title: 'Secret' },
      { sessionId: 'c', cwd: join(garden, 'out'), title: 'Secret' },
      { sessionId: 'd', title: 'Secret' },
      { sessionId: 'e', cwd: garden, additionalDirectories: ['/'], title: 'Secret' },
    ];
    const page = (sessions: unknown[]) => ({ jsonrpc: '2.0', id: 1, result: { sessions, nextCursor: 'next' } });
    const received = sent(page([others[0], inside, ...others.slice(1)]));
    await expect.poll(() => received).toEqual([page([inside])]);
    const none = sent(page(others));
    await expect.poll(() => none).toEqual([page([])]);
  });

  test('are not looked for in other messages, which pass unchanged', async () => {
    const update = { jsonrpc: '2.0', method: 'session/update', params: { sessions: [{ sessionId: 'a', cwd: '/' }] } };
    const result = { jsonrpc: '2.0', id: 1, result: { sessions: ['a', { cwd: '/' }] } };
    const received = [sent(update), sent(result)];
    await expect.poll(() => received).toEqual([[update], [result]]);
  });
});
