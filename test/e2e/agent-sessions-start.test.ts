/**
 * What `acp agent` loads, and when: an editor waits for the `initialize` response, so nothing else is loaded before it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test, vi } from 'vitest';

import { AgentProgram, isBuilt } from '../support/agent-program.ts';
import { temporaryFolder } from '../support/checkout.ts';

vi.setConfig({ testTimeout: 60_000 });

const telling = new URL('fixtures/loaded-modules.mjs', import.meta.url).href;

/** What only a model, a server of tools, a difference or a command needs. */
const heavy = /node_modules\/(?:ai|@ai-sdk|@modelcontextprotocol|diff|node-pty)\//u;
const ofSessions = /agent\/dist\/open-session|workspace\/dist\/(?!user-folders)|bridge\/dist\/git-patch/u;

/** The modules that were loaded so far. */
const loadedBy = (agent: AgentProgram): readonly string[] =>
  agent.process.stderr.tail(10_000).flatMap((line) => /^loads (?<url>.*)$/u.exec(line)?.groups?.['url'] ?? []);

test('nothing but the protocol is loaded before the first session, and no model before the first answer of one', async () => {
  expect(isBuilt(), 'node scripts/build.mjs makes what is started here').toBe(true);
  using folder = temporaryFolder();
  const cwd = join(folder.path, 'garden');
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'rose.md'), 'A rose is red.\n');
  await using agent = new AgentProgram({
    version: 2,
    data: join(folder.path, 'data'),
    shell: `NODE_OPTIONS='--import ${telling}' exec "$@"`,
  });
  await agent.initialized;
  const first = loadedBy(agent);
  expect(first.length).toBeGreaterThan(5);
  expect(first.filter((url) => heavy.test(url) || ofSessions.test(url))).toEqual([]);
  const sessionId = await agent.open(cwd);
  await agent.prompt(sessionId, '/read rose.md');
  const later = loadedBy(agent);
  expect(later.filter((url) => ofSessions.test(url))).not.toEqual([]);
  expect(later.filter((url) => heavy.test(url))).toEqual([]);
});
