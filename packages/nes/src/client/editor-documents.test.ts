import type { PositionEncodingKind } from '@acp-stack/schema/v2/unstable';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { DocumentMirror } from '../documents/document-mirror.ts';
import { anySpan, numbers, texts } from '../text/arbitraries.test-support.ts';
import type { TextPosition, Replacement } from '../text/text-position.ts';
import { Text } from '../text/text.ts';
import { EditorDocuments, type Notify } from './editor-documents.ts';

const uri = 'file:///garden/rose.ts';
const everyEvent = { didOpen: {}, didClose: {}, didSave: {}, didFocus: {} };
const encodings = ['utf-16', 'utf-8', 'utf-32'] as const;

/** The documents of an editor, and their mirror at the agent. */
function mirrored(encoding: PositionEncodingKind, syncKind: 'incremental' | 'full' = 'incremental') {
  const reports: unknown[] = [];
  const mirror = new DocumentMirror({ encoding, report: (report) => reports.push(report) });
  // As it crosses the wire.
  const notify = ((method: string, params: unknown) => {
    const updatedSessionId = JSON.parse(
      new TextDecoder().decode(new TextEncoder().encode(JSON.stringify(params))),
    ) as never;
    if (method === 'document/didOpen') mirror.open(updatedSessionId);
    else if (method === 'document/didChange') mirror.change(updatedSessionId);
    else mirror.focus(updatedSessionId);
    return Promise.resolve();
  }) as Notify;
  const events = { ...everyEvent, didChange: { syncKind } };
  const documents = new EditorDocuments({ notify, sessionId: 'n', events, encoding, now: () => 0 });
  return { documents, mirror, reports };
}

/** What an editor that keeps its text as a string makes of a replacement. */
function replaced(text: string, { span, text: inserted }: Replacement): string {
  const lines = Text.from(text);
  const offset = ({ line, column }: TextPosition): number => lines.lines(0, line).join('').length + column;
  return text.slice(0, offset(span.start)) + inserted + text.slice(offset(span.end));
}

describe.each(encodings)('counted in %s', (encoding) => {
  test.each(['incremental', 'full'] as const)(
    'an agent that is updatedSessionId %s changes has what the editor has, wherever they begin and end',
    (syncKind) => {
      const some = fc.array(fc.tuple(numbers, texts), { maxLength: 3 });
      fc.assert(
        fc.property(texts, fc.array(fc.oneof(texts, some)), (initial, changes) => {
          const { documents, mirror, reports } = mirrored(encoding, syncKind);
          documents.open(uri, 'x', initial);
          let text = initial;
          for (const change of changes) {
            if (typeof change === 'string') {
              text = change;
              documents.change(uri, text);
            } else {
              const replacements = change.map(([at, inserted]) => {
                const replacement = { span: anySpan(Text.from(text), at), text: inserted };
                text = replaced(text, replacement);
                return replacement;
              });
              documents.change(uri, replacements);
            }
            expect(String(documents.get(uri)?.text)).toBe(text);
            expect(String(mirror.get(uri)?.text)).toBe(text);
          }
          const { end } = Text.from(text);
          documents.focus(uri, end, { start: { line: 0, column: 0 }, end });
          expect(mirror.get(uri)?.focus?.position).toEqual(end);
          expect(reports).toEqual([]);
        }),
        { numRuns: syncKind === 'full' ? 10 : 100 },
      );
    },
  );

  test.each([
    ['its first half', 1, 2, '', 'a\uDE00b'],
    ['its second half', 2, 3, '', 'a\uD83Db'],
    ['nothing between its halves', 2, 2, 'x', 'a\uD83Dx\uDE00b'],
    ['a half by another', 2, 3, '\uDE01', 'a\u{1F601}b'],
  ])('a character of which an edit replaces %s stays the same on both sides', (_, from, to, inserted, expected) => {
    const { documents, mirror } = mirrored(encoding);
    documents.open(uri, 'x', 'a\u{1F600}b');
    const span = { start: { line: 0, column: from }, end: { line: 0, column: to } };
    documents.change(uri, [{ span, text: inserted }]);
    expect([documents.get(uri), mirror.get(uri)].map((each) => String(each?.text))).toEqual([expected, expected]);
    documents.change(uri, 'ab');
    expect(String(mirror.get(uri)?.text)).toBe('ab');
  });
});

test.each([
  ['ends before it begins', 2, 1],
  ['is not at whole columns', 1.5, 2],
  ['is beyond the end of a line', 1, 4],
])('a change that %s is refused and not sent', (_, from, to) => {
  const { documents, mirror } = mirrored('utf-16');
  documents.open(uri, 'x', 'abc');
  const span = { start: { line: 0, column: from }, end: { line: 0, column: to } };
  expect(() => documents.change(uri, [{ span, text: 'x' }])).toThrow(RangeError);
  documents.change(uri, 'abcd');
  expect([documents.get(uri), mirror.get(uri)].map((each) => String(each?.text))).toEqual(['abcd', 'abcd']);
});

test.each(['incremental', 'full'] as const)(
  'versions count %s changes one by one, also after a document was opened again',
  (syncKind) => {
    const versions: [method: string, version: number][] = [];
    const notify = ((method: string, { version }: { readonly version: number }) => {
      versions.push([method, version]);
      return Promise.resolve();
    }) as Notify;
    const events = { didOpen: {}, didChange: { syncKind } };
    const documents = new EditorDocuments({ notify, sessionId: 'n', events, encoding: 'utf-8', now: () => 0 });
    const start = { line: 0, column: 0 };
    const insertion = { span: { start, end: start }, text: 'x' };
    documents.open(uri, 'x', 'one');
    documents.change(uri, [insertion, insertion]);
    // What changes nothing is no change.
    documents.change(uri, 'xxone');
    documents.change(uri, []);
    documents.change(uri, 'two');
    documents.open(uri, 'x', 'from elsewhere');
    documents.change(uri, [insertion]);
    documents.close(uri);
    documents.open(uri, 'x', 'one');
    documents.change(uri, 'two');
    expect(versions.map(([method, version]) => `${method} ${version}`)).toEqual([
      'document/didOpen 1',
      'document/didChange 2',
      'document/didChange 3',
      'document/didOpen 4',
      'document/didChange 5',
      'document/didOpen 1',
      'document/didChange 2',
    ]);
  },
);
