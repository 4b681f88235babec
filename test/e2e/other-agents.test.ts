/**
 * `acp` with agents that do things as agents of other makers do; the process of the agent is real, `acp` runs in this
 * one.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { acpHere } from '../support/acp-here.ts';
import { acpUser, fixtureAgent, type AcpUser } from '../support/acp-program.ts';

let user: AcpUser;
beforeEach(() => {
  user = acpUser();
});
afterEach(() => {
  user[Symbol.dispose]();
});

type Answers = Readonly<Record<string, object>>;

/** An agent that answers so; see the fixture. */
const agentWith = (answers: Answers): readonly string[] => [
  '--',
  ...fixtureAgent('answering-agent.mjs', JSON.stringify(answers)),
];

const internal = (data: unknown): object => ({ error: { code: -32_603, message: 'Internal error', data } });

describe('the reason that an agent puts into the data of an error', () => {
  const lists = { result: { protocolVersion: 1, agentCapabilities: { sessionCapabilities: { list: {} } } } };
  test.each<[string, readonly string[], Answers]>([
    ['a new session', ['exec', 'hi'], { 'session/new': internal({ details: 'the disk is full' }) }],
    ['a prompt', ['exec', 'hi'], { 'session/prompt': internal('the disk is full') }],
    ['the start', ['agents', 'info'], { initialize: internal({ message: 'the disk is full' }) }],
    ['a list of sessions', ['sessions', 'list'], { initialize: lists, 'session/list': internal('the disk is full') }],
  ])('is told for %s', async (_, command, answers) => {
    const { err, exitCode } = await acpHere(user, [...command, ...agentWith(answers)]);
    expect(err).toContain('Internal error: the disk is full');
    expect(exitCode).toBe(1);
  });

  test('is told by agents doctor', async () => {
    const [, command = '', ...args] = agentWith({ initialize: internal({ code: 'ENOSPC' }) });
    user.write('config/acp-stack/config.json', { agent_servers: { florist: { command, args } } });
    const { out } = await acpHere(user, ['agents', 'doctor', 'florist']);
    expect(out).toContain('Internal error: {"code":"ENOSPC"}');
  });
});

describe('--model', () => {
  const models = {
    currentModelId: 'rose',
    availableModels: [
      { modelId: 'rose', name: 'Rose' },
      { modelId: 'tulip', name: 'Tulip' },
    ],
  };
  const select = (id: string, ...values: readonly string[]): object => ({
    id,
    name: id,
    category: 'model',
    type: 'select',
    currentValue: values[0],
    options: values.map((value) => ({ value, name: value })),
  });
  const configOptions = [select('provider', 'red', 'blue'), select('model', 'rose', 'tulip')];

  test('sets a model that the agent offers in the older way', async () => {
    const agent = agentWith({
      'session/new': { result: { sessionId: 's1', models } },
      'session/prompt': { tell: ['session/set_model'] },
    });
    const { out, exitCode } = await acpHere(user, ['exec', 'hi', '--model', 'tulip', ...agent]);
    expect(out).toContain('session/set_model {"sessionId":"s1","modelId":"tulip"}');
    expect(exitCode).toBe(0);
  });

  test('sets the option that has the value, of several for the model', async () => {
    const agent = agentWith({
      'session/new': { result: { sessionId: 's1', configOptions } },
      'session/set_config_option': { result: { configOptions } },
      'session/prompt': { tell: ['session/set_config_option'] },
    });
    const { out } = await acpHere(user, ['exec', 'hi', '--model', 'tulip', ...agent]);
    expect(out).toContain('session/set_config_option {"sessionId":"s1","configId":"model","value":"tulip"}');
  });

  test('names the values of all of them if none has it', async () => {
    const agent = agentWith({ 'session/new': { result: { sessionId: 's1', configOptions } } });
    const { err, exitCode } = await acpHere(user, ['exec', 'hi', '--model', 'cactus', ...agent]);
    expect(err).toBe('acp: unknown model "cactus"; choose from red, blue, rose, tulip\n');
    expect(exitCode).toBe(2);
  });
});

describe('a login', () => {
  const required = { error: { code: -32_000, message: 'Authentication required' } };

  test('that the agent answers by asking for one ends with what the agent says about it', async () => {
    const method = { id: 'x', name: 'Log in', description: 'Run `florist login` in the terminal' };
    const agent = agentWith({
      initialize: { result: { protocolVersion: 1, agentCapabilities: {}, authMethods: [method] } },
      authenticate: required,
    });
    const { err, exitCode } = await acpHere(user, ['auth', 'login', '--method', 'x', ...agent]);
    expect(err).toContain('The agent did not accept the login by "Log in": Authentication required.');
    expect(err).toContain('Run `florist login` in the terminal');
    expect(err).not.toContain('acp auth login');
    expect(exitCode).toBe(6);
  });

  test('is not called unnecessary where the agent offers no method', async () => {
    const agent = agentWith({ 'session/new': required });
    const { out, exitCode } = await acpHere(user, ['auth', 'status', ...agent]);
    expect(out).toBe(
      'The agent does not report whether you are logged in; it offers no login method, see its documentation.\n',
    );
    expect(exitCode).toBe(1);
    expect((await acpHere(user, ['auth', 'login', ...agent])).err).toContain('if it needs a login');
  });

  test('is reported by an agent that sends _auth/status_update', async () => {
    const method = { id: 'x', name: 'Log in' };
    const initialize = {
      result: { protocolVersion: 1, agentCapabilities: {}, authMethods: [method] },
      notify: { method: '_auth/status_update', params: { authStatus: { kind: 'account', label: 'Garden Max' } } },
    };
    const { out, exitCode } = await acpHere(user, ['auth', 'status', ...agentWith({ initialize })]);
    expect(out).toBe('You are logged in.\n  Garden Max (in use)\n');
    expect(exitCode).toBe(0);
  });
});
