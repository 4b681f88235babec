/** What a model reads beside the conversation. */
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { agent, client, memoryPair, type Client, type RuntimeContext } from '@acp-stack/sdk';
import { VirtualClock } from '@acp-stack/testing';
import { openWorkspace } from '@acp-stack/workspace';
import { describe, expect, test } from 'vitest';

import { SessionFiles } from '../files/session-files.ts';
import { contextParts } from './prompt-context.ts';

const info = { name: 'test', version: '1.0.0' };

interface Scene {
  readonly build?: (app: Client, cwd: string) => Client;
  readonly runtimeContext?: readonly RuntimeContext[];
  readonly contextWindow?: number;
  readonly clock?: VirtualClock;
}

/** The texts for a turn of a client in a folder with one file. */
async function textsOf({
  build = (app) => app,
  runtimeContext = [],
  contextWindow,
  clock,
}: Scene): Promise<readonly string[]> {
  const cwd = await realpath(await mkdtemp(join(tmpdir(), 'acp-turn-context-')));
  await writeFile(join(cwd, 'rose.md'), 'Roses are red.\n');
  const texts: string[] = [];
  const [left, right] = memoryPair();
  try {
    await using workspace = await openWorkspace({ cwd });
    agent(info, { runtimeContext: true })
      .onPrompt(async (turn) => {
        const { session } = turn;
        const resources = { session, workspace, files: new SessionFiles(workspace, session.files) };
        const parts = await contextParts(resources, turn, { contextWindow, ...(clock === undefined ? {} : { clock }) });
        texts.push(...parts.map(({ text }) => text));
      })
      .connect(left);
    const connection = await build(client(info), cwd).connect(right);
    const session = await connection.newSession({ cwd });
    await session.prompt('hello', { runtimeContext });
    connection.destroy();
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
  return texts;
}

const focus = (app: Client, cwd: string): Client =>
  app.onActiveDocument(() => ({ uri: pathToFileURL(join(cwd, 'rose.md')).href, languageId: 'markdown' }));

describe('what a model reads in one turn', () => {
  test('is the context of the prompt, each piece with its title', async () => {
    const runtimeContext = [{ title: 'The "sky"\n', text: 'It rains.' }, { text: 'no title' }];
    expect(await textsOf({ runtimeContext })).toEqual([
      '<context title="The ”sky”\\n">\nIt rains.\n</context>',
      '<context>\nno title\n</context>',
    ]);
  });

  test('is the file in focus, where nothing else was chosen', async () => {
    expect(await textsOf({ build: focus })).toEqual([
      '<context title="The editor">\nFocus: rose.md\nOpen: none\nRecent: none\n</context>',
      '<context title="rose.md, the file in focus">\nRoses are red.\n\n</context>',
    ]);
  });

  test('is never more than a quarter of what the model can read, about', async () => {
    const texts = await textsOf({ build: focus, runtimeContext: [{ text: 'x'.repeat(5000) }], contextWindow: 1000 });
    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain('x'.repeat(1000));
    expect(texts[0]).not.toContain('x'.repeat(1001));
    expect(texts[0]).toMatch(/\[\d+ characters of context were left out here\]/u);
  });

  test('does not wait for an editor that does not answer', async () => {
    const clock = new VirtualClock();
    const build = (app: Client): Client =>
      app.onActiveDocument(() => {
        void clock.advance(1500);
        return new Promise(() => undefined);
      });
    expect(await textsOf({ build, runtimeContext: [{ text: 'It rains.' }], clock })).toEqual([
      '<context>\nIt rains.\n</context>',
    ]);
    expect(clock.pending).toBe(0);
  });
});
