/** `npm run create`: a project outside of the checkout, with the packages of the checkout. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { hasPassed } from '../../scripts/release/try-templates.mjs';
import { acpUser } from '../support/acp-program.ts';
import { repository, run, temporaryFolder, type Outcome } from '../support/checkout.ts';
import { npmEnvironment } from '../support/npm-environment.ts';

const command = join(repository, 'scripts/create.mjs');

/** Runs it as npm does when it is typed in `cwd`. */
const create = (cwd: string, ...words: readonly string[]): Promise<Outcome> => createIn({ INIT_CWD: cwd }, words);

const createIn = (env: NodeJS.ProcessEnv, words: readonly string[]): Promise<Outcome> =>
  run([process.execPath, command, ...words], { cwd: repository, env: { ...npmEnvironment, ...env } });

test('one command makes a project that is installed, and its tests pass', async () => {
  using folder = temporaryFolder();
  const { code, stdout, stderr } = await create(folder.path, 'my-agent', '--template', 'agent');
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(stdout).toBe(
    'Created agent in my-agent. Next:\n\n  cd my-agent\n  npm run chat\n\nREADME.md says how to go on.\n',
  );
  const home = join(folder.path, 'my-agent');
  const tested = await run(['npm', 'test', '--silent'], { cwd: home, env: npmEnvironment });
  expect(tested.stdout, tested.stderr).toSatisfy(hasPassed);
  // Only what the project uses is packed.
  const packed = readdirSync(join(home, 'tarballs'));
  expect(packed.filter((file) => /^acp-stack-(?:site|vscode|react)-/u.test(file))).toEqual([]);
  expect(packed.some((file) => file.startsWith('acp-stack-journal-'))).toBe(true);
  using user = acpUser();
  const acp = join(home, 'node_modules', '.bin', 'acp');
  const told = await run([acp, 'exec', 'hello', '--', process.execPath, 'dist/agent.js'], { cwd: home, env: user.env });
  expect(told.stdout).toContain('You said: hello');
});

test.each([
  [[], 'Say which folder to create: npm run create -- ../my-agent\n'],
  [['--template', 'web'], 'Say which folder to create: npm run create -- ../my-agent\n'],
  [['My Agent'], 'create-acp-agent: "My Agent" cannot be the name of a package'],
  [['my-agent', '-t', 'rose'], 'create-acp-agent: There is no template "rose"'],
])('nothing is made for %j, and one sentence says why', async (words, reason) => {
  using folder = temporaryFolder();
  const { code, stdout, stderr } = await create(folder.path, ...words);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(reason);
  expect(existsSync(join(folder.path, 'my-agent'))).toBe(false);
});

const lost = 'The packages were not installed: the registry of npm cannot be reached. Nothing was created.';

test('nothing is left in a folder that is empty if the packages cannot be installed', async () => {
  using folder = temporaryFolder();
  const home = join(folder.path, 'my-agent');
  mkdirSync(join(home, '.git'), { recursive: true });
  const offline = {
    npm_config_registry: 'http://127.0.0.1:9',
    npm_config_fetch_retries: '0',
    // What npm has fetched before is not used.
    npm_config_cache: join(folder.path, 'cache'),
    // As `npm run --silent` sets it.
    npm_config_loglevel: 'silent',
  };
  const { code, stdout, stderr } = await createIn({ ...offline, INIT_CWD: folder.path }, [home]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr.trimEnd().split('\n').at(-1)).toBe(lost);
  expect(readdirSync(home)).toEqual(['.git']);
});

test('nothing is left in a folder that is new if the packages cannot be installed', async () => {
  using folder = temporaryFolder();
  const home = join(folder.path, 'my projects', 'my-agent');
  // An npm that gives up at once; the test above shows that the words are those of the real one.
  const npm = join(folder.path, 'npm-cli.js');
  writeFileSync(npm, `console.error('npm error connect ECONNREFUSED 127.0.0.1:9'); process.exitCode = 1;\n`);
  const { code, stdout, stderr } = await createIn({ npm_execpath: npm, INIT_CWD: folder.path }, [home]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr.trimEnd().split('\n').at(-1)).toBe(lost);
  expect(existsSync(join(folder.path, 'my projects'))).toBe(false);
});
