/**
 * `acp exec` as a script uses it: with the agent that comes with the program and agents of others, which are real
 * processes.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { runHere } from '../support/acp-here.ts';
import { acpProgram, acpUser, fixtureAgent, type AcpUser } from '../support/acp-program.ts';
import { processesWith } from '../support/agent-program.ts';

let user: AcpUser;
beforeEach(() => {
  user = acpUser();
  writeFileSync(join(user.project, 'roses.txt'), 'red\nwhite\n');
});
afterEach(() => {
  user[Symbol.dispose]();
});

/** `acp` in this process, in the folder of the user. */
const here = (...call: Parameters<AcpUser['run']>): ReturnType<typeof runHere> => runHere(user, ...call);

const official = fixtureAgent('v1-agent.mjs');
const rude = (...args: readonly string[]): readonly string[] => fixtureAgent('rude-agent.mjs', ...args);

describe('acp exec with the agent that comes with the program', () => {
  test('prints the answer on stdout and what is done on stderr', async () => {
    const { exitCode, out, err } = await user.run(['exec', '/read roses.txt']);
    expect({ exitCode, out }).toEqual({ exitCode: 0, out: '```\n     1\tred\n     2\twhite\n```\n' });
    expect(err).toContain('[read] Read roses.txt (completed)');
  });

  test('takes the prompt from standard input and from files', async () => {
    const file = user.write('prompt.txt', '/read roses.txt\n');
    const answers = [
      await user.run(['exec', '--format', 'quiet'], { input: '/read roses.txt\n' }),
      await here(['exec', '--format', 'quiet', '-'], { input: '/read roses.txt\n' }),
      await here(['exec', '--format', 'quiet', '-f', file]),
      await here(['exec', '--format', 'quiet', 'bundled'], { input: '/read roses.txt\n' }),
    ];
    for (const answer of answers) {
      expect(answer).toEqual({ exitCode: 0, out: '```\n     1\tred\n     2\twhite\n```\n', err: '' });
    }
  });

  test('prints the raw messages as json, and nothing else', async () => {
    const { exitCode, out, err } = await user.run(['exec', '--format', 'json', '/read roses.txt']);
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
    const messages = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { method?: string });
    expect(messages[0]).toMatchObject({ jsonrpc: '2.0', method: 'initialize' });
    expect(messages.map(({ method }) => method)).toContain('session/prompt');
    const checked = await user.run(['validate', '--unstable'], { input: out });
    expect(checked.exitCode).toBe(0);
  });

  test('refuses what the agent asks for unless a flag allows it', async () => {
    const denied = await here(['exec', '/run echo grown > tulips.txt']);
    expect(denied.exitCode).toBe(5);
    expect(denied.err).toContain('--approve-all');
    const reads = await here(['exec', '--approve-reads', '/run echo grown > tulips.txt']);
    expect(reads.exitCode).toBe(5);
    const approved = await here(['exec', '--approve-all', '/run echo grown > tulips.txt']);
    expect(approved.exitCode).toBe(0);
    expect(readFileSync(join(user.project, 'tulips.txt'), 'utf8')).toBe('grown\n');
  });

  test('decides by the rules in a file, and refuses a file with a mistake', async () => {
    const rules = user.write('rules.json', { rules: [{ decision: 'allow', kind: 'execute', command: 'echo *' }] });
    expect((await here(['exec', '--policy', rules, '/run echo hello'])).exitCode).toBe(0);
    expect((await here(['exec', '--policy', rules, '/run touch here'])).exitCode).toBe(5);
    const broken = user.write('broken.json', { rules: [{ decision: 'maybe', kind: 'read' }] });
    expect(await here(['exec', '--policy', broken, 'hello'])).toMatchObject({ exitCode: 2, out: '' });
  });

  test('lets a flag go before a variable, and a variable before the file', async () => {
    user.write('config/acp-stack/config.json', { default_permissions: 'approve-all' });
    const prompt = ['exec', '--format', 'quiet', '/run true'];
    expect((await here(prompt)).exitCode).toBe(0);
    expect((await here(prompt, { env: { ACP_PERMISSIONS: 'deny-all' } })).exitCode).toBe(5);
    const both = await here([...prompt, '--approve-all'], { env: { ACP_PERMISSIONS: 'deny-all' } });
    expect(both.exitCode).toBe(0);
  });

  test('sets the mode, the settings and further folders, and says what there is to choose', async () => {
    const set = await here(['exec', '--mode', 'Plan', '--config-option', 'web=on', '--format', 'json', '/help']);
    expect(set.exitCode).toBe(0);
    expect(set.out).toContain('"configId":"mode","type":"id","value":"plan"');
    expect(set.out).toContain('"configId":"web","type":"boolean","value":true');
    expect(await here(['exec', '--mode', 'plam', '/help'])).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining('did you mean plan?'),
    });
    expect(await here(['exec', '--config-option', 'colour=red', '/help'])).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining('has no option "colour"'),
    });
    expect(await here(['exec', '--add-dir', '/no/such/folder', '/help'])).toMatchObject({ exitCode: 2 });
    const other = join(user.home, 'seeds');
    user.write('seeds/tulip.txt', 'a seed');
    const read = await here(['exec', '--format', 'quiet', '--add-dir', other, `/read ${other}/tulip.txt`]);
    expect(read).toMatchObject({ exitCode: 0, out: expect.stringContaining('a seed') });
  });

  test('passes MCP servers and instructions on', async () => {
    const file = user.write('mcp.json', { mcpServers: { garden: { command: 'node', args: ['-e', '0'] } } });
    const args = ['exec', '--format', 'json', '--mcp-config', file, '--system-prompt', 'Be brief.', '/help'];
    const { out } = await here(args);
    const opening = out.split('\n').find((line) => line.includes('"session/new"'));
    expect(JSON.parse(opening ?? '')).toMatchObject({
      params: {
        cwd: user.project,
        mcpServers: [
          { type: 'stdio', name: 'garden', command: expect.stringMatching(/^\/.*node$/u), args: ['-e', '0'] },
        ],
        systemPrompt: { mode: 'append', content: [{ type: 'text', text: 'Be brief.' }] },
      },
    });
  });

  test('attaches files as the agent takes them', async () => {
    const { out } = await here(['exec', '--format', 'json', '/help', '--attach', 'roses.txt']);
    expect(out).toContain('"type":"resource"');
    const link = await here(['exec', 'hello', '--format', 'json', '--attach', 'roses.txt', '--', ...official]);
    expect(link.out).toContain('"type":"resource_link"');
  });

  test('ends the agent with the command', async () => {
    const mark = join(user.home, 'data-of-this-test');
    await user.run(['exec', '--format', 'quiet', '/help', '--', process.execPath, acpProgram, 'agent', '--data', mark]);
    expect(await processesWith(mark)).toEqual([]);
  });
});

describe('acp exec with agents of others', () => {
  test('runs the commands of an agent of version 1 on the official SDK', async () => {
    const { exitCode, out } = await here(['exec', '--approve-all', '--format', 'quiet', 'run', '--', ...official]);
    expect(exitCode).toBe(0);
    expect(out).toBe('You said: run\n\n4: one two\n');
  });

  test('offers neither files nor commands where that is not wanted', async () => {
    const args = ['exec', '--no-fs', '--no-terminal', '--format', 'json', 'hello', '--', ...official];
    const { out } = await here(args);
    expect(out).toContain('"sawTerminals":false');
    expect(out).not.toContain('"readTextFile":true');
  });

  test('finds agents by their name in the config file, and says what was probably meant', async () => {
    const [command, ...args] = official;
    user.write('config/acp-stack/config.json', {
      agent_servers: { florist: { type: 'custom', command, args, env: {}, favorite_models: [] } },
      default_agent: 'florist',
    });
    expect(await here(['exec', 'florist', 'hello', '--format', 'quiet'])).toMatchObject({
      out: 'You said: hello\n',
    });
    expect(await here(['exec', 'hello there', '--format', 'quiet'])).toMatchObject({
      out: 'You said: hello there\n',
    });
    expect(await here(['exec', 'bundled', '/help', '--format', 'quiet'])).toMatchObject({ exitCode: 0 });
    expect(await here(['exec', 'florits', 'hello'])).toEqual({
      exitCode: 2,
      out: '',
      err: 'acp: agent "florits" not found; did you mean florist?\n',
    });
  });

  test('never hangs on a question: forms are not offered and permissions must be one of decided', async () => {
    const run = (...flags: readonly string[]): ReturnType<typeof here> =>
      here(['exec', '--format', 'quiet', ...flags, 'go', '--', ...rude('asks')]);
    expect(await run()).toMatchObject({ exitCode: 5, out: 'elicitation -32601, permission reject_once\n' });
    expect(await run('--approve-reads')).toMatchObject({
      exitCode: 0,
      out: 'elicitation -32601, permission allow_once\n',
    });
  });

  test.each([
    ['--deny-all', {}],
    ['--approve-reads', { fs: { readTextFile: true } }],
    ['--approve-all', { fs: { readTextFile: true, writeTextFile: true }, terminal: true }],
  ])('offers agents of version 1 files and commands only as far as %s says', async (flag, offered) => {
    const { out } = await here(['exec', '--format', 'json', flag, 'go', '--', ...rude('polite')]);
    const [first = ''] = out.split('\n');
    const { params } = JSON.parse(first) as { params: { clientCapabilities: Record<string, unknown> } };
    const { fs, terminal } = params.clientCapabilities;
    expect({ ...(fs === undefined ? {} : { fs }), ...(terminal === undefined ? {} : { terminal }) }).toEqual(offered);
  });

  test('refuses what an agent does not take, in words', async () => {
    const refused = (...flags: readonly string[]): ReturnType<typeof here> =>
      here(['exec', ...flags, 'hello', '--', ...rude('polite')]);
    expect(await refused('--add-dir', user.home)).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('--add-dir'),
    });
    expect(await refused('--system-prompt', 'x')).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('--system-prompt'),
    });
    expect(await refused('--model', 'x')).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining('no option for the model'),
    });
  });
});

describe('acp exec over a network', () => {
  test('works over WebSocket and over HTTP, with a token', async () => {
    const server = spawn(process.execPath, [acpProgram, 'serve', '--port', '0', '--', ...official], {
      env: { ...user.env, ACP_SERVE_TOKEN: 'rose' },
      cwd: user.project,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    try {
      const [line] = (await once(server.stdout.setEncoding('utf8'), 'data')) as [string];
      const url = line.trim();
      for (const address of [url, url.replace(/^http/u, 'ws')]) {
        const args = ['exec', '--format', 'quiet', 'hello', '--url', address];
        expect(await user.run(args, { env: { ACP_TOKEN: 'rose' } })).toEqual({
          exitCode: 0,
          out: 'You said: hello\n',
          err: '',
        });
        const refused = await user.run(args, { env: { ACP_TOKEN: 'tulip' } });
        expect(refused).toMatchObject({ exitCode: 6, out: '', err: expect.stringContaining('ACP_TOKEN') });
      }
    } finally {
      server.kill();
      await once(server, 'close');
    }
  });
});

describe('acp exec when something goes wrong', () => {
  test.each([
    ['there is no such program', ['no-such-agent'], 7, 'no-such-agent could not be started: command not found'],
    [
      'the program is no agent',
      [process.execPath, '-e', 'console.log("hello")'],
      7,
      'exited (code 0) without speaking ACP; it printed:\n  hello\n',
    ],
    [
      'the agent ends while it works',
      rude('dies'),
      8,
      'exited with code 4; run the command again with --trace file to see why\n  out of cheese',
    ],
    ['the agent never answers', rude('silent'), 3, 'longer than 1 second;'],
    ['the agent never ends its work', rude('deaf'), 3, 'longer than 1 second;'],
    ['the agent is from the future', rude('future'), 1, 'version 99'],
    ['the agent wants a login', rude('auth', '/no/such/door'), 6, 'acp auth login'],
  ])('says so in one sentence when %s', async (_, agent, exitCode, sentence) => {
    // Only who waits for the end of the time is given little of it.
    const timeout = exitCode === 3 ? '1' : '60';
    const outcome = await user.run(['exec', '--timeout', timeout, 'hello', '--', ...agent]);
    expect(outcome).toMatchObject({ exitCode, out: '' });
    expect(outcome.err).toContain(sentence);
    expect(outcome.err).toMatch(/^acp: [^\n]+\n(?: {2}[^\n]+\n)*$/u);
  });

  test('ends the line of an agent that ends in the middle of it', async () => {
    const script = user.write('script.json', { turns: [{ steps: [{ text: 'My last wor' }, { crash: 'half-line' }] }] });
    const agent = [process.execPath, acpProgram, 'agent', '--script', script];
    const outcome = await user.run(['exec', 'die', '--', ...agent]);
    expect(outcome).toMatchObject({ exitCode: 8, out: 'My last wor\n' });
  });

  test('reports an address without a server', async () => {
    for (const url of ['ws://127.0.0.1:1/acp', 'http://127.0.0.1:1/acp']) {
      const outcome = await here(['exec', 'hello', '--url', url]);
      expect(outcome).toMatchObject({ exitCode: 7, err: expect.stringContaining('No server listens') });
    }
    expect(await here(['exec', 'hello', '--url', 'ftp://x'])).toMatchObject({ exitCode: 2 });
  });

  test('cancels the work and ends with 130 when it is interrupted', async () => {
    // The other users of this machine may run the same agent.
    const mark = join(user.home, 'agent-of-this-test');
    const outcome = await user.run(['exec', 'hello', '--log-level', 'info', '--', ...rude('deaf', mark)], {
      signalAt: { text: 'connected to rude', signal: 'SIGINT' },
    });
    expect(outcome).toMatchObject({ exitCode: 130, err: expect.stringContaining('interrupted') });
    expect(await processesWith(mark)).toEqual([]);
  });

  test('lives with an agent that prints on stdout, and says so', async () => {
    const outcome = await here(['exec', '--format', 'quiet', 'hello', '--', ...rude('noisy')]);
    const err = 'acp: ignored a line on stdout, which is for messages only: Welcome to the agent!\n';
    expect(outcome).toEqual({ exitCode: 0, out: '', err });
  });

  test('says what to do where the home cannot be written', async () => {
    const blocked = user.write('blocked', 'this is no folder');
    const env = { XDG_CONFIG_HOME: blocked, XDG_DATA_HOME: blocked };
    const official1 = await here(['exec', '--format', 'quiet', 'hello', '--', ...official], { env });
    expect(official1).toEqual({ exitCode: 0, out: 'You said: hello\n', err: '' });
    const added = await here(['agents', 'add', 'x', '--', 'y'], { env });
    expect(added).toMatchObject({ exitCode: 2, err: expect.stringContaining('ACP_CONFIG') });
    const bundled = await here(['exec', 'hello'], { env });
    expect(bundled.exitCode).toBe(1);
    expect(bundled.err).toContain(blocked);
  });

  test.each([
    [['exec', 'several', 'words', 'here'], 'put it in quotes'],
    [['exec', '--approve-all', '--deny-all', 'x'], 'cannot be used together'],
    [['exec', '--agent', 'a', 'x', '--', 'b'], 'name the agent once'],
    [['exec', '--timeout', 'soon', 'x'], '--timeout'],
    [['exec', '-f', '/no/such/file'], 'the file does not exist'],
    [['exec', '--cwd', '/no/such/folder', 'x'], 'the folder /no/such/folder does not exist'],
    [['exec', 'x', '--'], 'missing command after --'],
    [['exec', '--mcp-config', '/no/such/file', 'x'], '/no/such/file does not exist'],
    [['exec'], 'the prompt is empty'],
  ])('refuses %j as a wrong command line', async (args, words) => {
    const outcome = await here(args);
    expect(outcome).toMatchObject({ exitCode: 2, out: '' });
    expect(outcome.err).toContain(words);
    expect(outcome.err.trim().split('\n')).toHaveLength(1);
  });
});
