/** What an editor tells about its documents. */
import { describe, expect, test } from 'vitest';

import { bench } from './raw-agent.test-support.ts';

const [rose, tulip, draft] = ['file:///garden/rose.md', 'file:///garden/tulip.md', 'untitled:1'].map((uri) => ({
  uri,
  languageId: 'markdown',
})) as [Document, Document, Document];

interface Document {
  readonly uri: string;
  readonly languageId: string;
}

describe('the documents of the editor', () => {
  test('are told if they are files [EDIT-02] [EDIT-05]', async () => {
    const { agent, open } = await bench({}, (app) =>
      app.onOpenDocuments(({ session }) => (session.id === 's1' ? [rose, draft, tulip] : [])),
    );
    await open();
    const { result } = await agent.request('workspace/open_documents', { sessionId: 's1' }).answer;
    expect(result).toEqual({ documents: [rose, tulip] });
  });

  test('of late are told up to a limit [EDIT-03]', async () => {
    const limits: unknown[] = [];
    const { agent, open } = await bench({}, (app) =>
      app.onRecentDocuments(({ limit }) => {
        limits.push(limit);
        return Promise.resolve([draft, rose, tulip]);
      }),
    );
    await open();
    const ask = async (more: object): Promise<unknown> =>
      (await agent.request('workspace/recent_documents', { sessionId: 's1', ...more }).answer).result;
    expect(await ask({ limit: 1 })).toEqual({ documents: [rose] });
    expect(await ask({ limit: 0 })).toEqual({ documents: [] });
    expect(await ask({ limit: null })).toEqual({ documents: [rose, tulip] });
    expect(await ask({})).toEqual({ documents: [rose, tulip] });
    expect(limits).toEqual([1, 0, undefined, undefined]);
  });

  test('include the one that has the focus, if it is a file [EDIT-04]', async () => {
    const focus: (Document | undefined)[] = [rose, draft, undefined];
    const { agent, open } = await bench({}, (app) => app.onActiveDocument(() => focus.shift()));
    await open();
    const ask = async (): Promise<unknown> =>
      (await agent.request('workspace/active_document', { sessionId: 's1' }).answer).result;
    expect([await ask(), await ask(), await ask()]).toEqual([
      { document: rose },
      { document: null },
      { document: null },
    ]);
  });

  test('are not told to a session that is not open here', async () => {
    const { agent } = await bench({}, (app) => app.onOpenDocuments(() => [rose]));
    const { error } = await agent.request('workspace/open_documents', { sessionId: 'other' }).answer;
    expect(error).toMatchObject({ code: -32_002, data: { sessionId: 'other' } });
  });
});
