/**
 * The neutral packages outside of Node: an agent and a client that talk in memory, type-checked and run in Deno and in
 * Cloudflare's workerd, where nothing of Node is there and `eval` is forbidden.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { rolldown } from 'rolldown';

import { run } from './run.mjs';

const conversation = `import { agent, client } from '@acp-stack/sdk';

export async function converse(): Promise<string> {
  const greeter = agent({ name: 'greeter', version: '1.0.0' }).onPrompt(async (turn) => {
    await turn.message.append('Hello.');
  });
  const connection = await client({ name: 'rehearsal', version: '1.0.0' }).connect(greeter);
  const session = await connection.newSession({ cwd: '/garden' });
  let text = '';
  for await (const update of session.prompt('Hi')) {
    if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text') text += update.content.text;
  }
  await connection.close();
  return text;
}
`;

/** One import of every door of the neutral packages, so that all their types are checked. */
function importsOf(packages) {
  const doors = packages.flatMap(({ manifest }) =>
    Object.keys(manifest.exports ?? {})
      .filter((door) => !door.includes('*') && !door.endsWith('.json'))
      .map((door) => manifest.name + door.slice(1)),
  );
  return doors.map((door, index) => `import * as door${index} from '${door}';\nvoid door${index};`).join('\n');
}

/** Writes the project: every door is imported, and one conversation is held. */
export function writeNeutralProject(folder, packages, settings) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, '.npmrc'), settings);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'neutral', private: true, type: 'module' }));
  writeFileSync(join(folder, 'conversation.ts'), conversation);
  writeFileSync(join(folder, 'doors.ts'), `${importsOf(packages)}\nexport {};\n`);
  const main = `import { converse } from './conversation.ts';\n\nconsole.log(await converse());\n`;
  writeFileSync(join(folder, 'main.ts'), main);
  const worker = `import { converse } from './conversation.ts';

export default {
  async test(): Promise<void> {
    const text = await converse();
    if (text !== 'Hello.') throw new Error('The agent said "' + text + '".');
  },
};
`;
  writeFileSync(join(folder, 'worker.ts'), worker);
}

/** Checks the types with those of Workers alone: neither Node nor the browser is there. */
export async function checkForWorkers(folder, tsc) {
  const config = {
    compilerOptions: {
      strict: true,
      exactOptionalPropertyTypes: true,
      module: 'esnext',
      moduleResolution: 'bundler',
      target: 'es2022',
      lib: ['es2023', 'esnext.disposable'],
      types: ['@cloudflare/workers-types'],
      allowImportingTsExtensions: true,
      noEmit: true,
    },
    files: ['worker.ts', 'doors.ts'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  await run([process.execPath, tsc, '-p', 'tsconfig.json'], { cwd: folder });
}

/** Runs the conversation in workerd. */
export async function runInWorkerd(folder, workerd) {
  const build = await rolldown({
    input: join(folder, 'worker.ts'),
    platform: 'neutral',
    resolve: { conditionNames: ['workerd', 'worker', 'browser', 'import', 'default'], mainFields: ['module', 'main'] },
    logLevel: 'silent',
  });
  await build.write({ file: join(folder, 'worker.js'), format: 'esm', codeSplitting: false });
  await build.close();
  const config = `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (services = [(name = "main", worker = .main)]);
const main :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  compatibilityDate = "2025-09-01",
);
`;
  writeFileSync(join(folder, 'worker.capnp'), config);
  await run([workerd, 'test', 'worker.capnp'], { cwd: folder });
}

/** Checks and runs the same in Deno, with the installed packages and no network. */
export async function runInDeno(folder, deno) {
  writeFileSync(
    join(folder, 'deno.json'),
    JSON.stringify({ nodeModulesDir: 'manual', compilerOptions: { strict: true } }),
  );
  const env = { DENO_DIR: join(folder, '.deno'), DENO_NO_UPDATE_CHECK: '1' };
  await run([deno, 'check', 'main.ts', 'doors.ts'], { cwd: folder, env });
  const printed = await run([deno, 'run', '--allow-read', '--allow-env', 'main.ts'], { cwd: folder, env });
  if (printed.trim() !== 'Hello.') throw new Error(`The conversation in Deno printed "${printed.trim()}".`);
}
