/** The rules of what an editor tells about its documents, proved on the wire. */
import { editorHandlers, OpenedFiles } from '@acp-stack/workspace/client';
import { describe, expect } from 'vitest';

import type { ProgramFixture } from './program-fixture.ts';
import type { WireTester } from './wire-tester.ts';
import { provesOnWire } from './wire-proof.ts';

/** A client that was given three files, and shows the last one. */
async function editor(
  fixture: ProgramFixture,
  files = new OpenedFiles(['/work/a b.ts', '/work/c', '/work/d']),
): Promise<WireTester> {
  const { openDocuments, recentDocuments, activeDocument } = editorHandlers(files);
  const { tester, open } = await fixture.client({
    build: (app) =>
      app.onOpenDocuments(openDocuments).onRecentDocuments(recentDocuments).onActiveDocument(activeDocument),
  });
  await open();
  return tester;
}

const sessionId = 's1';

describe('the documents of an editor', () => {
  provesOnWire('EDIT-01', {
    title: 'what was not offered is refused',
    client: async (fixture) => {
      const { tester, open } = await fixture.client();
      await open();
      for (const method of ['workspace/open_documents', 'workspace/recent_documents', 'workspace/active_document'])
        expect((await tester.ask(method, { sessionId })).error?.code, method).toBe(-32_601);
    },
  });

  provesOnWire('EDIT-02', {
    client: async (fixture) => {
      const tester = await editor(fixture);
      expect((await tester.ask('workspace/open_documents', { sessionId })).result).toEqual({
        documents: [
          { uri: 'file:///work/a%20b.ts', languageId: 'typescript' },
          { uri: 'file:///work/c', languageId: 'plaintext' },
          { uri: 'file:///work/d', languageId: 'plaintext' },
        ],
      });
    },
  });

  provesOnWire('EDIT-03', {
    client: async (fixture) => {
      const tester = await editor(fixture);
      const recent = async (limit: number): Promise<unknown> =>
        (await tester.ask('workspace/recent_documents', { sessionId, limit })).result?.['documents'];
      expect(await recent(2)).toMatchObject([{ uri: 'file:///work/d' }, { uri: 'file:///work/c' }]);
      expect(await recent(0)).toEqual([]);
    },
  });

  provesOnWire('EDIT-04', {
    client: async (fixture) => {
      const files = new OpenedFiles(['/work/a']);
      const tester = await editor(fixture, files);
      const active = async (): Promise<unknown> =>
        (await tester.ask('workspace/active_document', { sessionId })).result;
      expect(await active()).toMatchObject({ document: { uri: 'file:///work/a' } });
      files.blur();
      expect(await active()).toEqual({ document: null });
    },
  });

  provesOnWire('EDIT-05', {
    client: async (fixture) => {
      const documents = [{ path: 'untitled:Untitled-1' }, { path: '/work/a' }];
      const { openDocuments } = editorHandlers({ open: () => documents, recent: () => [], active: () => undefined });
      const { tester, open } = await fixture.client({ build: (app) => app.onOpenDocuments(openDocuments) });
      await open();
      const { result } = await tester.ask('workspace/open_documents', { sessionId });
      expect(result?.['documents']).toEqual([{ uri: 'file:///work/a', languageId: 'plaintext' }]);
    },
  });
});
