/**
 * `npm run test:stacks`: agents of other frameworks as ACP agents, with the frameworks from npm.
 *
 * They are too large for `npm test`, and some need a newer Node than ours. Their exact versions are in
 * `examples/bring-your-agent/package.json`, and they stay in `.tools/stacks`. Words choose: `npm run test:stacks mastra`.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { bundleExample } from './bundle-example.mjs';
import { npmCommand } from './setup/npm-command.mjs';
import { setup } from './setup.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const example = join(root, 'examples', 'bring-your-agent');
const home = join(root, '.tools', 'stacks');

/** Each program, and what is expected of its framework; `imports` are modules that Node loads first. */
const stacks = {
  'ai-sdk-short': { imports: ['ai-sdk-rules'], asksAgain: false, messages: 5 },
  'ai-sdk': { asksAgain: false, messages: 5 },
  langgraph: { asksAgain: true, messages: 5 },
  'openai-agents': { asksAgain: true, messages: 5 },
  mastra: { asksAgain: true, messages: 5 },
};

const words = process.argv.slice(2);
const chosen = Object.entries(stacks).filter(([name]) => words.length === 0 || words.includes(name));
const { converse } = await prepare();
const fileOf = (name) => join(home, `${name}.mjs`);
for (const [name, { imports = [], ...expected }] of chosen) {
  const program = [...imports.flatMap((each) => ['--import', pathToFileURL(fileOf(each)).href]), fileOf(name)];
  for (const version of [1, 2]) {
    try {
      await converse(program, version, expected);
      console.log(`${name}, version ${version}: passed`);
    } catch (error) {
      console.error(`${name}, version ${version}: FAILED\n${error.stack}`);
      process.exitCode = 1;
    }
  }
}
if (chosen.length === 0) {
  console.error(`There is no stack with that name; there are ${Object.keys(stacks).join(', ')}.`);
  process.exitCode = 2;
}

/** Installs the frameworks beside a copy of the agents, whose imports are found there. */
async function prepare() {
  await setup();
  mkdirSync(home, { recursive: true });
  cpSync(example, home, { recursive: true });
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', '--loglevel=error'];
  const [program, ...first] = npmCommand();
  const { status } = spawnSync(program, [...first, 'install', ...options], {
    cwd: home,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error('npm could not install the frameworks; its words are above.');
  const file = join(home, 'main-bundle.mjs');
  const problem = await bundleExample(join(example, 'main.ts'), file);
  if (problem !== undefined) throw new Error(problem);
  return import(pathToFileURL(file).href);
}
