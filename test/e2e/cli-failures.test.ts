/**
 * What goes wrong between `acp` and an agent, in every command that talks to one: a sentence, what to do, and the exit
 * code.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { run } from '../../apps/cli/src/run.ts';
import { captureTerminal } from '../../apps/cli/src/terminal/captured-terminal.ts';
import { acpHere } from '../support/acp-here.ts';
import { acpProgram, acpUser, fixtureAgent, type AcpUser } from '../support/acp-program.ts';

let user: AcpUser;
beforeEach(() => {
  user = acpUser();
});
afterEach(() => {
  user[Symbol.dispose]();
});

const rude = (...args: readonly string[]): readonly string[] => ['--', ...fixtureAgent('rude-agent.mjs', ...args)];

const commands: readonly (readonly string[])[] = [
  ['exec', 'hello'],
  ['sessions', 'list'],
  ['agents', 'info'],
];

interface Trouble {
  readonly what: string;
  readonly args: readonly string[];
  readonly exitCode: number;
  readonly sentence: string;
}

const troubles: readonly Trouble[] = [
  {
    what: 'an unknown agent',
    args: ['--agent', 'florist'],
    exitCode: 2,
    sentence: 'agent "florist" not found; acp agents add florist -- command adds it to ',
  },
  {
    what: 'a program that there is not',
    args: ['--', 'no-such-agent'],
    exitCode: 7,
    sentence: 'no-such-agent could not be started: command not found; check its name and path',
  },
  {
    what: 'a program that is no agent',
    args: ['--timeout', '0.5', ...rude('chatters')],
    exitCode: 3,
    sentence: 'it took longer than 0.5 seconds; --timeout allows more',
  },
  {
    what: 'an agent that dies',
    args: rude('breaks'),
    exitCode: 7,
    sentence: 'exited (code 9) without speaking ACP; it printed:\n  no licence\n',
  },
  {
    what: 'an agent that never answers',
    args: ['--timeout', '0.5', ...rude('silent')],
    exitCode: 3,
    sentence: 'it took longer than 0.5 seconds; --timeout allows more',
  },
  {
    what: 'an agent of another version',
    args: rude('future'),
    exitCode: 1,
    sentence: 'the agent speaks version 99; update this program',
  },
  {
    what: 'an address without a server',
    args: ['--url', 'ws://127.0.0.1:1/acp'],
    exitCode: 7,
    sentence: 'start the server, or check the host and the port',
  },
];

describe.each(commands)('acp %s %s', (...command) => {
  test.each(troubles)('says what to do about $what', async ({ args, exitCode, sentence }) => {
    const outcome = await acpHere(user, [...command, ...args], { isTerminal: true, isErrorTerminal: true });
    expect(outcome).toMatchObject({ exitCode, out: '' });
    expect(outcome.err).toContain(sentence);
    // One sentence, the last words of the agent below it, and nothing that stays behind in a terminal.
    expect(outcome.err).toMatch(/^acp: [^\n]+\n(?: {2}[^\n]+\n)*$/u);
    expect(outcome.err).not.toContain('\u001b');
  });

  test('works in a terminal that is too small for anything', async () => {
    const options = { isTerminal: true, isErrorTerminal: true, columns: 1 };
    const { exitCode, out } = await acpHere(user, [...command, ...rude('lists')], options);
    expect(exitCode).toBe(0);
    expect(out).not.toContain('\u001b');
  });

  test('works with a home that cannot be used, and an agent that needs none', async () => {
    const blocked = user.write('blocked', 'this is no folder');
    const env = { HOME: blocked, XDG_CONFIG_HOME: blocked, XDG_DATA_HOME: blocked };
    expect(await acpHere(user, [...command, ...rude('lists')], { env })).toMatchObject({ exitCode: 0 });
  });
});

describe.each([
  ['exec', 'hello'],
  ['sessions', 'list'],
])('acp %s %s', (...command) => {
  test('says what to do where the agent that comes with it cannot keep sessions', async () => {
    const blocked = user.write('blocked', 'this is no folder');
    const env = { HOME: blocked, XDG_CONFIG_HOME: blocked, XDG_DATA_HOME: blocked };
    const { exitCode, out, err } = await user.run(command, { env });
    expect({ exitCode, out }).toEqual({ exitCode: 1, out: '' });
    expect(err).toMatch(
      /^acp: bundled failed: Sessions cannot be stored in [^\n]*; check its permissions, or [^\n]*\n$/u,
    );
  });
});

describe('acp serve', () => {
  const serve = async (...args: readonly string[]): Promise<unknown> => {
    const terminal = captureTerminal({ env: user.env });
    return [await run(['serve', ...args], terminal), terminal.out(), terminal.err()];
  };

  test('says at once that there is no such agent', async () => {
    const words = 'acp: no-such-agent could not be started: command not found; check its name and path\n';
    expect(await serve('--port', '0', '--', 'no-such-agent')).toEqual([7, '', words]);
    const file = user.write('notes.txt', 'no program');
    expect(await serve('--', file)).toMatchObject([7, '', expect.stringContaining('it is not executable; check')]);
  });

  test('says what to do about an address that it cannot have', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    expect(await serve('--port', String(port), '--', process.execPath)).toEqual([
      2,
      '',
      `acp: 127.0.0.1:${port} is not available: the address is in use; choose another --port, or 0 for a free one\n`,
    ]);
    taken.close();
  });
});

describe('acp', () => {
  test('says when the folder that it is started in is gone', async () => {
    const gone = join(user.home, 'gone');
    mkdirSync(gone);
    const command = `rmdir "$PWD" && exec "$0" "$@"`;
    const args = ['-c', command, process.execPath, acpProgram, 'agents', 'list'];
    const child = spawn('sh', args, { cwd: gone, env: user.env });
    let err = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    const [exitCode] = (await once(child, 'close')) as [number];
    expect([exitCode, err]).toEqual([2, 'acp: the current folder was deleted; change to another one\n']);
  });
});

describe('acp exec without a terminal to ask on', () => {
  /** An input that says nothing and does not end. */
  async function* silence(): AsyncGenerator<Uint8Array> {
    await new Promise(() => undefined);
    yield new Uint8Array();
  }

  test.each([
    ['a form and for permission', 'asks', 5, 'elicitation -32601, permission reject_once\n', '--approve-reads'],
    ['a page', 'asksForPage', 0, 'page -32601\n', ''],
    ['a login before the session', 'auth', 6, '', 'acp auth login'],
    ['a login in the middle of the work', 'locked', 6, '', 'offers no login method'],
  ])('ends when the agent asks for %s', async (_, manner, exitCode, out, advice) => {
    const args = ['exec', '--format', 'quiet', 'go', ...rude(manner, '/no/such/door')];
    const outcome = await acpHere(user, args, { stdin: silence() });
    expect(outcome).toMatchObject({ exitCode, out });
    expect(outcome.err).toContain(advice);
  });
});

describe('sessions of an agent that keeps none', () => {
  test.each([
    [['close', 'x'], 'does not let clients close sessions; they end when the agent exits'],
    [['delete', 'x'], 'does not let clients delete sessions; see its documentation'],
    [['fork', 'x'], 'the agent rude cannot do that: it does not support session/fork'],
    [['show', 'x'], 'cannot do that: the agent cannot replay a session'],
  ])('says that an agent cannot, for %j', async (words, sentence) => {
    const { exitCode, err } = await acpHere(user, ['sessions', ...words, ...rude('polite')]);
    expect(exitCode).toBe(1);
    expect(err).toMatch(/^acp: [^\n]+\n$/u);
    expect(err).toContain(sentence);
  });
});
