/**
 * `npm start` and `npm test` are the whole set-up, on a machine with Node, npm and a network.
 *
 * The tests run in order on one machine: the first makes the checkout that the later ones start from.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';

import { bareMachine, temporaryFolder, type Outcome } from '../support/checkout.ts';
import { keys, TerminalProgram } from '../support/terminal-program.ts';

const minutes = 60_000;
const unreachable = 'http://127.0.0.1:9/';
const setUpLine = /^(Installing|Building|Waiting|Ready)/m;
const closingLine = /(?:^|\n)\d+ passed, \d+ failed, \d+ skipped\n$/;

const machine = bareMachine();
const checkout = machine.clone();
/** A second checkout: nothing is installed there but pnpm, by one of the tests. */
const other = machine.clone();
const scratch = temporaryFolder();
// Several installed checkouts are many files to remove.
afterAll(() => {
  machine[Symbol.dispose]();
  scratch[Symbol.dispose]();
}, 10 * minutes);

describe('a fresh clone', { timeout: 10 * minutes }, () => {
  test('says one sentence when the registry cannot be reached', async () => {
    const commands = recordCommands();
    const outcome = await machine.run(['./bin/acp'], {
      cwd: checkout,
      env: { npm_config_registry: unreachable, ...commands.env },
    });
    expect(linesOf(outcome.stderr).slice(1)).toEqual([
      expect.stringMatching(/^Pnpm .*, because the npm registry cannot be reached: .*\.$/),
    ]);
    expect(outcome.stdout).toBe('');
    expect(outcome.code).toBe(1);
    expectQuickRetries(commands.of(/npm-cli|\/npm$/));
  });

  test.each([
    ['EROFS', /^This checkout \(.*\) cannot be written: make it writable for you and run the command again\.\n$/],
    ['ENOSPC', /^The disk is full: free some space and run the command again\.\n$/],
  ])('says one sentence when its folder gives %s', async (code, sentence) => {
    const outcome = await machine.run(['./bin/acp'], {
      cwd: checkout,
      env: preload(`
        const fs = require('node:fs');
        fs.mkdirSync = (path) => {
          throw Object.assign(new Error(\`${code}: mkdir '\${path}'\`), { code: '${code}' });
        };
        require('node:module').syncBuiltinESMExports();
      `),
    });
    expect(outcome.stderr).toMatch(sentence);
    expect(outcome.stdout).toBe('');
    expect(outcome.code).toBe(1);
  });

  test('leaves no lock and no half-installed pnpm when it is stopped', async () => {
    const outcome = await machine.run(['./bin/acp'], { cwd: checkout, stopAt: 'Installing pnpm' });
    expect(linesOf(outcome.stderr).slice(1)).toEqual(['Set-up was interrupted: run the command again to finish it.']);
    expect(outcome.code).toBe(1);
    expect(readdirSync(join(checkout, '.tools')).filter((name) => !name.endsWith('.partial'))).toEqual([]);
  });

  test('gets its dependencies and its build from one of two first npm starts at once, which says so on stderr', async () => {
    const outcomes = await Promise.all([
      machine.run(['npm', 'start'], { cwd: checkout }),
      machine.run(['npm', 'start'], { cwd: checkout }),
    ]);
    const waits = ({ stderr }: Outcome): number => Number(stderr.includes('Waiting'));
    const [working, waiting] = outcomes.toSorted((one, two) => waits(one) - waits(two));
    expect(linesOf(working?.stderr ?? '').slice(0, 4)).toEqual([
      expect.stringMatching(/^Installing pnpm /),
      expect.stringMatching(/^Installing the dependencies/),
      expect.stringMatching(/^Building/),
      expect.stringMatching(/^Ready after \d+\.\d s\.$/),
    ]);
    expect(waiting?.stderr.match(/^Waiting/gm)).toHaveLength(1);
    expect(waiting?.stderr).not.toMatch(/^(Installing|Building)/m);
    for (const { code, stdout } of outcomes) {
      expect(stdout).not.toMatch(setUpLine);
      expect(stdout).toContain('session/prompt');
      expect(stdout).toBe(outcomes[0]?.stdout);
      expect(code).toBe(0);
    }
  });

  test('starts the second time without set-up', async () => {
    const outcome = await machine.run(['npm', 'start'], { cwd: checkout });
    expect(outcome.stderr).not.toMatch(setUpLine);
    expect(outcome.stdout).toContain('session/prompt');
    expect(outcome.code).toBe(0);
  });

  test('opens a chat at a terminal, with an agent that answers', async () => {
    await using chat = new TerminalProgram({ command: ['npm', 'start'], cwd: checkout });
    await chat.shows('? for keys');
    chat.say('/help');
    await chat.shows('I answer anything else from the files.');
    chat.press(keys.control('d'));
    expect(await chat.exited).toBe(0);
    expect(chat.everything).not.toMatch(setUpLine);
  });

  test('says one sentence when the registry goes away after pnpm came', async () => {
    cpSync(join(checkout, '.tools'), join(other, '.tools'), { recursive: true, verbatimSymlinks: true });
    const nothing = join(other, 'nothing');
    const commands = recordCommands();
    const outcome = await machine.run(['./bin/acp'], {
      cwd: other,
      env: { npm_config_registry: unreachable, XDG_DATA_HOME: nothing, XDG_CACHE_HOME: nothing, ...commands.env },
    });
    expect(linesOf(outcome.stderr).slice(1)).toEqual([
      expect.stringMatching(/^The dependencies .*, because the npm registry cannot be reached: .*\.$/),
    ]);
    expect(outcome.stdout).toBe('');
    expect(outcome.code).toBe(1);
    expectQuickRetries(commands.of(/npm-cli|\/npm$|pnpm\.mjs$/));
  });

  test('ends npm test with the closing line, and its exit code agrees', async () => {
    // The other checks run outside of this checkout anyway, and take longer than all the rest here.
    using _ = replaceChecks({
      'check:layers': 'node scripts/check-layers.mjs',
      'check:words': 'node scripts/check-words.mjs',
    });
    const outcome = await machine.run(['npm', 'test', '--', 'packages/rpc/src/observe/message-taps.test.ts'], {
      cwd: checkout,
    });
    expect(outcome.stdout).toMatch(closingLine);
    expect(outcome.stdout).toMatch(/^(ok {2}|FAIL) check:layers \(\d+\.\d s\)$/m);
    expect(outcome.stderr).not.toMatch(setUpLine);
    expect(outcome.code).toBe(/, 0 failed, /.test(outcome.stdout.slice(-40)) ? 0 : 1);
  });

  test('counts a failed check in the closing line, and shows what it said', async () => {
    using _ = replaceChecks({ 'check:good': 'node -p "\'quiet\'"', 'check:bad': 'node -e "throw 7.25"' });
    const outcome = await machine.run(['npm', 'test', '--', 'packages/rpc/src/observe/message-taps.test.ts'], {
      cwd: checkout,
    });
    expect(outcome.stdout).toMatch(/^FAIL check:bad \(\d+\.\d s\)\n[^]*7\.25/m);
    expect(outcome.stdout).not.toMatch(/^quiet$/m);
    expect(outcome.stdout).toMatch(/\n2 passed, 1 failed, 0 skipped\n$/);
    expect(outcome.code).toBe(1);
  });

  test('counts a run without a single test as failed', async () => {
    using _ = replaceChecks({});
    const outcome = await machine.run(['npm', 'test', '--', 'no-such-test'], { cwd: checkout });
    expect(outcome.stdout).toMatch(/\n0 passed, 1 failed, 0 skipped\n$/);
    expect(outcome.code).toBe(1);
  });

  test('counts a test file that cannot be loaded and an error outside any test as failed', async () => {
    using _ = replaceChecks({});
    const broken = join(checkout, 'test', 'broken.test.ts');
    const escaping = join(checkout, 'test', 'escaping.test.ts');
    writeFileSync(broken, "import './nowhere.ts';\n");
    writeFileSync(
      escaping,
      `import { test } from 'vitest';
       test('ends before its error', () => void Promise.reject(new Error('escaped')));
       test.skip('is left out', () => {});`,
    );
    const outcome = await machine.run(['npm', 'test', '--', 'broken.test', 'escaping.test'], { cwd: checkout });
    rmSync(broken);
    rmSync(escaping);
    expect(outcome.stdout).toMatch(/\n1 passed, 2 failed, 1 skipped\n$/);
    expect(outcome.code).toBe(1);
  });

  test('installs what packing needs', async () => {
    const outcome = await machine.run(['npm', 'run', 'pnpm', '--', '--filter', './packages/rpc', 'pack'], {
      cwd: other,
    });
    expect(outcome.stderr).toMatch(/^Installing the dependencies/m);
    expect(outcome.code, outcome.stdout + outcome.stderr).toBe(0);
    expect(readdirSync(other).filter((name) => name.endsWith('.tgz'))).toHaveLength(1);
  });
});

describe('a checkout that is set up', { timeout: 5 * minutes }, () => {
  test('keeps set-up off stdout when it builds again, and takes over the lock of a process that is gone', async () => {
    const before = await machine.run(['./bin/acp'], { cwd: checkout });
    const { pid } = spawnSync(process.execPath, ['--version']);
    writeFileSync(join(checkout, '.tools', 'setup.lock'), `${pid} 0`);
    rmSync(join(checkout, 'node_modules', '.acp-built'));
    const after = await machine.run(['./bin/acp'], { cwd: checkout });
    expect(after.stderr).toMatch(/^Building …\nReady after/);
    expect(after.stdout).toBe(before.stdout);
    expect(after.code).toBe(0);
  });

  test('leaves nothing in dist of a source that is gone', async () => {
    // A package that no other needs, so that little is compiled.
    const home = join(checkout, 'packages', 'testing');
    const source = join(home, 'src', 'passing', 'guest.ts');
    const traces = (): string[] =>
      readdirSync(join(home, 'dist'), { recursive: true })
        .map(String)
        .filter((file) => file.startsWith('passing'));
    const page = (): number => statSync(join(checkout, 'apps', 'web', 'dist', 'page', 'index.html')).mtimeMs;
    const builtAt = page();
    mkdirSync(dirname(source));
    writeFileSync(source, 'export const guest = 1;\n');
    await machine.run(['./bin/acp'], { cwd: checkout });
    expect(traces()).toContain(join('passing', 'guest.d.ts'));
    // No page uses the package.
    expect(page()).toBe(builtAt);
    rmSync(dirname(source), { recursive: true });
    const outcome = await machine.run(['./bin/acp'], { cwd: checkout });
    expect(outcome.code).toBe(0);
    expect(traces()).toEqual([]);
  });

  test.each([
    ['./bin/acp', ''],
    ['npm test', '0 passed, 1 failed, 0 skipped\n'],
  ])('says one sentence on an old Node: %s', async (command, lastWords) => {
    const [program = '', ...args] = command.split(' ');
    const outcome = await machine.run([program, ...args], {
      cwd: checkout,
      // Not npm itself, which looks at the version too.
      env: preload(`
        if (/acp$|test.mjs$/.test(process.argv[1]))
          Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.4' } });
      `),
    });
    expect(outcome.stderr).toBe(
      'acp-stack needs Node 20.19 or newer and this is 18.20.4: install a newer Node and run the command again.\n',
    );
    expect(outcome.stdout.endsWith(lastWords)).toBe(true);
    expect(outcome.code).toBe(1);
  });

  test.each([
    [
      'damaged',
      (text: string) => `${text}<<<<<<< HEAD\n`,
      /^The .*, because pnpm-lock\.yaml is damaged: restore it .*\.$/,
    ],
    [
      'of other dependencies',
      (text: string) => text.replace(/specifier: 14\.\d+\.\d+/, 'specifier: 14.0.0'),
      /^The .*, because pnpm-lock\.yaml does not fit the package\.json files: .*\.$/,
    ],
  ])('says one sentence when the lock file is %s', async (_, change, sentence) => {
    const file = join(checkout, 'pnpm-lock.yaml');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, change(text));
    const outcome = await machine.run(['./bin/acp'], { cwd: checkout });
    writeFileSync(file, text);
    expect(linesOf(outcome.stderr).slice(1)).toEqual([expect.stringMatching(sentence)]);
    expect(outcome.stdout).toBe('');
    expect(outcome.code).toBe(1);
  });

  test('says one sentence when the sources do not compile, after what the compiler said', async () => {
    const file = join(checkout, 'packages', 'schema', 'src', 'broken.ts');
    writeFileSync(file, 'export const broken: string = 1;\n');
    const outcome = await machine.run(['./bin/acp'], { cwd: checkout });
    rmSync(file);
    expect(outcome.stderr).toMatch(/broken\.ts.*error TS2322/);
    expect(outcome.stderr).toMatch(/\nThe sources could not be compiled: see the messages above\.\n$/);
    expect(outcome.code).toBe(1);
  });
});

/** Gives the checkout these checks instead of its own, until disposed. */
function replaceChecks(checks: Readonly<Record<string, string>>): Disposable {
  const file = join(checkout, 'package.json');
  const text = readFileSync(file, 'utf8');
  const own = /^ *"check:[^\n]*\n/gm;
  const lines = Object.entries(checks).map(([name, command]) => `${JSON.stringify(name)}: ${JSON.stringify(command)},`);
  writeFileSync(file, text.replaceAll(own, '').replace('"scripts": {', `"scripts": {${lines.join('')}`));
  return { [Symbol.dispose]: () => writeFileSync(file, text) };
}

/** What set-up said, without the lines that a slow network adds. */
function linesOf(stderr: string): string[] {
  return stderr.split('\n').filter((line) => line !== '' && !line.startsWith('…'));
}

/** Notes the arguments of every Node that is started with `env`; `of` returns those of the programs that match. */
function recordCommands(): { env: Record<string, string>; of(program: RegExp): string[][] } {
  const file = join(scratch.path, 'commands.ndjson');
  rmSync(file, { force: true });
  const line = "JSON.stringify(process.argv) + '\\n'";
  return {
    env: preload(`require('node:fs').appendFileSync(${JSON.stringify(file)}, ${line});`),
    of: (program) =>
      readFileSync(file, 'utf8')
        .trimEnd()
        .split('\n')
        .map((text): string[] => JSON.parse(text))
        .filter((words) => program.test(words[1] ?? '')),
  };
}

/** With the retries that are npm's default a registry that cannot be reached would be noticed after a minute. */
function expectQuickRetries(commands: readonly string[][]): void {
  expect(commands.length).toBeGreaterThan(0);
  for (const words of commands) {
    expect(words).toContainEqual(expect.stringMatching(/fetch-retries=2$/));
    expect(words).toContainEqual(expect.stringMatching(/fetch-retry-maxtimeout=4000$/));
  }
}

/** The environment in which every Node first runs `code`. */
function preload(code: string): Record<string, string> {
  const file = join(scratch.path, 'preload.cjs');
  writeFileSync(file, code);
  return { NODE_OPTIONS: `--require=${file}` };
}
