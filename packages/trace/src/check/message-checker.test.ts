import { describe, expect, test } from 'vitest';

import { schemas } from '../load-schema.test-support.ts';
import { MessageChecker, type CheckOptions } from './message-checker.ts';
import type { Verdict } from './verdict.ts';

function checkAll(messages: readonly unknown[], options: Partial<CheckOptions> = {}): Verdict[] {
  const checker = new MessageChecker({
    schemas,
    version: undefined,
    unstable: false,
    side: undefined,
    method: undefined,
    ...options,
  });
  return messages.map((message, index) => checker.check(message, index + 1));
}

/** The verdict on the last message. */
function check(messages: readonly unknown[], options: Partial<CheckOptions> = {}): Verdict {
  const verdict = checkAll(messages, options).at(-1);
  if (verdict === undefined) throw new Error('no message');
  return verdict;
}

const request = (method: string, params: unknown = {}, id: unknown = 1): object => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});
const notification = (method: string, params: unknown = {}): object => ({ jsonrpc: '2.0', method, params });
const result = (value: unknown, id: unknown = 1): object => ({ jsonrpc: '2.0', id, result: value });
const failure = (id: unknown = 1): object => ({ jsonrpc: '2.0', id, error: { code: -32603, message: 'No.' } });
const newSession = request('session/new', { cwd: '/x', mcpServers: [] });
const unknownUpdate = (sessionUpdate: string): object =>
  notification('session/update', { sessionId: 's', update: { sessionUpdate } });
const paths = ({ problems }: Verdict): string[] => problems.map(({ path }) => path);

describe('requests and notifications', () => {
  test('are checked with paths into the whole message', () => {
    const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'txt' } };
    expect(check([notification('session/update', { sessionId: 's', update })])).toMatchObject({
      kind: 'notification',
      method: 'session/update',
      problems: [{ path: '/params/update/content/type', found: '"txt"' }],
    });
  });

  test('must have the envelope of JSON-RPC', () => {
    expect(paths(check([{ id: 1.5, method: 'logout' }]))).toEqual(['/jsonrpc', '/id']);
    expect(paths(check([{ jsonrpc: '2.0', id: 1, method: 7 }]))).toEqual(['/method']);
  });

  test('must not carry a result or an error', () => {
    expect(paths(check([{ ...request('logout'), result: 1, error: 2 }]))).toEqual(['/result', '/error']);
  });

  test('must have an id exactly when the method is a request', () => {
    expect(paths(check([notification('logout')]))).toEqual(['/id']);
    expect(paths(check([request('session/cancel', { sessionId: 's' })]))).toEqual(['/id']);
  });

  test('are mended where receivers are lenient', () => {
    const verdict = check([request('initialize', { protocolVersion: 1, clientCapabilities: { terminal: 'yes' } })]);
    expect(verdict.problems).toEqual([]);
    expect(verdict.repairs).toMatchObject([{ action: 'dropped', path: '/params/clientCapabilities/terminal' }]);
  });

  test('may be extensions', () => {
    expect(check([request('_acme/do')])).toMatchObject({ problems: [], notes: ['extension'] });
    expect(check([notification('$/progress')])).toMatchObject({ problems: [] });
    expect(paths(check([request('$/progress')]))).toEqual(['/method']);
  });

  test('are known under their other names', () => {
    const message = request('_proxy/initialize', { protocolVersion: 1 });
    expect(check([message], { unstable: true })).toMatchObject({
      problems: [],
      notes: ['alias of proxy/initialize'],
    });
    const broken = request('_proxy/initialize', { protocolVersion: 'one' });
    expect(paths(check([broken], { unstable: true }))).toEqual(['/params/protocolVersion']);
  });

  test.each([
    [
      'a misspelled method',
      'session/promt',
      'a stable method of version 1 (perhaps session/prompt)',
      '"session/promt"',
    ],
    [
      'an unstable method',
      'session/fork',
      'a stable method of version 1 (pass --unstable to allow others)',
      '"session/fork", which is unstable',
    ],
    [
      'a draft',
      'nes/start',
      'a stable method of version 1 (pass --unstable to allow others)',
      '"nes/start", which is a draft',
    ],
    [
      'a method of the other version',
      'session/inject',
      'a stable method of version 1',
      '"session/inject", which only version 2 has',
    ],
    ['a name of JavaScript', 'constructor', 'a stable method of version 1', '"constructor"'],
  ])('are refused with advice: %s', (_, method, expected, found) => {
    expect(check([request(method)]).problems).toEqual([{ path: '/method', expected, found }]);
  });

  test('say when --unstable would accept their content', () => {
    const server = { type: 'acp', name: 'n', serverId: 's' };
    const verdict = check([request('session/new', { cwd: '/x', mcpServers: [server] })]);
    expect(verdict.problems).not.toEqual([]);
    expect(verdict.notes).toEqual(['valid with --unstable']);
  });

  test('are valid with unknown values, which are noted', () => {
    expect(check([unknownUpdate('agent_mesage_chunk')])).toMatchObject({
      problems: [],
      notes: [
        '/params/update/sessionUpdate: version 1 does not know "agent_mesage_chunk" (perhaps agent_message_chunk)',
      ],
    });
    expect(check([unknownUpdate('plan_removed')]).notes).toEqual([
      '/params/update/sessionUpdate: "plan_removed" is known only with --unstable',
    ]);
    expect(check([unknownUpdate('_acme')]).notes).toEqual(['/params/update/sessionUpdate: "_acme" is an extension']);
    const state = { sessionUpdate: 'state_update', state: 'sleeping' };
    expect(check([notification('session/update', { sessionId: 's', update: state })], { version: 2 })).toMatchObject({
      problems: [],
      notes: ['/params/update/state: version 2 does not know "sleeping"'],
    });
  });

  test('are noted at the place where they stand, also behind entries that are skipped', () => {
    const options = [7, { configId: 'c', name: 'n', type: 'dial' }, 8, { configId: 'c', name: 'n', type: 'knob' }];
    const update = { sessionUpdate: 'config_option_update', configOptions: options };
    expect(check([notification('session/update', { sessionId: 's', update })], { version: 2 })).toMatchObject({
      repairs: [{ path: '/params/update/configOptions/0' }, { path: '/params/update/configOptions/2' }],
      notes: [
        '/params/update/configOptions/1/type: version 2 does not know "dial"',
        '/params/update/configOptions/3/type: version 2 does not know "knob"',
      ],
    });
  });

  test('are noted briefly, however many unknown values there are and however long their paths', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, index) => [`${'x'.repeat(1_000)}${index}`, { type: 'dial' }]),
    );
    const params = { mode: 'form', message: 'm', sessionId: 's', requestedSchema: { type: 'object', properties } };
    const { notes, problems } = check([request('elicitation/create', params)], { version: 2 });
    expect(problems).toEqual([]);
    expect(notes).toHaveLength(100);
    expect(notes[0]?.length).toBeLessThan(400);
  });

  test('are valid with a path that is not absolute, which is noted', () => {
    expect(check([request('session/new', { cwd: 'home/me' })], { version: 2 })).toMatchObject({
      problems: [],
      notes: ['/params/cwd: "home/me" is not an absolute path'],
    });
  });

  test('are refused with the key that was probably meant', () => {
    expect(check([notification('session/cancel', { sessionID: 's' })]).problems).toEqual([
      { path: '/params/sessionId', expected: 'a string', found: 'nothing, but there is "sessionID"' },
    ]);
    expect(check([[notification('session/cancel', { sessionID: 's' })]], { version: 2 }).problems).toMatchObject([
      { path: '/0/params/sessionId', found: 'nothing, but there is "sessionID"' },
    ]);
  });
});

describe('responses', () => {
  test('are checked as the result of the request with their id', () => {
    expect(check([newSession, result({})])).toMatchObject({
      kind: 'result',
      method: 'session/new',
      problems: [{ path: '/result/sessionId' }],
    });
  });

  test('may be errors', () => {
    expect(check([newSession, failure()])).toMatchObject({ kind: 'error', method: 'session/new', problems: [] });
    expect(paths(check([{ jsonrpc: '2.0', id: 1, error: { code: 'x' } }]))).toEqual(['/error/code', '/error/message']);
  });

  test('must not be a result and an error', () => {
    expect(paths(check([newSession, { ...result({ sessionId: 's' }), error: null }]))).toEqual(['/error']);
  });

  test('answer a request once', () => {
    const answer = result({ sessionId: 's' });
    expect(check([newSession, answer, answer])).toMatchObject({
      method: undefined,
      problems: [],
      notes: ['the request with this id already has a response on line 2'],
    });
    const initialize = request('initialize', { protocolVersion: 1 });
    const second = check([initialize, result({ protocolVersion: 1 }), result({ protocolVersion: 1 })]);
    expect(second.notes).toEqual(['the request with this id already has a response on line 2']);
  });

  test('to no request are noted', () => {
    expect(check([result({})])).toMatchObject({ method: undefined, notes: ['responds to no earlier request'] });
  });

  test('may lack what only older agents omit, unless an agent is to be checked', () => {
    const prompt = request('session/prompt', { sessionId: 's', prompt: [{ type: 'text', text: 't' }] });
    expect(check([prompt, result({})], { version: 2 })).toMatchObject({
      problems: [],
      notes: ['/result/messageId is missing; only older agents omit it'],
    });
    expect(check([prompt, result({})], { version: 2, side: 'agent' })).toMatchObject({
      problems: [{ path: '/result/messageId', expected: 'a value, which only older agents omit', found: 'nothing' }],
      notes: [],
    });
    expect(check([result({})], { version: 2, method: 'session/prompt' }).notes).toHaveLength(1);
  });

  test('follow the form of their request to an MCP server', () => {
    const unstable = { unstable: true };
    const asked = request('mcp/message', { serverId: 's', requestId: 'r', method: 'tools/list' });
    const onConnection = request('mcp/message', { connectionId: 'c', method: 'tools/list' });
    expect(check([asked, result({ result: {} })], unstable).problems).toEqual([]);
    expect(check([asked, result({ error: { code: 1, message: 'No.' } })], unstable).problems).toEqual([]);
    expect(paths(check([asked, result({})], unstable))).toEqual(['/result/result']);
    expect(check([onConnection, result({})], unstable).problems).toEqual([]);
    expect(check([result({})], { ...unstable, method: 'mcp/message' }).problems).toEqual([]);
  });

  test('to no request are checked with the method that was given', () => {
    expect(paths(check([result({})], { method: 'session/new' }))).toEqual(['/result/sessionId']);
    expect(check([result({})], { method: 'session/set_mode', version: 2 }).problems).toEqual([
      { path: '', expected: 'a version of the protocol that has session/set_mode', found: 'version 2' },
    ]);
  });

  test('to a message that could not be read have no id', () => {
    expect(check([failure(null)])).toMatchObject({
      problems: [],
      notes: ['responds to a message that could not be parsed'],
    });
    expect(paths(check([result({}, null)], { version: 2 }))).toEqual(['/id']);
  });

  test('find a request with a null id in version 1', () => {
    expect(check([{ ...newSession, id: null }, failure(null)]).method).toBe('session/new');
  });

  test('go to the request they fit when both sides used the same id', () => {
    const prompt = request('session/prompt', { sessionId: 's', prompt: [] }, 3);
    const read = request('fs/read_text_file', { sessionId: 's', path: '/a' }, 3);
    const answers = [result({ content: 'text' }, 3), result({ stopReason: 'end_turn' }, 3)];
    const verdicts = checkAll([prompt, read, ...answers]).slice(2);
    expect(verdicts.map(({ method }) => method)).toEqual(['fs/read_text_file', 'session/prompt']);
    expect(verdicts.flatMap(({ problems }) => problems)).toEqual([]);
  });

  test('go to the request that names their fields when both would take them', () => {
    const load = request('session/load', { sessionId: 's', cwd: '/x', mcpServers: [] }, 3);
    const read = request('fs/read_text_file', { sessionId: 's', path: '/a' }, 3);
    const verdicts = checkAll([load, read, result({ content: 'text' }, 3), result({}, 3)]).slice(2);
    expect(verdicts.map(({ method }) => method)).toEqual(['fs/read_text_file', 'session/load']);
    expect(verdicts.flatMap(({ problems }) => problems)).toEqual([]);
  });

  test('go to the newer request when they fit both alike', () => {
    const write = request('fs/write_text_file', { sessionId: 's', path: '/a', content: '' }, 3);
    const verdicts = checkAll([request('logout', {}, 3), write, result({}, 3), result({}, 3)]).slice(2);
    expect(verdicts.map(({ method }) => method)).toEqual(['fs/write_text_file', 'logout']);
  });

  test('to extensions may be anything', () => {
    expect(check([request('_acme/do'), result(7)])).toMatchObject({ method: '_acme/do', problems: [] });
  });
});

describe('one side', () => {
  const read = request('fs/read_text_file', { sessionId: 's', path: '/a' });

  test('may send only its own methods', () => {
    expect(check([newSession], { side: 'client' }).problems).toEqual([]);
    expect(check([newSession], { side: 'agent' }).problems).toEqual([
      {
        path: '/method',
        expected: 'a method that the agent may call',
        found: '"session/new", which the other side calls',
      },
    ]);
    expect(check([read], { side: 'agent' }).problems).toEqual([]);
    expect(check([notification('$/cancel_request', { requestId: 1 })], { side: 'agent' }).problems).toEqual([]);
  });

  test('does not answer its own requests', () => {
    expect(check([newSession, result({})], { side: 'client' })).toMatchObject({ method: undefined, problems: [] });
    expect(check([newSession, result({})], { side: 'agent' }).method).toBe('session/new');
  });
});

describe('the version', () => {
  const initialize = (protocolVersion: unknown): object =>
    request('initialize', { protocolVersion, info: { name: 'n', version: '1' } }, 0);
  const inject = request('session/inject');
  const refusal = 'a stable method of version';

  test('is 1 until the conversation says otherwise', () => {
    expect(check([inject]).problems[0]?.expected).toBe(`${refusal} 1`);
  });

  test('is the one that the result of initialize names', () => {
    const agreed = [initialize(2), result({ protocolVersion: 2, info: { name: 'n', version: '1' } }, 0)];
    expect(checkAll(agreed).flatMap(({ problems }) => problems)).toEqual([]);
    expect(check([...agreed, request('session/load')]).problems[0]?.expected).toBe(`${refusal} 2`);
  });

  test('may be older than the one that was asked for', () => {
    const agreed = [initialize(2), result({ protocolVersion: 1, agentInfo: { name: 'n', version: '1' } }, 0)];
    expect(check(agreed).problems).toEqual([]);
    expect(check([...agreed, inject]).problems[0]?.expected).toBe(`${refusal} 1`);
  });

  test('decides how the params of initialize are checked', () => {
    expect(paths(check([request('initialize', { protocolVersion: 2 })]))).toEqual(['/params/info']);
    expect(check([request('initialize', { protocolVersion: 1 })]).problems).toEqual([]);
  });

  test('is learned from an agent whose client was not recorded', () => {
    const answer = result({ protocolVersion: 2, info: { name: 'n', version: '1' } }, 0);
    expect(check([answer], { side: 'agent' })).toMatchObject({
      method: 'initialize',
      problems: [],
      notes: ['taken as the response to initialize'],
    });
    expect(check([answer, request('fs/read_text_file')]).problems[0]?.expected).toBe(`${refusal} 2`);
    expect(check([answer], { side: 'client' }).method).toBeUndefined();
  });

  test('that is unknown is noted', () => {
    expect(check([request('initialize', { protocolVersion: 3 })])).toMatchObject({
      problems: [],
      notes: ['version 3 is unknown, checked as version 1'],
    });
  });

  test('stays what the user asked for', () => {
    const agreed = [initialize(2), result({ protocolVersion: 2 }, 0)];
    expect(check([...agreed, inject], { version: 1 }).problems[0]?.expected).toBe(`${refusal} 1`);
  });

  test('decides about null ids', () => {
    expect(check([{ ...newSession, id: null }], { version: 1 }).problems).toEqual([]);
    expect(paths(check([{ ...newSession, id: null }], { version: 2 }))).toEqual(['/id']);
  });
});

describe('batches', () => {
  test('are refused as a whole in version 1', () => {
    expect(check([[newSession, 7]])).toMatchObject({ kind: 'batch', method: undefined, problems: [{ path: '' }] });
  });

  test('are checked entry by entry in version 2', () => {
    const verdict = check([[request('auth/login', {}), 7, [1]]], { version: 2 });
    expect(paths(verdict)).toEqual(['/0/params/methodId', '/1', '/2']);
    expect(verdict.notes).toEqual(['entries: 3']);
    expect(check([[request('_acme/do')]], { version: 2 }).notes).toEqual(['entry 0: extension', 'entries: 1']);
  });

  test('hold at least one entry', () => {
    expect(paths(check([[]], { version: 2 }))).toEqual(['']);
  });

  test('hold requests that later responses answer', () => {
    expect(check([[newSession], result({})], { version: 2 }).method).toBe('session/new');
  });
});

test('a message whose method is misspelled is no message, and the key is named', () => {
  expect(check([{ jsonrpc: '2.0', id: 1, metod: 'logout' }]).problems).toMatchObject([
    { path: '', found: 'an object without them, but with "metod"' },
  ]);
});

test.each([null, 7, 'text', true, {}, { id: 1 }])('%j is no message', (value) => {
  expect(check([value])).toMatchObject({ kind: 'message', method: undefined, problems: [{ path: '' }] });
});
