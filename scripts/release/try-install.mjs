/**
 * Installs the uploaded packages into empty projects as a user does, and uses them: on each supported Node, with npm, pnpm and
 * bun.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

import { run } from './run.mjs';

export const managers = ['npm', 'pnpm', 'bun'];

/** An agent and a client that talks to it, both from the installed packages; the client prints what it was told. */
const program = {
  'agent.mjs': `import { agent } from '@acp-stack/sdk';
import { stdio } from '@acp-stack/stdio';

await agent({ name: 'greeter', version: '1.0.0' })
  .onPrompt(async (turn) => {
    await turn.message.append('Hello from ' + process.version + '.');
  })
  .serve(stdio());
`,
  'client.mjs': `import { client } from '@acp-stack/sdk';
import { spawnAgent } from '@acp-stack/stdio';

const connection = await client({ name: 'rehearsal', version: '1.0.0' }).connect(spawnAgent([process.execPath, 'agent.mjs']));
const session = await connection.newSession({ cwd: process.cwd() });
let text = '';
for await (const update of session.prompt('Hi')) {
  if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text') text += update.content.text;
}
console.log(text);
await connection.close();
`,
};

/** Fetches the programs that a rehearsal needs from npm into `tools`, once; resolves with the path of the file. */
export async function fetchTool(tools, name, version, file) {
  const home = join(tools, `${name.replace('/', '-')}-${version}`);
  const path = join(home, 'node_modules', name, file);
  if (existsSync(path)) return path;
  mkdirSync(home, { recursive: true });
  const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  await run(['npm', 'install', '--prefix', home, ...options, `${name}@${version}`]);
  return path;
}

/** Installs and uses the packages in an empty folder; resolves with what was seen. */
export async function tryInstall({ folder, manager, node, version, settings, tools }) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, '.npmrc'), settings);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'rehearsal', private: true, type: 'module' }));
  for (const [name, text] of Object.entries(program)) writeFileSync(join(folder, name), text);
  const env = { PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
  const names = ['@acp-stack/sdk', '@acp-stack/stdio', '@acp-stack/cli'];
  await run(install[manager](tools, names), { cwd: folder, env });
  const greeting = (await run([node, 'client.mjs'], { cwd: folder, env })).trim();
  const expected = `Hello from ${(await run([node, '--version'])).trim()}.`;
  if (greeting !== expected) throw new Error(`The client printed "${greeting}" instead of "${expected}".`);
  const acp = (...words) => run([...execute[manager](tools), 'acp', ...words], { cwd: folder, env });
  const shown = (await acp('--version')).trim();
  if (!shown.includes(version)) throw new Error(`acp --version printed "${shown}" instead of ${version}.`);
  const answer = await acp('exec', 'Hi', '--', node, 'agent.mjs');
  if (!answer.includes('Hello from')) throw new Error(`acp exec printed "${answer.trim()}".`);
}

const install = {
  npm: (_, names) => ['npm', 'install', '--no-audit', '--no-fund', '--prefer-offline', ...names],
  pnpm: ({ pnpm }, names) => [process.execPath, pnpm, 'add', '--ignore-workspace', ...names],
  bun: ({ bun }, names) => [bun, 'add', ...names],
};
const execute = {
  npm: () => ['npx', '--no', '--'],
  pnpm: ({ pnpm }) => [process.execPath, pnpm, '--ignore-workspace', 'exec'],
  bun: ({ bun }) => [bun, 'x', '--no-install'],
};

/** `npx` in an empty folder: nothing is installed before, and nothing is asked. */
export async function tryNpx({ folder, version, settings }) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, '.npmrc'), settings);
  const env = { npm_config_cache: join(folder, 'cache') };
  const shown = await run(['npx', '--yes', '--package', '@acp-stack/cli', 'acp', '--version'], { cwd: folder, env });
  if (!shown.includes(version)) throw new Error(`npx acp --version printed "${shown.trim()}" instead of ${version}.`);
}
