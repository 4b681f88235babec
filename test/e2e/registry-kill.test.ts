/**
 * Programs that install an agent, killed with SIGKILL before each step that changes a file: the old version or the new
 * one is installed, whole, and the next install leaves nothing of the killed one behind.
 *
 * Short here; `npm run test:long` does it more than 100 times.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { InstallStep } from '../../packages/registry/src/contract/store.ts';
import {
  agentArchive,
  archiveServer,
  listedAgent,
  sha256Of,
} from '../../packages/registry/src/install/store.test-support.ts';
import { openStore } from '../../packages/registry/src/install/store.ts';
import { repository, temporaryFolder } from '../support/checkout.ts';

const isLong = process.env['ACP_LONG'] === '1';
const installer = join(import.meta.dirname, 'fixtures', 'registry-installer.mjs');

// Large enough for several chunks of the download and of the unpacking.
const one = agentArchive('1.0.0', { name: 'large', content: randomBytes(300_000) });
const two = agentArchive('2.0.0', { name: 'large', content: randomBytes(300_000) }, { name: 'other', content: 'x' });

const built = temporaryFolder();
const storeModule = join(built.path, 'store.mjs');

beforeAll(async () => {
  const bundle = await rolldown({
    input: join(repository, 'packages', 'registry', 'src', 'install', 'store.ts'),
    platform: 'node',
    transform: { target: 'es2022' },
  });
  await bundle.write({ file: storeModule, format: 'esm' });
});

afterAll(() => {
  built[Symbol.dispose]();
});

/** The steps of an update, each with how often it comes. */
async function stepsOfUpdate(): Promise<ReadonlyMap<InstallStep, number>> {
  using temporary = temporaryFolder();
  await using server = await archiveServer({ '/one': one, '/two': two });
  const steps = new Map<InstallStep, number>();
  await openStore(temporary.path).install(listedAgent(`${server.origin}/one`));
  const beforeStep = (step: InstallStep): void => void steps.set(step, (steps.get(step) ?? 0) + 1);
  await openStore(temporary.path, { beforeStep }).install(listedAgent(`${server.origin}/two`, { version: '2.0.0' }));
  return steps;
}

/** Before and after these steps the files differ in kind. */
const decisive: ReadonlySet<InstallStep> = new Set([
  'write-download',
  'keep-download',
  'unpack',
  'place-folder',
  'write-checksum',
  'write-record',
  'switch-record',
  'remove-old',
]);

/** They come once for each chunk, and chunks depend on the connection: another run has a few more or fewer. */
const byChunk: ReadonlySet<InstallStep> = new Set(['write-download', 'unpack']);

/** Where to kill: the decisive steps once, or all of them many times at different occurrences. */
function killPoints(steps: ReadonlyMap<InstallStep, number>): readonly (readonly [InstallStep, number])[] {
  const occurrences = (step: InstallStep): number => {
    const counted = steps.get(step) ?? 0;
    return byChunk.has(step) ? Math.max(1, Math.floor(counted / 2)) : counted;
  };
  if (!isLong) return [...decisive].map((step) => [step, occurrences(step)] as const);
  return [...steps.keys()].flatMap((step) =>
    Array.from({ length: 8 }, (_, round) => [step, 1 + (round % occurrences(step))] as const),
  );
}

function start(...args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [installer, storeModule, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
}

async function kill(...args: readonly string[]): Promise<void> {
  const [, signal] = (await once(start(...args), 'exit')) as [number | null, string | null];
  expect(signal).toBe('SIGKILL');
}

async function installedVersion(folder: string): Promise<string | undefined> {
  const store = openStore(folder);
  const [agent] = await store.installed();
  if (agent === undefined) return undefined;
  expect(await store.verify('example')).toMatchObject({ isIntact: true, problems: [] });
  const said = execFileSync(agent.start.command, { encoding: 'utf8' }).trim();
  expect(said).toBe(agent.manifest.version);
  return said;
}

function expectNoLeftovers(folder: string, archive: Buffer, version: string): void {
  expect(readdirSync(join(folder, 'locks'))).toEqual([]);
  expect(readdirSync(join(folder, 'agents', 'example')).toSorted()).toEqual(
    [`${version}-${sha256Of(archive).slice(0, 8)}`, 'checksums.json', 'installed.json'].toSorted(),
  );
  expect(readdirSync(join(folder, 'downloads')).filter((name) => !/^[0-9a-f]{64}$/u.test(name))).toEqual([]);
}

/** From this step on, the new version is installed. */
const afterSwitch: ReadonlySet<InstallStep> = new Set(['remove-old', 'prune', 'unlock']);

describe('a process that is killed', () => {
  test('while it installs, leaves the old version or the new one, and the next install cleans up', async () => {
    const steps = await stepsOfUpdate();
    expect([...steps.keys()]).toEqual([
      'lock',
      'clean',
      'write-download',
      'keep-download',
      'create-folder',
      'unpack',
      'place-folder',
      'write-checksum',
      'switch-checksum',
      'write-record',
      'switch-record',
      'remove-old',
      'prune',
      'unlock',
    ]);
    await using server = await archiveServer({ '/one': one, '/two': two });
    const old = listedAgent(`${server.origin}/one`);
    const update = listedAgent(`${server.origin}/two`, { version: '2.0.0' });
    for (const [step, count] of killPoints(steps)) {
      using temporary = temporaryFolder();
      const folder = join(temporary.path, 'store');
      await openStore(folder).install(old);
      await kill(folder, 'install', JSON.stringify(update), step, String(count));
      const expected = afterSwitch.has(step) ? '2.0.0' : '1.0.0';
      expect([step, await installedVersion(folder)]).toEqual([step, expected]);
      await openStore(folder).install(update);
      expect(await installedVersion(folder)).toBe('2.0.0');
      expectNoLeftovers(folder, two, '2.0.0');
    }
  }, 600_000);

  const removal = ['remove-record', 'remove-old'] as const;
  test.each(isLong ? (['lock', 'clean', ...removal, 'unlock'] as const) : removal)(
    'while it removes an agent, at the step %s, leaves all of the agent or nothing',
    async (step) => {
      using temporary = temporaryFolder();
      await using server = await archiveServer({ '/one': one });
      const agent = listedAgent(`${server.origin}/one`);
      await openStore(temporary.path).install(agent);
      await kill(temporary.path, 'remove', JSON.stringify(agent), step, '1');
      const isRemoved = step === 'remove-old' || step === 'unlock';
      expect(await installedVersion(temporary.path)).toBe(isRemoved ? undefined : '1.0.0');
      await openStore(temporary.path).install(agent);
      expectNoLeftovers(temporary.path, one, '1.0.0');
    },
  );
});

test('an install while another process installs is refused, and works when that has ended or was killed', async () => {
  using temporary = temporaryFolder();
  await using server = await archiveServer({ '/one': one, '/two': two });
  const update = listedAgent(`${server.origin}/two`, { version: '2.0.0' });
  const store = openStore(temporary.path);
  await store.install(listedAgent(`${server.origin}/one`));

  for (const ending of ['end', 'kill'] as const) {
    const other = start(temporary.path, 'install', JSON.stringify(update), 'wait-unpack', '2');
    if (other.stdout === null) throw new Error('The program has no output.');
    await once(other.stdout, 'data');
    const refused = {
      code: 'locked',
      message: expect.stringContaining(`Process ${other.pid} is installing`) as string,
    };
    await expect(store.install(update)).rejects.toMatchObject(refused);
    await expect(store.remove('example')).rejects.toMatchObject(refused);
    expect(await installedVersion(temporary.path)).toBe('1.0.0');
    if (ending === 'end') other.stdin?.end();
    else other.kill('SIGKILL');
    await once(other, 'close');
    expect(await installedVersion(temporary.path)).toBe(ending === 'end' ? '2.0.0' : '1.0.0');
    await store.install(listedAgent(`${server.origin}/one`));
  }
});

test('a removed agent that is running keeps running', async () => {
  using temporary = temporaryFolder();
  const archive = agentArchive('1.0.0', {
    name: 'bin/wait',
    content: '#!/bin/sh\necho ready\nread line\necho "$line"\n',
  });
  await using server = await archiveServer({ '/one': archive });
  const agent = listedAgent(`${server.origin}/one`);
  const binary = agent.manifest.distribution.binary?.['linux-x86_64'];
  const distribution = { binary: { 'linux-x86_64': { ...binary, cmd: 'bin/wait' } } };
  const store = openStore(temporary.path);
  const { start: command } = await store.install({
    ...agent,
    manifest: { ...agent.manifest, distribution: distribution as never },
  });
  const running = spawn(command.command, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: running.stdout })[Symbol.asyncIterator]();
  expect((await lines.next()).value).toBe('ready');
  expect(await store.remove('example')).toBe(true);
  running.stdin.end('still here\n');
  expect((await lines.next()).value).toBe('still here');
});
