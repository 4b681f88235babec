import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { DocumentMirror } from '../documents/document-mirror.ts';
import { chosenSpan, numbers, texts } from '../text/arbitraries.test-support.ts';
import { EditorDocuments, type Tell } from './editor-documents.ts';

const uri = 'file:///garden/rose.ts';
const everyEvent = { didOpen: {}, didClose: {}, didSave: {}, didFocus: {} };

describe.each(['utf-16', 'utf-8', 'utf-32'] as const)('counted in %s', (encoding) => {
  test.each(['incremental', 'full'] as const)(
    'an agent that is told %s changes has what the editor has',
    (syncKind) => {
      fc.assert(
        fc.property(texts, fc.array(fc.array(fc.tuple(numbers, texts), { maxLength: 3 })), (initial, changes) => {
          const reports: unknown[] = [];
          const mirror = new DocumentMirror({ encoding, report: (report) => reports.push(report) });
          // As it crosses the wire.
          const tell = ((method: string, params: unknown) => {
            const told = JSON.parse(JSON.stringify(params)) as never;
            if (method === 'document/didOpen') mirror.open(told);
            else if (method === 'document/didChange') mirror.change(told);
            else mirror.focus(told);
            return Promise.resolve();
          }) as Tell;
          const events = { ...everyEvent, didChange: { syncKind } };
          const documents = new EditorDocuments({ tell, sessionId: 'n', events, encoding, now: () => 0 });
          documents.open(uri, 'x', initial);
          for (const change of changes) {
            let { text } = documents.get(uri) ?? documents.open(uri, 'x', '');
            const replacements = change.map(([at, inserted]) => {
              const span = chosenSpan(text, at);
              text = text.replace(span, inserted);
              return { span, text: inserted };
            });
            documents.change(uri, replacements);
            expect(String(mirror.get(uri)?.text)).toBe(String(documents.get(uri)?.text));
          }
          const { text } = documents.get(uri) ?? documents.open(uri, 'x', '');
          documents.focus(uri, text.end, { start: { line: 0, column: 0 }, end: text.end });
          expect(mirror.get(uri)?.focus?.place).toEqual(text.end);
          expect(reports).toEqual([]);
        }),
        { numRuns: syncKind === 'full' ? 10 : 40 },
      );
    },
  );
});
