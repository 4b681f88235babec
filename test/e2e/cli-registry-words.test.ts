/** What `acp registry` and the names of agents say: before an update, for mistakes, and about the official registry. */

import { appendFileSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { run } from '../../apps/cli/src/run.ts';
import { captureTerminal, type CaptureOptions } from '../../apps/cli/src/terminal/captured-terminal.ts';
import { acpProgram, acpUser, fixtureAgent, type AcpUser } from '../support/acp-program.ts';
import { archiveOf, builds, loopbackRegistry, scriptOf, type LoopbackRegistry } from '../support/loopback-registry.ts';

let user: AcpUser;
let registry: LoopbackRegistry;
beforeEach(async () => {
  user = acpUser();
  registry = await loopbackRegistry();
});
afterEach(async () => {
  await registry[Symbol.asyncDispose]();
  user[Symbol.dispose]();
});

const florist = fixtureAgent('v1-agent.mjs');

interface Outcome {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `acp` in this process. */
async function acp(args: readonly string[], options: CaptureOptions = {}): Promise<Outcome> {
  const env = { ...user.env, ...options.env };
  const terminal = captureTerminal({ ...options, env, program: [process.execPath, acpProgram] });
  return { exitCode: await run(args, terminal), out: terminal.out(), err: terminal.err() };
}

const useRegistries = (registries: object = { garden: registry.url }): string =>
  user.write('config/acp-stack/config.json', { registries });

/** Lists an agent that is downloaded as a binary. */
function listFlorist(version = '1.0.0', fields: object = {}): void {
  const path = `/florist-${version}.tar.gz`;
  registry.files.set(path, archiveOf('agent', `${scriptOf(florist)}# ${version}\n`));
  registry.agents.splice(0, 1, {
    id: 'florist-acp',
    name: 'The Florist',
    version,
    description: 'Talks of roses.',
    license: 'MIT',
    distribution: { binary: builds(`${registry.origin}${path}`) },
    ...fields,
  });
}

async function installFlorist(): Promise<void> {
  useRegistries();
  listFlorist();
  expect(await acp(['registry', 'install', 'florist-acp', '--yes'])).toMatchObject({ exitCode: 0 });
}

describe('acp registry update', () => {
  test('shows the source, the changed license and the address of the download before it asks', async () => {
    await installFlorist();
    listFlorist('1.1.0', { license: 'GPL-3.0-only' });
    const { exitCode, out } = await acp(['registry', 'update', '--dry-run'], { columns: 200 });
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^ +version +1\.0\.0 → 1\.1\.0$/mu);
    expect(out).toMatch(/^ +license +MIT → GPL-3\.0-only$/mu);
    expect(out).toContain(`garden (${registry.url})`);
    expect(out).toContain(`${registry.origin}/florist-1.1.0.tar.gz`);
  });

  test('shows the license also if it stays, and ends with the version and the checksum', async () => {
    await installFlorist();
    listFlorist('1.1.0');
    const { exitCode, out, err } = await acp(['registry', 'update', '--yes']);
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^ +license +MIT$/mu);
    expect(err).toMatch(/^updated florist-acp to 1\.1\.0: \S+\nsha256: [0-9a-f]{64}$/mu);
  });
});

describe('an agent that no source lists', () => {
  const advice = 'the official registry is not used: acp registry sources add official accepts it';

  test('may be in the official registry, if that is not used', async () => {
    useRegistries();
    listFlorist();
    for (const args of [
      ['registry', 'install', 'gemini'],
      ['registry', 'info', 'gemini'],
      ['registry', 'search', 'gemini'],
      ['agents', 'info', 'gemini'],
    ])
      expect((await acp(args)).err, args.join(' ')).toContain(advice);
    expect((await acp(['registry', 'install', 'florist-acq'])).err).not.toContain(advice);
  });

  test('is not looked for in an official registry that is used already', async () => {
    useRegistries({ garden: registry.url });
    const env = { ACP_OFFICIAL_REGISTRY: registry.url };
    expect((await acp(['registry', 'install', 'gemini'], { env })).err).not.toContain('official');
  });

  test('is named together with the registry that the user has declined', async () => {
    useRegistries({ official: false });
    const { exitCode, err } = await acp(['agents', 'info', 'claude']);
    expect(exitCode).toBe(2);
    expect(err).toContain('acp agents add claude -- command');
    expect(err).toContain('acp registry sources add official accepts the official registry');
  });

  test('is not a name with a version, which is an option', async () => {
    useRegistries();
    listFlorist();
    expect(await acp(['registry', 'install', 'florist-acp@1.0.0', '--yes'])).toMatchObject({
      exitCode: 2,
      err: 'acp: No source lists an agent "florist-acp@1.0.0"; name the version with an option: acp registry install florist-acp --version 1.0.0\n',
    });
  });
});

describe('mistakes on the command line', () => {
  test.each([
    [['registry', 'uninstall', 'x'], "acp registry: unknown command 'uninstall'; did you mean remove?"],
    [['registry', 'instal', 'x'], "acp registry: unknown command 'instal'; did you mean install?"],
    [['registry', 'zzzz'], "acp registry: unknown command 'zzzz'; see acp registry --help"],
    [['registry', 'sources', 'ad', 'x', './y'], "acp registry sources: unknown command 'ad'; did you mean add?"],
    [
      ['registry', 'sources', 'add', 'https://x.example/registry.json'],
      'acp: name the registry first, such as acp registry sources add team https://x.example/registry.json',
    ],
  ])('%j gets advice', async (args, sentence) => {
    expect(await acp(args)).toMatchObject({ exitCode: 2, err: `${sentence}\n` });
  });

  test.each([
    [['serve', 'florist-acp', '--port', '0'], 'put --port before florist-acp'],
    [['serve', 'florist-acp', '--port=0'], 'put --port before florist-acp'],
    [['serve', 'no-such-program', '--port', '0'], 'put --port before no-such-program'],
    [['bridge', 'florist-acp', '--to', '2'], 'put --to before florist-acp'],
    [['bridge', '--to', '2', 'florist-acp', '--strict'], 'put --strict before florist-acp'],
  ])('%j says where options stand', async (args, sentence) => {
    await installFlorist();
    const { exitCode, err } = await acp(args);
    expect(exitCode).toBe(2);
    expect(err).toContain(sentence);
  });
});

describe('an installed agent', () => {
  /** Writes to the program of the installed agent. */
  async function tamper(): Promise<void> {
    const { start } = (
      JSON.parse((await acp(['registry', 'info', 'florist-acp', '--format', 'json'])).out) as {
        installed: { start: { command: string } };
      }
    ).installed;
    appendFileSync(start.command, '# more\n');
  }

  test('whose program was changed is not started, and installing it again repairs it', async () => {
    await installFlorist();
    await tamper();
    const words =
      'The program of florist-acp was changed since its install; install florist-acp again: acp registry install florist-acp';
    const refused = await acp(['agents', 'info', 'florist-acp']);
    expect(refused).toMatchObject({ exitCode: 7, err: `acp: ${words}\n` });
    expect((await acp(['agents', 'doctor'])).out).toContain(words);
    const again = await acp(['registry', 'install', 'florist-acp', '--yes']);
    expect(again.err).toMatch(/^installing florist-acp 1\.0\.0 from garden\nusing the kept download\ninstalled /u);
    expect((await acp(['registry', 'verify'])).exitCode).toBe(0);
  });

  test('can be shown before it is installed', async () => {
    useRegistries();
    listFlorist();
    const { exitCode, out } = await acp(['registry', 'install', 'florist-acp', '--dry-run']);
    expect(exitCode).toBe(0);
    expect(out).toContain(`${registry.origin}/florist-1.0.0.tar.gz`);
    expect(out).toMatch(/license +MIT/u);
    const document = JSON.parse(
      (await acp(['registry', 'install', 'florist-acp', '--dry-run', '--format', 'json'])).out,
    ) as unknown;
    expect(document).toMatchObject({ distribution: 'binary', archive: `${registry.origin}/florist-1.0.0.tar.gz` });
    expect(registry.requests.map(({ path }) => path)).toEqual(['/registry.json']);
    expect((await acp(['registry', 'verify'])).err).toBe('no agent is installed\n');
  });
});

test('acp registry bump refuses an id that the folder does not have', async () => {
  const manifest = user.write('team/florist/agent.json', { id: 'florist', name: 'F', version: '1.0.0' });
  expect(await acp(['registry', 'bump', dirname(dirname(manifest)), '--write', 'florst'])).toMatchObject({
    exitCode: 2,
    err: 'acp: No agent of the folder has the id "florst"; did you mean florist?\n',
  });
});

describe('what failed', () => {
  test('is an archive with its address', async () => {
    useRegistries();
    listFlorist();
    registry.files.clear();
    expect((await acp(['registry', 'install', 'florist-acp', '--yes'])).err).toContain(
      `answered with status 404 for ${registry.origin}/florist-1.0.0.tar.gz`,
    );
  });

  test('is an entry that cannot be read any more, and not an agent that left its source', async () => {
    const file = user.write('reg/rose/agent.json', {
      id: 'rose',
      name: 'Rose',
      version: '1.0.0',
      description: '',
      distribution: { npx: { package: 'rose' } },
    });
    useRegistries({ near: dirname(dirname(file)) });
    expect(await acp(['registry', 'install', 'rose', '--yes'])).toMatchObject({ exitCode: 0 });
    appendFileSync(file, ' }');
    expect((await acp(['registry', 'update'])).err).toContain(
      'rose: its entry cannot be used: its agent.json is not valid JSON: line ',
    );
  });

  test('is an agent with its last lines, each on a line', async () => {
    const program = "console.error('one'); console.error('two'); process.exit(3)";
    const { exitCode, err } = await acp(['registry', 'new', '--', process.execPath, '-e', program]);
    expect(exitCode).toBe(1);
    expect(err).toMatch(/^acp: .+ exited with code 3[^\n]*\n {2}one\n {2}two\n$/u);
  });
});

test('acp registry list has headings, and none if there is nothing to list', async () => {
  await installFlorist();
  listFlorist('1.1.0');
  expect((await acp(['registry', 'list', '--refresh'])).out).toBe(
    'agent        version  state            description\nflorist-acp  1.1.0    1.0.0 installed  Talks of roses.\n',
  );
  expect((await acp(['registry', 'search', 'zzzz'])).out).toBe('');
});

test('acp registry new records what it says to the agent', async () => {
  const trace = join(user.home, 'new.jsonl');
  const { exitCode } = await acp(['registry', 'new', '--trace', trace, '--', ...florist]);
  expect(exitCode).toBe(0);
  const frames = readFileSync(trace, 'utf8')
    .trim()
    .split('\n')
    .map((each) => JSON.parse(each) as { type: string; from?: string; frame?: string })
    .filter(({ type }) => type === 'frame');
  expect(frames.map(({ from }) => from)).toEqual(['Client', 'Agent']);
  expect(frames[0]?.frame).toContain('"method":"initialize"');
  expect((await acp(['registry', 'new', '--help'])).out).not.toContain('sends none');
});
