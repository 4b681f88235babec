import { lineChannel } from '@acp-stack/rpc';
import { agent } from '@acp-stack/sdk';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { chosenSpan, numbers } from '../text/arbitraries.test-support.ts';
import type { NesEngine } from '../suggestions/nes-engine.ts';
import { toWireRange } from '../text/position-encoding.ts';
import { Text } from '../text/text.ts';
import { lostEvents } from './lost-events.ts';
import { reportWords, type NesReport } from './nes-report.ts';
import { serveNes } from './serve-nes.ts';

const isLong = process.env['ACP_LONG'] === '1';
const timeout = isLong ? 600_000 : 180_000;
const uri = 'file:///garden/rose.ts';
const otherUri = 'file:///garden/lily.ts';
const messageBytes = 4000;
const start = { line: 0, character: 0 };

type Version = 1 | 2;
type Family = 'document' | 'nes';

/** An editor that sends any lines to an agent, and records the text that the engine was asked about. */
async function rawEditor(version: Version, family: Family) {
  const seen: (readonly [version: number, text: string])[] = [];
  const reports: NesReport[] = [];
  const engine: NesEngine = {
    open: () => ({
      suggest: ({ document }) => {
        seen.push([document.version, String(document.text)]);
        return [];
      },
    }),
  };
  const waiting = new Map<number, (result: unknown) => void>();
  let push: (chunk: Uint8Array) => void = () => undefined;
  let finish = (): void => undefined;
  const channel = lineChannel(
    {
      start: (onData, onEnd) => {
        push = onData;
        finish = onEnd;
      },
      pause: () => undefined,
      resume: () => undefined,
    },
    {
      write: (text, onTaken) => {
        for (const line of text.split('\n').filter((each) => each !== '')) {
          const { id, result } = JSON.parse(line) as { readonly id: number; readonly result: unknown };
          waiting.get(id)?.(result);
        }
        onTaken();
      },
      end: () => Promise.resolve(),
      destroy: () => undefined,
    },
    { messageBytes },
  );
  const info = { name: 'test', version: '1' };
  const { closed } = serveNes(agent(info), { engine, onReport: (report) => reports.push(report) }).connect(channel, {
    onReport: () => undefined,
  });
  const write = (line: string): void => {
    push(new TextEncoder().encode(`${line}\n`));
  };
  let asked = 0;
  const request = (method: string, params: object): Promise<unknown> => {
    asked += 1;
    const id = asked;
    return new Promise((resolve) => {
      waiting.set(id, resolve);
      write(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    });
  };
  await request('initialize', {
    protocolVersion: version,
    ...(version === 1 ? { clientCapabilities: {} } : { info, capabilities: {} }),
  });
  const { sessionId } = (await request('nes/start', {})) as { readonly sessionId: string };
  return {
    reports,
    write,
    event: (event: string, params: object) => ({
      jsonrpc: '2.0',
      method: `${family}/${event}`,
      params: { sessionId, ...params },
    }),
    /** The text that the engine is asked about; undefined when it is not asked. */
    textAt: async (name: string, textVersion: number): Promise<string | undefined> => {
      seen.length = 0;
      await request('nes/suggest', {
        sessionId,
        uri: name,
        version: textVersion,
        position: start,
        triggerKind: 'manual',
      });
      return seen[0]?.[1];
    },
    [Symbol.asyncDispose]: async () => {
      finish();
      await closed;
    },
  };
}

type RawEditor = Awaited<ReturnType<typeof rawEditor>>;

interface Invalid {
  /** What becomes of a change that is as it should be. */
  readonly spoil: (change: ReturnType<RawEditor['event']>) => unknown;
  /** Whether it is unknown which document it was about. */
  readonly isAnonymous?: boolean;
}

const withParams = (change: ReturnType<RawEditor['event']>, params: object): unknown => ({
  ...change,
  params: { ...change.params, ...params },
});

/** Changes that do not arrive; each says how. */
const invalid: Readonly<Record<string, Invalid>> = {
  'a range that begins before its line': {
    spoil: (change) =>
      withParams(change, { contentChanges: [{ range: { start: { line: 0, character: -1 }, end: start }, text: 'x' }] }),
  },
  'a change without a text': { spoil: (change) => withParams(change, { contentChanges: [{}] }) },
  'a range that is a word': {
    spoil: (change) => withParams(change, { contentChanges: [{ range: 'all', text: 'x' }] }),
  },
  'no list of changes': { spoil: (change) => withParams(change, { contentChanges: undefined }) },
  'a version that is a word': { spoil: (change) => withParams(change, { version: 'two' }) },
  'a session that is a number': { spoil: (change) => withParams(change, { sessionId: 7 }) },
  'no document': { spoil: (change) => withParams(change, { uri: undefined }), isAnonymous: true },
  'a document that is a number': { spoil: (change) => withParams(change, { uri: 5 }), isAnonymous: true },
  'params that are null': { spoil: (change) => ({ ...change, params: null }), isAnonymous: true },
  'no params': { spoil: (change) => ({ ...change, params: undefined }), isAnonymous: true },
  'no version of JSON-RPC': { spoil: (change) => ({ ...change, jsonrpc: '1.0' }) },
  'a method that is a number': { spoil: (change) => ({ ...change, method: 5 }), isAnonymous: true },
  'an id, as if it were a request': { spoil: (change) => ({ id: 'change', ...change }) },
  'an id that is none': { spoil: (change) => ({ ...change, id: {} }) },
  'more bytes than a message may have': {
    spoil: (change) => withParams(change, { contentChanges: [{ text: 'x'.repeat(messageBytes) }] }),
    isAnonymous: true,
  },
  'half of its bytes': {
    spoil: (change) => JSON.stringify(change).slice(0, -20),
    isAnonymous: true,
  },
};

const lineOf = (message: unknown): string => (typeof message === 'string' ? message : JSON.stringify(message));

const change = (editor: RawEditor, version: number, name = uri) =>
  editor.event('didChange', {
    uri: name,
    version,
    contentChanges: [{ range: { start, end: start }, text: `${version} ` }],
  });

const versions: readonly (readonly [Version, Family])[] = [
  [1, 'document'],
  [1, 'nes'],
  [2, 'document'],
  [2, 'nes'],
];

describe.each(versions)('with a client of version %i and %s/didChange', (version, family) => {
  test('a change that does not arrive as it was meant makes its document stale', async () => {
    await using editor = await rawEditor(version, family);
    for (const [words, { spoil, isAnonymous = false }] of Object.entries(invalid)) {
      const lost = spoil(change(editor, 3));
      editor.reports.length = 0;
      for (const name of [uri, otherUri])
        editor.write(lineOf(editor.event('didOpen', { uri: name, languageId: 'x', version: 1, text: 'one' })));
      editor.write(lineOf(change(editor, 2)));
      editor.write(lineOf(lost));
      // A client that did not count what was lost.
      editor.write(lineOf(change(editor, 3)));
      const texts = [await editor.textAt(uri, 3), await editor.textAt(uri, 2)];
      expect(texts, `a change with ${words}`).toEqual([undefined, undefined]);
      expect(editor.reports.map(reportWords), `a change with ${words}`).toContain(
        `There are no next edit suggestions for ${uri} until it is opened again or sent as a whole: a change could not be read.`,
      );
      if (!isAnonymous) expect(await editor.textAt(otherUri, 1), `a change with ${words}`).toBe('one');
      editor.write(lineOf(editor.event('didChange', { uri, version: 4, contentChanges: [{ text: 'whole' }] })));
      expect(await editor.textAt(uri, 4), `after a change with ${words}`).toBe('whole');
    }
  });

  test('a document that is opened again and not understood is stale', async () => {
    await using editor = await rawEditor(version, family);
    const open = editor.event('didOpen', { uri, languageId: 'x', version: 1, text: 'one' });
    editor.write(lineOf(open));
    editor.write(lineOf(withParams(open, { languageId: 5, text: 'two' })));
    editor.write(lineOf(change(editor, 2)));
    expect(await editor.textAt(uri, 2)).toBeUndefined();
  });

  test('what is lost of other messages leaves the documents as they are', async () => {
    await using editor = await rawEditor(version, family);
    editor.write(lineOf(editor.event('didOpen', { uri, languageId: 'x', version: 1, text: 'one' })));
    editor.write(lineOf({ jsonrpc: '2.0', id: 99, method: 'nes/suggest', params: {} }));
    editor.write(lineOf({ jsonrpc: '2.0', id: 98, method: 'x'.repeat(messageBytes) }));
    editor.write(lineOf({ jsonrpc: '2.0', id: 97, result: 1, error: 2 }));
    editor.write(lineOf(editor.event('didFocus', { uri, version: 'x' })));
    editor.write(lineOf(change(editor, 2)));
    expect(await editor.textAt(uri, 2)).toBe('2 one');
  });

  const step = fc.record({
    fate: fc.oneof(
      { weight: 6, arbitrary: fc.constant('arrives' as const) },
      fc.constantFrom('lost', 'twice', 'late', 'opened', ...Object.keys(invalid)),
    ),
    isWhole: fc.boolean(),
    where: numbers,
    text: fc.constantFrom('', 'a', 'bc\n', '\u{1F600}', 'é\r\n'),
  });

  test('whatever is invalid, lost, doubled or late, no text is wrong', { timeout }, async () => {
    await using editor = await rawEditor(version, family);
    let documents = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.boolean(), async (steps, isCounted) => {
        documents += 1;
        const name = `file:///garden/${documents}.ts`;
        let text = Text.from('one\ntwo\n');
        let now = 1;
        let late: unknown;
        const open = () => editor.event('didOpen', { uri: name, languageId: 'x', version: now, text: String(text) });
        editor.write(lineOf(open()));
        for (const { fate: given, isWhole, where, text: inserted } of steps) {
          // A whole text that comes late cannot be told from a new one where not everything is counted.
          const fate = given === 'late' && !isCounted ? 'arrives' : given;
          const spoil = invalid[fate]?.spoil;
          const span = chosenSpan(text, where);
          const range = toWireRange(text, span, 'utf-16');
          text = text.replace(span, inserted);
          // What is not understood may not be counted either.
          if (spoil === undefined || isCounted) now += 1;
          const contentChanges = [isWhole ? { text: String(text) } : { range, text: inserted }];
          const event = editor.event('didChange', {
            uri: name,
            version: spoil && !isCounted ? now + 1 : now,
            contentChanges,
          });
          if (fate === 'opened') editor.write(lineOf(open()));
          else if (fate === 'late') late = event;
          else if (fate !== 'lost') editor.write(lineOf(spoil === undefined ? event : spoil(event)));
          if (fate === 'twice') editor.write(lineOf(event));
          expect([undefined, String(text)]).toContain(await editor.textAt(name, now));
          if (fate === 'late' || late === undefined) continue;
          editor.write(lineOf(late));
          late = undefined;
          expect([undefined, String(text)]).toContain(await editor.textAt(name, now));
        }
        now += 1;
        editor.write(lineOf(open()));
        expect(await editor.textAt(name, now)).toBe(String(text));
      }),
      { numRuns: isLong ? 2000 : 20 },
    );
  });
});

test('an array of messages is as lost as what is in it', () => {
  const params = { sessionId: 's', uri, version: 1 };
  const event = { jsonrpc: '2.0', method: 'document/didChange', params };
  expect(lostEvents([event, { method: 'session/prompt' }, 5])).toEqual([{ sessionId: 's', uri }, {}]);
});
