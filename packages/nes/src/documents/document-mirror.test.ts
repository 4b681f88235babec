import type { PositionEncodingKind } from '@acp-stack/schema/v2/unstable';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { anySpan, chosenSpan, numbers, texts } from '../text/arbitraries.test-support.ts';
import type { TextPosition } from '../text/text-position.ts';
import { toWireRange } from '../text/position-encoding.ts';
import { Text } from '../text/text.ts';
import { DocumentMirror, type MirrorLimits, type MirrorReport } from './document-mirror.ts';

const uri = 'file:///a.ts';
const range = (line: number, from: number, to = from) => ({
  start: { line, character: from },
  end: { line, character: to },
});

function mirror({
  encoding = 'utf-16',
  limits = {},
}: { encoding?: PositionEncodingKind; limits?: Partial<MirrorLimits> } = {}) {
  const reports: MirrorReport[] = [];
  const documents = new DocumentMirror({ encoding, limits, report: (report) => reports.push(report) });
  return { documents, reports };
}

function opened(text: string, version = 1) {
  const made = mirror();
  made.documents.open({ uri, languageId: 'typescript', version, text });
  return made;
}

describe('a mirrored document', () => {
  test('is what was opened, changed and closed', () => {
    const { documents } = opened('one\ntwo\n');
    documents.change({ uri, version: 2, contentChanges: [{ range: range(0, 0, 3), text: '1' }] });
    expect(documents.get(uri)).toMatchObject({ uri, languageId: 'typescript', version: 2 });
    expect(String(documents.get(uri)?.text)).toBe('1\ntwo\n');
    documents.close({ uri });
    expect(documents.get(uri)).toBeUndefined();
    expect([...documents]).toEqual([]);
  });

  test('takes each change on the result of the one before', () => {
    const { documents } = opened('one\n');
    documents.change({
      uri,
      version: 2,
      contentChanges: [
        { range: range(0, 0), text: 'zero\n' },
        { range: range(1, 0, 3), text: '1' },
      ],
    });
    expect(String(documents.get(uri)?.text)).toBe('zero\n1\n');
  });

  test('takes a whole text, and changes of it', () => {
    const { documents } = opened('one\n');
    const change = documents.change({
      uri,
      version: 9,
      contentChanges: [
        { range: range(99, 0), text: 'lost' },
        { text: 'two\n', range: null },
        { range: range(0, 3), text: '!' },
      ],
    });
    expect(String(documents.get(uri)?.text)).toBe('two!\n');
    expect(change).toMatchObject({ version: 9, replacements: [{ text: 'two' }, { text: '!' }] });
  });

  test.each(['utf-16', 'utf-8', 'utf-32'] as const)('follows every change counted in %s', (encoding) => {
    fc.assert(
      fc.property(texts, fc.array(fc.tuple(numbers, texts), { maxLength: 6 }), (initial, changes) => {
        const { documents, reports } = mirror({ encoding });
        documents.open({ uri, languageId: 'x', version: 0, text: initial });
        let text = Text.from(initial);
        for (const [index, [where, inserted]] of changes.entries()) {
          const span = chosenSpan(text, where);
          const contentChanges = [{ range: toWireRange(text, span, encoding), text: inserted }];
          documents.change({ uri, version: index + 1, contentChanges });
          text = text.replace(span, inserted);
        }
        expect(String(documents.get(uri)?.text)).toBe(String(text));
        expect(reports).toEqual([]);
      }),
    );
  });

  test('takes half a character from an editor that counts code units', () => {
    fc.assert(
      fc.property(texts, fc.array(fc.tuple(numbers, texts), { maxLength: 6 }), (initial, changes) => {
        const { documents, reports } = mirror();
        documents.open({ uri, languageId: 'x', version: 0, text: initial });
        let text = Text.from(initial);
        for (const [index, [where, inserted]] of changes.entries()) {
          const span = anySpan(text, where);
          const at = ({ line, column }: TextPosition) => ({ line, character: column });
          const contentChanges = [{ range: { start: at(span.start), end: at(span.end) }, text: inserted }];
          documents.change({ uri, version: index + 1, contentChanges });
          text = text.replace(span, inserted);
        }
        expect(String(documents.get(uri)?.text)).toBe(String(text));
        expect(reports).toEqual([]);
      }),
    );
  });

  test.each([
    ['begins', range(0, 2, 5)],
    ['ends', range(0, 1, 3)],
  ])('is stale after a change that %s inside the bytes of a character, until it is sent as a whole', (_, inside) => {
    const { documents, reports } = mirror({ encoding: 'utf-8' });
    documents.open({ uri, languageId: 'x', version: 1, text: 'a\u{1F600}b' });
    documents.change({ uri, version: 2, contentChanges: [{ range: inside, text: 'x' }] });
    expect(documents.isStale(uri)).toBe(true);
    expect(reports).toEqual([{ kind: 'stale-document', uri, reason: 'out-of-range' }]);
    documents.change({ uri, version: 3, contentChanges: [{ text: 'ab' }] });
    expect(String(documents.get(uri)?.text)).toBe('ab');
  });

  test('is stale after a change that follows one which never came', () => {
    const { documents, reports } = opened('one\n', 5);
    documents.change({ uri, version: 7, contentChanges: [{ range: range(0, 3), text: '!' }] });
    expect([documents.get(uri), documents.isStale(uri)]).toEqual([undefined, true]);
    expect(reports).toEqual([{ kind: 'stale-document', uri, reason: 'missing-change' }]);
  });

  test('is stale after a change that was lost, and all are if its document is unknown', () => {
    const { documents, reports } = opened('one\n');
    const others = ['file:///b.ts', 'file:///c.ts'];
    for (const other of others) documents.open({ uri: other, languageId: 'x', version: 1, text: '' });
    documents.lose('file:///unknown.ts');
    documents.lose(uri);
    expect([uri, ...others].map((each) => documents.isStale(each))).toEqual([true, false, false]);
    documents.lose();
    expect([...documents]).toEqual([]);
    expect(reports).toEqual(
      [uri, ...others].map((each) => ({ kind: 'stale-document', uri: each, reason: 'unreadable-change' })),
    );
  });

  test.each([
    ['the same', 5],
    ['an older', 4],
  ])('is stale after a change with %s version', (_, version) => {
    const { documents, reports } = opened('one\n', 5);
    documents.change({ uri, version, contentChanges: [{ range: range(0, 0), text: 'x' }] });
    expect([documents.get(uri), documents.isStale(uri)]).toEqual([undefined, true]);
    expect(reports).toEqual([{ kind: 'stale-document', uri, reason: 'out-of-order' }]);
  });

  test.each([
    ['a line that is not there', range(7, 0)],
    ['a range that ends before it begins', { start: { line: 1, character: 0 }, end: { line: 0, character: 0 } }],
  ])('is stale after a change of %s', (_, outside) => {
    const { documents, reports } = opened('one\n');
    documents.change({ uri, version: 2, contentChanges: [{ range: outside, text: 'x' }] });
    expect(documents.isStale(uri)).toBe(true);
    expect(reports).toEqual([{ kind: 'stale-document', uri, reason: 'out-of-range' }]);
  });

  test('stays stale until it is opened again or sent as a whole', () => {
    const { documents, reports } = opened('one\n');
    const spoil = () => documents.change({ uri, version: 1, contentChanges: [{ range: range(0, 0), text: 'x' }] });
    spoil();
    documents.change({ uri, version: 3, contentChanges: [{ range: range(0, 0), text: 'x' }] });
    expect(documents.get(uri)).toBeUndefined();
    documents.change({ uri, version: 4, contentChanges: [{ text: 'whole\n' }] });
    expect(documents.get(uri)).toMatchObject({ languageId: 'typescript', version: 4 });
    spoil();
    documents.open({ uri, languageId: 'rust', version: 1, text: 'again' });
    expect(documents.get(uri)).toMatchObject({ languageId: 'rust', version: 1 });
    expect(reports).toHaveLength(2);
  });

  test('may be known only by its whole text', () => {
    const { documents } = mirror();
    documents.change({ uri, version: 1, contentChanges: [{ text: 'whole' }] });
    expect(documents.get(uri)).toMatchObject({ languageId: '', version: 1 });
  });

  test('knows where the cursor was, as long as that is about this version', () => {
    const { documents } = opened('one\ntwo\n');
    const visibleRange = { start: { line: 0, character: 0 }, end: { line: 45, character: 0 } };
    documents.focus({ uri, version: 7, position: { line: 1, character: 2 }, visibleRange });
    expect(documents.get(uri)?.focus).toBeUndefined();
    documents.focus({ uri, version: 1, position: { line: 1, character: 2 }, visibleRange });
    expect(documents.get(uri)?.focus).toEqual({
      position: { line: 1, column: 2 },
      visible: { start: { line: 0, column: 0 }, end: { line: 2, column: 0 } },
    });
  });

  test('that was never opened is reported and ignored', () => {
    const { documents, reports } = mirror();
    documents.change({ uri, version: 2, contentChanges: [{ range: range(0, 0), text: 'x' }] });
    documents.save({ uri });
    documents.close({ uri });
    documents.focus({ uri, version: 1, position: { line: 0, character: 0 }, visibleRange: range(0, 0) });
    expect(reports.map((report) => 'event' in report && report.event)).toEqual([
      'didChange',
      'didSave',
      'didClose',
      'didFocus',
    ]);
  });
});

describe('the limits of a mirror', () => {
  test('forget the documents that were not used for longest', () => {
    const { documents, reports } = mirror({ limits: { documents: 2 } });
    for (const name of ['a', 'b', 'c']) documents.open({ uri: name, languageId: 'x', version: 1, text: name });
    expect([...documents].map((each) => each.uri)).toEqual(['c', 'b']);
    expect(reports).toEqual([{ kind: 'stale-document', uri: 'a', reason: 'too-many' }]);
  });

  test('hold for all texts together', () => {
    const { documents } = mirror({ limits: { length: 10 } });
    documents.open({ uri: 'a', languageId: 'x', version: 1, text: '123456' });
    documents.open({ uri: 'b', languageId: 'x', version: 1, text: '123456' });
    expect([...documents].map((each) => each.uri)).toEqual(['b']);
  });

  test('keep a document out that is too large alone', () => {
    const { documents, reports } = mirror({ limits: { length: 10 } });
    documents.open({ uri, languageId: 'x', version: 1, text: '12345678901' });
    expect(documents.isStale(uri)).toBe(true);
    expect(reports).toEqual([{ kind: 'stale-document', uri, reason: 'too-large' }]);
  });
});
