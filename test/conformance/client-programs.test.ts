/** Clients as programs, also such as do what no client should: each is judged, or told in one sentence, and ended. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { clientScenarios, judgeClient, processDriver, type ClientDriver, type Verdict } from '@acp-stack/conformance';
import { expect, test } from 'vitest';

import { expectOnlyBroken } from './judge-broken.ts';

const program = fileURLToPath(new URL('programs/plain-client.mjs', import.meta.url));

/** The client with one behaviour, and the marks of all processes that it could leave behind. */
function plainClient(behaviour: string): { readonly driver: ClientDriver; readonly left: () => readonly string[] } {
  const mark = `plain-${behaviour}-${process.pid}`;
  const driver = processDriver({
    command: process.execPath,
    args: [program, behaviour, '{agent}'],
    env: { ACP_TEST_MARK: mark },
  });
  return { driver, left: () => processesWith(`ACP_TEST_MARK=${mark}`) };
}

/** The processes that have a variable, also those that have left their group. */
const processesWith = (variable: string): readonly string[] =>
  readdirSync('/proc').filter((name) => {
    if (!/^\d+$/u.test(name)) return false;
    try {
      return readFileSync(`/proc/${name}/environ`, 'utf8').split('\0').includes(variable);
    } catch {
      return false;
    }
  });

interface Judged {
  readonly of: (rule: string) => Verdict | undefined;
  readonly versions: readonly number[];
}

async function judged(
  driver: ClientDriver,
  scenario: string,
  limits: { limit?: number; startLimit?: number } = {},
): Promise<Judged> {
  const { verdicts, versions } = await judgeClient({
    driver,
    scenarios: clientScenarios.filter(({ name }) => name === scenario),
    versions: [1],
    patience: 0,
    limit: 30_000,
    startLimit: 30_000,
    budget: Infinity,
    ...limits,
  });
  return { of: (id) => verdicts.find(({ rule }) => rule.id === id), versions };
}

test('a client that works is judged', async () => {
  const { driver, left } = plainClient('works');
  const { of } = await judged(driver, 'handshake/messages');
  expect([of('GEN-01'), of('STDIO-02'), of('SETUP-02')].map((each) => each?.outcome)).toEqual(Array(3).fill('passed'));
  expect(left()).toEqual([]);
});

test('a client that never starts the agent is told in one sentence', async () => {
  const { driver, left } = plainClient('never-connects');
  const { of, versions } = await judged(driver, 'handshake/initialize', { startLimit: 300 });
  expect(versions).toEqual([]);
  expect(of('INIT-01')?.found).toBe('It did not start the agent within 0.3 s.');
  expect(left()).toEqual([]);
});

test('what a client says that never starts the agent is in that sentence', async () => {
  const never = new Promise<never>(() => undefined);
  const said = (): string => ', and said: which agent?';
  const driver: ClientDriver = () =>
    Promise.resolve({ connect: () => never, said, ended: never, stop: () => Promise.resolve() });
  const { of } = await judged(driver, 'handshake/initialize', { startLimit: 300 });
  expect(of('INIT-01')?.found).toBe('It did not start the agent within 0.3 s, and said: which agent?.');
});

test('the agent is one word of a command, whether it stands alone or inside of one', async () => {
  for (const [words, shown] of [
    [['{agent}', '{prompt}'], 2],
    [['--agent={agent}'], 1],
  ] as const) {
    const script = 'console.error(`Error: ${process.argv.length - 1} ${process.argv[1]}`); process.exit(1);';
    const driver = processDriver({ command: process.execPath, args: ['-e', script, '--', ...words] });
    const { of } = await judged(driver, 'handshake/initialize');
    expect(of('INIT-01')?.found).toMatch(new RegExp(`said: Error: ${shown} (?:--agent=)?/\\S*/agent\\.$`, 'u'));
  }
});

test('a client that fails is told with what it said', async () => {
  const { driver, left } = plainClient('fails');
  const { of } = await judged(driver, 'handshake/initialize');
  expect(of('INIT-01')?.found).toMatch(
    /^It ended without starting the agent: it exited with code 1, and said: .*Error: The settings cannot be read\.$/u,
  );
  expect(left()).toEqual([]);
});

test('a client that does not find its files is told where it runs', async () => {
  const { of } = await judged(plainClient('is-lost').driver, 'handshake/initialize');
  expect(of('INIT-01')?.found).toMatch(/Cannot find module .*; name its files by absolute paths, because it runs in/u);
});

test.each([
  ['floods', 'handshake/messages', 'EXT-09', 'warned', /_plain\/note/u],
  ['prints-binary', 'handshake/messages', 'STDIO-02', 'failed', /lines to the agent that are no messages/u],
  ['works', 'lifecycle/shutdown', 'STDIO-04', 'passed', /./u],
] as const)('a client that %s, by %s', async (behaviour, scenario, rule, outcome, found) => {
  const { driver, left } = plainClient(behaviour);
  const { of } = await judged(driver, scenario);
  expect(of(rule)?.outcome).toBe(outcome);
  expect(of(rule)?.found).toMatch(found);
  expect(left()).toEqual([]);
});

test('a client that leaves an agent behind, which does not end with its input, is found and cleaned up after', async () => {
  const { driver, left } = plainClient('leaves-agent');
  const verdict = await expectOnlyBroken('STDIO-04', async (limit) => {
    const found = (await judged(driver, 'lifecycle/shutdown', { limit })).of('STDIO-04');
    return found === undefined ? [] : [found];
  });
  expect(verdict?.found).toMatch(/has left the agent behind/u);
  expect(left()).toEqual([]);
});

test.each(['forks', 'ignores-signals', 'closes-input'])('a client that %s leaves nothing behind', async (behaviour) => {
  const { driver, left } = plainClient(behaviour);
  await judged(driver, 'handshake/initialize', { limit: 2000 });
  expect(left()).toEqual([]);
});
