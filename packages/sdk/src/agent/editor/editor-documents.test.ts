/** The documents of the editor, as an agent gets them. */
import { memoryPair } from '@acp-stack/rpc';
import { settled } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { client, type Client } from '../../client/client.ts';
import { agent } from '../agent.ts';
import { info, initialize, wire } from '../raw-client.test-support.ts';
import type { Turn } from '../session/agent-session.ts';

const documentAt = (uri: string): { uri: string; languageId: string } => ({ uri, languageId: 'markdown' });
const [rose, tulip, draft] = ['file:///garden/rose.md', 'file:///garden/tulip.md', 'untitled:1'].map(documentAt) as [
  ReturnType<typeof documentAt>,
  ReturnType<typeof documentAt>,
  ReturnType<typeof documentAt>,
];

/** What `ask` returns in a turn with the client that `build` makes. */
async function asked<T>(build: (app: Client) => Client, ask: (turn: Turn) => Promise<T>): Promise<T> {
  const [left, right] = memoryPair();
  let answer: Promise<T> | undefined;
  void agent(info)
    .onPrompt(async (turn) => {
      answer = ask(turn);
      await answer.catch(() => undefined);
    })
    .serve(left);
  const connection = await build(client(info)).connect(right);
  const session = await connection.newSession({ cwd: '/garden' });
  await session.prompt('hello');
  connection.destroy();
  return answer as Promise<T>;
}

const everything = async ({ editor }: Turn): Promise<unknown> => [
  editor.isOffered,
  await editor.open(),
  await editor.recent({ limit: 1 }),
  await editor.active(),
];

describe('the documents of the editor', () => {
  test('are asked for question by question, and nothing is answered where the client does not tell [EDIT-01]', async () => {
    expect(await asked((app) => app, everything)).toEqual([false, [], [], undefined]);
    expect(await asked((app) => app.onOpenDocuments(() => [rose]), everything)).toEqual([true, [rose], [], undefined]);
    expect(await asked((app) => app.onRecentDocuments(() => [rose]), everything)).toEqual([
      true,
      [],
      [rose],
      undefined,
    ]);
    expect(await asked((app) => app.onActiveDocument(() => rose), everything)).toEqual([true, [], [], rose]);
  });

  test('are files, and not more than were asked for [EDIT-02, EDIT-03, EDIT-04]', async () => {
    const answer = await asked(
      (app) =>
        app
          .onOpenDocuments(() => [draft, rose, tulip])
          .onRecentDocuments(() => [tulip, rose])
          .onActiveDocument(() => undefined),
      everything,
    );
    expect(answer).toEqual([true, [rose, tulip], [tulip], undefined]);
  });

  test('are none, too, where a client answers with nothing at all (X-48), or with what is no file', async () => {
    const answers: unknown[] = [];
    const ends = wire(
      agent(info).onPrompt(async ({ editor }) => {
        answers.push(await editor.active(), await editor.active());
      }),
    );
    await ends.call('initialize', { ...initialize, capabilities: { workspace: { activeDocument: {} } } });
    const { result } = await ends.call('session/new', { cwd: '/garden' });
    await ends.call('session/prompt', { sessionId: result?.['sessionId'], prompt: [{ type: 'text', text: 'hello' }] });
    for (const answer of [null, { document: draft }]) {
      await settled();
      const asking = ends.sent.findLast(({ method }) => method === 'workspace/active_document');
      ends.raw.send({ jsonrpc: '2.0', id: asking?.id, result: answer });
    }
    await settled();
    expect(answers).toEqual([undefined, undefined]);
  });

  test('are not waited for longer than the agent wants', async () => {
    const patience = new AbortController();
    const answer = asked(
      (app) =>
        app.onActiveDocument(() => {
          patience.abort(new Error('enough'));
          return new Promise(() => undefined);
        }),
      ({ editor }) => editor.active({ signal: patience.signal }),
    );
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
  });
});
