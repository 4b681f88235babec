/** The agent that comes with the product as the program under test: real folders and real work, which take time. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { memoryStore } from '@acp-stack/sdk';

import { codingAgent } from '@acp-stack/agent';
import { readConfig } from '../../apps/agent/src/providers/config-file.ts';
import { Providers } from '../../apps/agent/src/providers/providers.ts';
import { replying, type ProgramFixture } from './program-fixture.ts';
import type { Fields, WireTester } from './wire-tester.ts';

/** The agent without a model, or with the one that is served at `address`. */
export function bundledAgent(fixture: ProgramFixture, address?: string): WireTester {
  const openai = { baseUrl: address, models: { oracle: { contextWindow: 100_000 } } };
  const config = address === undefined ? {} : { model: 'oracle', providers: { openai } };
  const providers = new Providers(readConfig(JSON.stringify(config), 'agent.json', {}));
  return fixture.agent(replying, {
    build: () => codingAgent({ store: memoryStore(), providers, version: '1.0.0' }),
  });
}

/** Has it open a session, whatever takes its time there, for a client with `capabilities`; answers with the id. */
export async function openBundled(tester: WireTester, params: object, capabilities: object = {}): Promise<string> {
  await tester.introduce({ capabilities });
  const id = await tester.begin('session/new', params);
  await tester.until(() => tester.isAnswered(id), 'session/new was not answered');
  return String(tester.answerTo(id, 'session/new').result?.['sessionId']);
}

/** Has it work on a prompt; answers with what it has said when it is done. */
export async function say(tester: WireTester, sessionId: string, words: string): Promise<string> {
  const before = tester.received.length;
  const updates = (): readonly Fields[] =>
    tester.received.slice(before).map(({ params }) => (params?.['update'] ?? {}) as Fields);
  await tester.begin('session/prompt', { sessionId, prompt: [{ type: 'text', text: words }] });
  await tester.until(() => updates().some(({ state }) => state === 'idle'), `${words} does not end`);
  return updates()
    .filter(({ sessionUpdate }) => sessionUpdate === 'agent_message_chunk')
    .map(({ content }) => (content as { readonly text?: string }).text ?? '')
    .join('');
}

/** A new folder with these files in it, until it is disposed of. */
export function folderOf(files: Readonly<Record<string, string>>): Disposable & { readonly path: string } {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'acp-bundled-')));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), content);
  }
  return {
    path,
    [Symbol.dispose]: () => {
      rmSync(path, { recursive: true, force: true });
    },
  };
}
