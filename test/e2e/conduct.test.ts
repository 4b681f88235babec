/** `acp conduct` and `--proxy`, with proxies and agents that are programs of their own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { quoteWord } from '../../apps/cli/src/text/shell-words.ts';
import { acpProgram, acpUser, fixtureAgent, type AcpUser } from '../support/acp-program.ts';

let user: AcpUser;
beforeEach(() => {
  user = acpUser();
});
afterEach(() => {
  user[Symbol.dispose]();
});

const agents = { 1: fixtureAgent('v1-agent.mjs'), 2: fixtureAgent('v2-agent.mjs') } as const;
const line = (words: readonly string[]): string => words.map((word) => quoteWord(word)).join(' ');
const arrow = (...args: readonly string[]): string => line(fixtureAgent('arrow-proxy.mjs', ...args));
const through = (...proxies: readonly string[]): string[] => proxies.flatMap((each) => ['--proxy', each]);
/** A chain as the command of an agent. */
const conducted = (...args: readonly string[]): string[] => [process.execPath, acpProgram, 'conduct', ...args];

/** A proxy that throws while it is loaded. */
function faulty(): string {
  writeFileSync(join(user.project, 'faulty.mjs'), `const here = 1;\nthrow new Error('no settings file');\n`);
  return JSON.stringify({ name: 'faulty', command: [process.execPath, 'faulty.mjs'] });
}
const faultyFailure =
  'the component faulty has failed: it exited with code 1 before it said anything: Error: no settings file';

interface Row {
  readonly type: string;
  readonly from?: string;
  readonly to?: string;
  readonly frame?: string;
  readonly component?: string;
  readonly components?: readonly string[];
  readonly event?: string;
  readonly text?: string;
}
const rowsOf = (path: string): readonly Row[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text) as Row);

describe('acp exec through proxies', () => {
  test.each([1, 2] as const)('both change what an agent of version %i says', async (version) => {
    const proxies = through(arrow('one'), arrow('two'));
    const { out, err, exitCode } = await user.run([
      'exec',
      '--format',
      'quiet',
      ...proxies,
      'hi',
      '--',
      ...agents[version],
    ]);
    expect({ out, exitCode, err }).toMatchObject({ out: expect.stringContaining('>>You said: hi'), exitCode: 0 });
  });

  test.each([[[]], [['--proxy', 'redact']]])(
    'an agent of version 1 uses the terminals of the client, as without proxies: %j',
    async (proxies) => {
      const args = ['exec', '--format', 'quiet', '--approve-all', ...proxies, 'run', '--', ...agents[1]];
      const { out, err } = await user.run(args);
      expect({ out, err }).toMatchObject({ out: expect.stringMatching(/You said: run[\s\S]*4: one two/u) });
    },
  );

  test('--format json prints what has passed through the proxies, and the trace has every hop', async () => {
    const trace = join(user.home, 'hops.jsonl');
    const options = ['--format', 'json', '--trace', trace, ...through(arrow('one'))];
    const { out, err } = await user.run(['exec', ...options, 'hi', '--', ...agents[2]]);
    expect({ out, err }).toMatchObject({ out: expect.stringContaining('>You said') });
    expect(out).not.toContain('"You said');
    const said = rowsOf(trace).filter(({ frame }) => frame?.includes('You said') === true);
    expect(said.map(({ to, frame }) => [to === 'Client', frame?.includes('>You said')])).toEqual([
      [false, false],
      [true, true],
    ]);
  });

  test('a proxy that dies is named, with its last words, and the program ends', async () => {
    const { err, exitCode } = await user.run([
      'exec',
      ...through(
        JSON.stringify({ command: fixtureAgent('arrow-proxy.mjs', 'one', 'dies'), name: 'quiver', onExit: 'fail' }),
      ),
      'hi',
      '--',
      ...agents[2],
    ]);
    expect(err).toContain('quiver');
    expect(err).toContain('out of arrows');
    expect(exitCode).not.toBe(0);
  });

  test('a proxy that dies at its start is one sentence with its error, and the exit code of an agent that does', async () => {
    const { err, exitCode } = await user.run(['exec', ...through(faulty()), 'hi', '--', ...agents[2]]);
    expect({ err, exitCode }).toEqual({ err: `acp: ${faultyFailure}\n`, exitCode: 7 });
  });

  test('a proxy that cannot be started is named', async () => {
    const { err, exitCode } = await user.run(['exec', ...through('./no-such-proxy'), 'hi', '--', ...agents[2]]);
    expect(err).toBe(
      'acp: the component no-such-proxy has failed: it could not be started: command not found; check its name and path\n',
    );
    expect(exitCode).toBe(7);
  });

  test.each([
    ['redcat', '"redcat" is neither a proxy of acp nor a command; did you mean redact'],
    [
      'no-such-thing --fast',
      '"no-such-thing" is neither a proxy of acp nor a command; the proxies of acp are context, ',
    ],
    ['mine.mjs', '"mine.mjs" is neither a proxy of acp nor a command; perhaps "node mine.mjs"'],
  ])('%s is not a proxy, which is told before anything is started', async (text, words) => {
    writeFileSync(join(user.project, 'mine.mjs'), '');
    const { err, exitCode } = await user.run(['exec', ...through(text), 'hi', '--', ...agents[2]]);
    expect(err).toContain(words);
    expect(exitCode).toBe(2);
  });

  test('a wrong setting of a proxy is a wrong command line', async () => {
    for (const [proxy, words] of [
      ['budget --apples 3', /budget.*apples/u],
      ['budget apples', /"apples" is not a setting/u],
    ] as const) {
      const { err, exitCode } = await user.run(['exec', ...through(proxy), 'hi', '--', ...agents[2]]);
      expect(err).toMatch(words);
      expect(exitCode).toBe(2);
    }
  });

  test('the proxies of an agent in the config file are used', async () => {
    const [command, ...args] = agents[2];
    user.write('config/acp-stack/config.json', { agent_servers: { far: { command, args, proxies: [arrow()] } } });
    const { out } = await user.run(['exec', '--format', 'quiet', 'far', 'hi']);
    expect(out).toContain('>You said: hi');
  });
});

describe('acp serve through proxies', () => {
  test.each([[], ['--shared']])('remote clients see the chain as one agent %j', async (...flags) => {
    const server = spawn(
      process.execPath,
      [acpProgram, 'serve', '--port', '0', ...flags, ...through(arrow('one')), '--', ...agents[2]],
      { cwd: user.project, env: user.env },
    );
    try {
      const url = await new Promise<string>((resolve) => {
        server.stdout.setEncoding('utf8').once('data', (text: string) => {
          resolve(text.trim());
        });
      });
      const { out, err } = await user.run(['exec', '--format', 'quiet', '--url', url, 'hi']);
      expect({ out, err }).toMatchObject({ out: expect.stringContaining('>You said: hi') });
    } finally {
      const ended = once(server, 'close');
      server.kill('SIGTERM');
      await ended;
    }
  });
});

describe('acp serve with a proxy that dies at its start', () => {
  test('says so once, and the client says it in the same words', async () => {
    const args = [acpProgram, 'serve', '--port', '0', ...through(faulty()), '--', ...agents[2]];
    const server = spawn(process.execPath, args, { cwd: user.project, env: user.env });
    let err = '';
    server.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    const ended = once(server, 'close');
    try {
      const [url] = (await once(server.stdout.setEncoding('utf8'), 'data')) as [string];
      const asked = await user.run(['exec', '--format', 'quiet', '--url', url.trim(), 'hi']);
      expect({ err: asked.err, exitCode: asked.exitCode }).toEqual({ err: `acp: ${faultyFailure}\n`, exitCode: 7 });
    } finally {
      server.kill('SIGTERM');
      await ended;
    }
    expect(err.split('\n').filter((text) => text.includes('faulty'))).toEqual([`acp serve: ${faultyFailure}`]);
  });
});

describe('acp serve of a proxy', () => {
  test('is a proxy for chains elsewhere with --allow-extensions, and names itself where it is not allowed', async () => {
    for (const flags of [['--allow-extensions'], []]) {
      const args = [acpProgram, 'serve', '--port', '0', ...flags, '--', ...fixtureAgent('arrow-proxy.mjs', 'one')];
      const env = { ...user.env, ACP_SERVE_TOKEN: 'thorn' };
      const server = spawn(process.execPath, args, { cwd: user.project, env });
      const ended = once(server, 'close');
      try {
        const [url] = (await once(server.stdout.setEncoding('utf8'), 'data')) as [string];
        const far = JSON.stringify({ name: 'far', url: url.trim(), headers: { authorization: 'Bearer thorn' } });
        const { out, err, exitCode } = await user.run([
          'exec',
          '--format',
          'quiet',
          ...through(far),
          'hi',
          '--',
          ...agents[2],
        ]);
        if (flags.length > 0) expect({ out, err }).toMatchObject({ out: expect.stringContaining('>You said: hi') });
        else
          expect({ err, exitCode }).toEqual({
            err: expect.stringMatching(/^acp: far rejected initialize: .*--allow-extensions/u),
            exitCode: 1,
          });
      } finally {
        server.kill('SIGTERM');
        await ended;
      }
    }
  });
});

describe('acp conduct', () => {
  test('is an agent for any client, and records every hop in order', async () => {
    const trace = join(user.home, 'trace.jsonl');
    const chain = conducted('--trace', trace, ...through(arrow('one'), arrow('two')), '--', ...agents[1]);
    const { out } = await user.run(['exec', '--format', 'quiet', 'hi', '--', ...chain]);
    expect(out).toContain('>>You said: hi');
    const rows = rowsOf(trace);
    const sides = rows.filter(({ type }) => type === 'header').at(-1)?.components ?? [];
    expect(sides).toHaveLength(4);
    const hops = rows.flatMap(({ from, to, frame }) =>
      frame?.includes('"session/prompt"') === true ? [`${from} > ${to}`] : [],
    );
    const wanted = [0, 1, 2].map((index) => `${sides[index]} > ${sides[index + 1]}`);
    expect(hops.filter((hop) => wanted.includes(hop))).toEqual(wanted);
    expect(rows.filter(({ type, event }) => type === 'component' && event === 'started')).toHaveLength(3);
    expect(rows.filter(({ type }) => type === 'stderr').map(({ text }) => text?.split(' ')[0])).toEqual(
      expect.arrayContaining(['one', 'two', 'agent']),
    );
    const page = join(user.home, 'trace.html');
    await user.run(['trace', 'view', '--html', page, trace]);
    expect(readFileSync(page, 'utf8')).toContain(`<b>${sides[1]}</b><b>${sides[2]}</b><b>${sides[3]}</b>`);
  });

  test('without an agent is a proxy in another chain', async () => {
    const inner = line(conducted(...through(arrow('one'), arrow('two'))));
    const { out } = await user.run(['exec', '--format', 'quiet', ...through(inner), 'hi', '--', ...agents[2]]);
    expect(out).toContain('>>You said: hi');
  });

  test('takes its chain from a file', async () => {
    const file = user.write(
      'chain.jsonc',
      `{
        // The proxies, from the client to the agent.
        "proxies": [${JSON.stringify({ name: 'first', command: fixtureAgent('arrow-proxy.mjs') })}, "budget --turns 5"],
        "agent": { "command": ${JSON.stringify(agents[2])} },
      }`,
    );
    const { out } = await user.run(['exec', '--format', 'quiet', 'hi', '--', ...conducted('--config', file)]);
    expect(out).toContain('>You said: hi');
  });

  test('takes the file of the guide as it is', async () => {
    const guide = readFileSync(new URL('../../docs/guides/a-chain-for-a-team.md', import.meta.url), 'utf8');
    const [, text = ''] = /^```jsonc\n([\s\S]*?)^```$/mu.exec(guide) ?? [];
    writeFileSync(join(user.project, 'chain.jsonc'), text);
    copyFileSync(new URL('../../examples/florist/florist.mjs', import.meta.url), join(user.project, 'florist.mjs'));
    const { out, err, exitCode } = await user.run(['conduct', '--config', 'chain.jsonc', '--check']);
    expect({ out, err, exitCode }).toMatchObject({
      out: expect.stringMatching(/limits +proxy/u),
      err: '',
      exitCode: 0,
    });
  });

  test('reads files that the chain file names beside it, whatever folder it is started in', async () => {
    const deny = { rules: [], otherwise: 'deny' };
    writeFileSync(join(user.project, 'rules.json'), JSON.stringify({ rules: 'nonsense' }));
    user.write('team/rules.json', deny);
    const file = user.write('team/chain.jsonc', {
      proxies: [{ proxy: 'policy', settings: { file: 'rules.json' } }],
      agent: { command: agents[2] },
    });
    const { out, err } = await user.run(['exec', '--format', 'quiet', 'hi', '--', ...conducted('--config', file)]);
    expect({ out, err }).toMatchObject({ out: expect.stringContaining('You said: hi') });
  });

  test('--check shows each component, the version that it speaks, and where versions are converted', async () => {
    const earlier = user.write('earlier.jsonl', 'an earlier record');
    const tee = `tee ${JSON.stringify({ file: earlier })}`;
    const args = ['conduct', '--check', ...through(arrow('one'), 'budget --turns 5', tee)];
    const text = await user.run([...args, '--', ...agents[1]]);
    expect(text.out).toMatch(/component +role +protocol/u);
    expect(text.out).toMatch(/budget +proxy/u);
    expect(text.out).toMatch(/agent +version 1/u);
    expect(text.exitCode).toBe(0);
    const json = await user.run([...args, '--format', 'json', '--', ...agents[1]]);
    expect(JSON.parse(json.out)).toMatchObject({
      components: [{ role: 'proxy' }, { name: 'budget' }, { name: 'tee' }, { role: 'agent', version: 1 }],
    });
    expect(readFileSync(earlier, 'utf8')).toContain('an earlier record');
  });

  test('--check of a chain that cannot start says which component, once, and exits with 7', async () => {
    const { out, err, exitCode } = await user.run(['conduct', '--check', ...through(faulty()), '--', ...agents[2]]);
    expect(err).toBe(`acp conduct: ${faultyFailure}\n`);
    expect(out).toMatch(/faulty +proxy +failed/u);
    expect(out).not.toContain('no settings file');
    expect(exitCode).toBe(7);
  });

  test('tells a client and the operator, in one sentence each, that a component could not be started', async () => {
    const running = spawn(process.execPath, [acpProgram, 'conduct', ...through(faulty()), '--', ...agents[2]], {
      cwd: user.project,
      env: user.env,
    });
    let err = '';
    running.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    running.stdin.write(
      `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: 1 } })}\n`,
    );
    const [answer] = (await once(running.stdout.setEncoding('utf8'), 'data')) as [string];
    running.stdin.end();
    const [exitCode] = (await once(running, 'close')) as [number];
    expect(JSON.parse(answer)).toMatchObject({
      error: { message: expect.stringMatching(/faulty has failed: .*Error: no/u) },
    });
    expect({ err, exitCode }).toEqual({ err: `acp conduct: ${faultyFailure}\n`, exitCode: 7 });
  });

  test('--check does not wait without an end for a component that does not answer, and names it', async () => {
    const silent = JSON.stringify({
      name: 'silent',
      command: [process.execPath, '-e', 'setInterval(() => undefined, 1000)'],
    });
    const args = ['conduct', '--check', '--timeout', '2', ...through(silent, arrow('one')), '--', ...agents[2]];
    const { err, exitCode } = await user.run(args);
    expect(err).toMatch(/waiting for silent …[\s\S]*silent has not answered within 2 seconds/u);
    expect(exitCode).toBe(1);
  });

  test.each([
    [['--check'], '--check needs an agent'],
    [['--config', 'no-such.jsonc'], 'the file no-such.jsonc does not exist'],
    [['--proxy', 'tee --file /no/such/x', '--', 'true'], '/no/such/x cannot be written: the folder does not exist'],
    [['--proxy', 'policy --file /no/such/x', '--', 'true'], 'The rules file /no/such/x cannot be read'],
    [['--proxy', ''], '--proxy needs a command, an address, or one of'],
    [['--trace', 'x.jsonl', '--proxy', 'tee --file x.jsonl', '--', 'true'], '--trace and tee write to the same file'],
  ])('%j is a wrong command line', async (args, words) => {
    const { err, exitCode } = await user.run(['conduct', ...args]);
    expect(err).toContain(words);
    expect(exitCode).toBe(2);
  });
});
