/** The first use of an agent of a registry: two questions in the terminal, and then the conversation. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { fixtureAgent } from '../support/acp-program.ts';
import { archiveOf, builds, loopbackRegistry, scriptOf, type LoopbackRegistry } from '../support/loopback-registry.ts';
import { keys, TerminalProgram } from '../support/terminal-program.ts';

const florist = fixtureAgent('v1-agent.mjs');

async function shop(): Promise<LoopbackRegistry> {
  const registry = await loopbackRegistry();
  registry.files.set('/florist.tar.gz', archiveOf('agent', scriptOf(florist)));
  registry.agents.push({
    id: 'florist-acp',
    name: 'The Florist',
    version: '1.0.0',
    description: 'Talks of roses.',
    license: 'MIT',
    distribution: { binary: builds(`${registry.origin}/florist.tar.gz`) },
  });
  return registry;
}

test('acp chat with a name that is new here asks twice the first time, and then talks to the agent', async () => {
  await using registry = await shop();
  const env = { ACP_OFFICIAL_REGISTRY: registry.url };
  await using program = new TerminalProgram({ args: ['chat', 'florist'], env, columns: 100 });
  await program.shows('Use it? [y/N]');
  expect(registry.requests).toEqual([]);
  program.say('y');
  const asked = await program.shows('Install and start it? [y/N]');
  expect(asked).toContain('The Florist (florist-acp)');
  expect(registry.requests.map(({ path }) => path)).toEqual(['/registry.json']);
  program.say('y');
  await program.shows('❯');
  program.say('hello roses');
  await program.shows(/roses[\s\S]*roses/u);
  const config = readFileSync(join(program.home, '.config', 'acp-stack', 'config.json'), 'utf8');
  expect(JSON.parse(config)).toEqual({ registries: { official: registry.url } });
});

test('Ctrl+C at a question ends acp at once, and nothing is kept of it', async () => {
  await using registry = await shop();
  const env = { ACP_OFFICIAL_REGISTRY: registry.url };
  await using program = new TerminalProgram({ args: ['chat', 'florist'], env });
  await program.shows('Use it? [y/N]');
  program.press(keys.control('c'));
  await program.exited;
  expect(registry.requests).toEqual([]);
});
