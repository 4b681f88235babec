/** The agent and what is open in the editor: `/open`, and what a model reads of it. */
import { mkdtemp, mkdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import {
  client,
  memoryPair,
  memoryStore,
  RpcError,
  type Client,
  type ClientConnection,
  type ClientSession,
  type ContentBlock,
} from '@acp-stack/sdk';
import { modelServer } from '@acp-stack/testing/model-server';
import { editorHandlers, OpenedFiles } from '@acp-stack/workspace/client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { codingAgent } from '@acp-stack/agent';
import { readConfig } from '../../apps/agent/src/providers/config-file.ts';
import { Providers } from '../../apps/agent/src/providers/providers.ts';

let home: string;
let cwd: string;

beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'acp-editor-state-')));
  cwd = join(home, 'garden');
  await mkdir(cwd);
  for (const name of ['rose.ts', 'tulip.ts']) await writeFile(join(cwd, name), `// The ${name} of the garden.\n`);
  await writeFile(join(home, 'secret.txt'), 'never tell\n');
});

afterEach(async () => {
  await rm(home, { recursive: true, force: true });
});

/** An editor that tells everything of these files. */
const editorWith =
  (files: OpenedFiles) =>
  (app: Client): Client => {
    const { openDocuments, recentDocuments, activeDocument } = editorHandlers(files);
    return app.onOpenDocuments(openDocuments).onRecentDocuments(recentDocuments).onActiveDocument(activeDocument);
  };

async function meet(
  build: (app: Client) => Client,
  address?: string,
): Promise<{ readonly connection: ClientConnection; readonly session: ClientSession }> {
  const config = address === undefined ? {} : { model: 'oracle', providers: { openai: { baseUrl: address } } };
  const providers = new Providers(readConfig(JSON.stringify(config), 'agent.json', {}));
  const [left, right] = memoryPair();
  codingAgent({ store: memoryStore(), providers, version: '1.0.0' }).connect(left);
  const connection = await build(client({ name: 'editor', version: '1.0.0' })).connect(right);
  return { connection, session: await connection.newSession({ cwd }) };
}

/** What the agent says: its words, and links as `<name uri>`. */
async function answerTo(session: ClientSession, prompt: string): Promise<string> {
  let answer = '';
  for await (const update of session.prompt(prompt)) {
    if (update.sessionUpdate === 'agent_message_chunk') answer += inWords(update.content);
  }
  return answer;
}

const failing = (): Promise<never> => Promise.reject(new RpcError(-32_603, 'Busy.'));

const inWords = (block: ContentBlock): string =>
  block.type === 'text' ? block.text : block.type === 'resource_link' ? `<${block.name} ${block.uri}>` : '';

const link = (name: string): string => `- ${name} <${name} ${pathToFileURL(join(cwd, name)).href}>`;

describe('/open', () => {
  test('lists what is in focus, open and recent, with links, and only counts what is elsewhere', async () => {
    const files = new OpenedFiles(['tulip.ts', '../secret.txt', 'rose.ts'], { cwd });
    const { connection, session } = await meet(editorWith(files));
    expect(session.availableCommands.map(({ name }) => name)).toContain('open');
    files.close('tulip.ts');
    expect(await answerTo(session, '/open')).toBe(
      [
        '**In focus**',
        link('rose.ts'),
        '**Open**',
        link('rose.ts'),
        '**Recent**',
        link('tulip.ts'),
        'One more file is outside of this workspace and not listed.\n',
      ].join('\n'),
    );
    await connection.close();
  });

  test('says that nothing is open, and what went wrong', async () => {
    const nothing = await meet(editorWith(new OpenedFiles()));
    expect(await answerTo(nothing.session, '/open')).toBe('No file of this workspace is open.\n');
    await nothing.connection.close();
    const broken = await meet((app) => app.onOpenDocuments(failing));
    expect(await answerTo(broken.session, '/open')).toBe('The editor did not report its open files: Busy.\n');
    await broken.connection.close();
  });

  test('is not offered where the client tells nothing [EDIT-01]', async () => {
    const { connection, session } = await meet((app) => app);
    expect(session.availableCommands.map(({ name }) => name)).not.toContain('open');
    expect(await answerTo(session, '/help')).not.toContain('/open');
    await connection.close();
  });
});

describe('a model', () => {
  /** The request that a prompt leads to. */
  async function requestFor(
    build: (app: Client) => Client,
    options: Parameters<ClientSession['prompt']>[1] = {},
  ): Promise<string> {
    await using server = await modelServer({ turns: [{ text: 'I see.' }], models: ['oracle'] });
    const { connection, session } = await meet(build, server.url);
    await session.prompt('What is this?', options);
    await connection.close();
    return JSON.stringify(server.requests[0]?.body);
  }

  test('reads what is open, and the file in focus', async () => {
    const request = await requestFor(editorWith(new OpenedFiles(['tulip.ts', 'rose.ts'], { cwd })));
    expect(request).toContain('Focus: rose.ts\\nOpen: tulip.ts, rose.ts\\nRecent: rose.ts, tulip.ts');
    expect(request).toContain('// The rose.ts of the garden.');
    expect(request).not.toContain('The tulip.ts of');
  });

  test('reads nothing outside of the roots, and little of a long file', async () => {
    const outside = await requestFor(editorWith(new OpenedFiles(['../secret.txt'], { cwd })));
    expect(outside).not.toMatch(/never tell|secret\.txt/u);
    await writeFile(join(cwd, 'long.txt'), 'petal '.repeat(100_000));
    const long = await requestFor(editorWith(new OpenedFiles(['long.txt'], { cwd })));
    expect(long).toContain('long.txt, the file in focus');
    expect(long).toMatch(/characters of context were left out here/u);
    expect(long.length).toBeLessThan(60_000);
  });

  test('reads only names where the client sends context that it has chosen', async () => {
    const request = await requestFor(editorWith(new OpenedFiles(['rose.ts'], { cwd })), {
      runtimeContext: [{ title: 'Mine', text: 'the chosen words' }],
    });
    expect(request).toContain('<context title=\\"Mine\\">\\nthe chosen words');
    expect(request).toContain('Focus: rose.ts');
    expect(request).not.toContain('of the garden.');
  });

  test('is asked all the same when the editor fails', async () => {
    expect(await requestFor((app) => app.onOpenDocuments(failing))).toContain('What is this?');
  });
});
