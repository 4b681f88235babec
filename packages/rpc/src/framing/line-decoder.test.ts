import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { memoryOf } from '../../../../test/support/used-memory.ts';
import type { ChannelProblem } from '../channel/channel-problem.ts';
import type { Receiver } from '../channel/channel.ts';
import { LineDecoder } from './line-decoder.ts';

interface Decoded {
  readonly messages: unknown[];
  readonly texts: string[];
  readonly problems: ChannelProblem['kind'][];
}

function decode(chunks: readonly Uint8Array[], limits: { messageBytes?: number; depth?: number } = {}): Decoded {
  const decoded: Decoded = { messages: [], texts: [], problems: [] };
  const receiver: Receiver = {
    receive: (message, text) => {
      decoded.messages.push(message);
      decoded.texts.push(text ?? '');
    },
    reject: ({ kind }) => {
      decoded.problems.push(kind);
    },
    ended: () => undefined,
  };
  const all = { messageBytes: 1_000_000, depth: 100, noiseLines: 1000, ...limits };
  const decoder = new LineDecoder(all, receiver, { notTheProtocol: () => undefined });
  for (const chunk of chunks) decoder.push(chunk);
  decoder.finish();
  return decoded;
}

/** Everything that a channel hears of `chunks`. */
function verdictOf(
  chunks: readonly Uint8Array[],
  { messageBytes, isRelay = false }: { readonly messageBytes: number; readonly isRelay?: boolean },
): { readonly heard: readonly unknown[]; readonly ends: readonly string[] } {
  const heard: unknown[] = [];
  const ends: string[] = [];
  const receiver: Receiver = {
    receive: (message) => heard.push(message),
    ...(isRelay ? { receiveUnparsed: ({ text }) => heard.push(JSON.parse(text)) } : {}),
    reject: (problem) => heard.push(problem),
    ended: () => undefined,
  };
  const owner = { notTheProtocol: (reason: string) => ends.push(reason) };
  const decoder = new LineDecoder({ messageBytes, depth: 100, noiseLines: 1000 }, receiver, owner);
  for (const chunk of chunks) decoder.push(chunk);
  decoder.finish();
  return { heard, ends };
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Cuts bytes into pieces of the given sizes. */
function cut(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let offset = 0, round = 0; offset < bytes.length; round += 1) {
    const size = sizes[round % sizes.length] ?? 1;
    pieces.push(bytes.slice(offset, offset + size));
    offset += size;
  }
  return pieces;
}

const jsonLine = fc.jsonValue().map((value) => JSON.stringify(value));
const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 });

describe('LineDecoder', () => {
  test('gives the same messages however the bytes are cut', () => {
    fc.assert(
      fc.property(fc.array(jsonLine, { maxLength: 12 }), sizes, fc.boolean(), (lines, pieces, isTerminated) => {
        const bytes = encode(lines.join('\n') + (isTerminated ? '\n' : ''));
        const decoded = decode(cut(bytes, pieces));
        expect(decoded.texts).toEqual(lines);
        expect(decoded.messages).toEqual(lines.map((line) => JSON.parse(line) as unknown));
        expect(decoded.problems).toEqual([]);
      }),
    );
  });

  test('loses only the line that cannot be read', () => {
    const bad = fc.constantFrom<Uint8Array>(encode('{nope'), new Uint8Array([0x22, 0xff, 0x22]), encode('[1,]'));
    fc.assert(
      fc.property(fc.array(fc.oneof(jsonLine.map(encode), bad), { maxLength: 10 }), sizes, (lines, pieces) => {
        const bytes = new Uint8Array(lines.flatMap((line) => [...line, 10]));
        const decoded = decode(cut(bytes, pieces));
        expect(decoded.messages.length + decoded.problems.length).toBe(lines.length);
      }),
    );
  });

  test('skips blank lines and takes carriage returns for white space', () => {
    expect(decode([encode('\n\r\n  \n{"a":1}\r\n\n')])).toEqual({
      messages: [{ a: 1 }],
      texts: ['{"a":1}\r'],
      problems: [],
    });
  });

  test('reports a line over the limit once and goes on behind it', () => {
    fc.assert(
      fc.property(sizes, fc.integer({ min: 33, max: 400 }), (pieces, length) => {
        const bytes = encode(`"${'x'.repeat(length)}"\n{"after":true}\n`);
        expect(decode(cut(bytes, pieces), { messageBytes: 32 })).toMatchObject({
          messages: [{ after: true }],
          problems: ['too-large'],
        });
      }),
    );
  });

  describe('counts a line in bytes, however they are cut', () => {
    const lines = {
      ASCII: encode('{"jsonrpc":"2.0","id":1,"method":"a","params":{"t":"plain"}}'),
      'two bytes for a character': encode('{"jsonrpc":"2.0","id":2,"method":"a","params":{"t":"grün"}}'),
      'three bytes for a character': encode('{"jsonrpc":"2.0","id":3,"result":"日本語"}'),
      'four bytes for two UTF-16 code units': encode('{"jsonrpc":"2.0","id":4,"result":"😀😀"}'),
      'a carriage return': encode('{"jsonrpc":"2.0","id":5,"result":"ü"}\r'),
      'byte order marks': encode('\u{FEFF}\u{FEFF}{"jsonrpc":"2.0","id":6,"result":"ü"}'),
      'not UTF-8': new Uint8Array([...encode('{"jsonrpc":"2.0","id":7,"result":"'), 0xff, 0xc3, 0x22, 0x7d]),
      'white space': encode(' '.repeat(40)),
    };
    const after = encode('"ü"');

    describe.each(Object.entries(lines))('%s', (_, line) => {
      const bytes = new Uint8Array([...line, 10, ...after, 10]);
      /** Whole, in pieces of every size, and cut in two at every place. */
      const cuts = [
        [bytes],
        ...Array.from(bytes, (_byte, index) => cut(bytes, [index + 1])),
        ...Array.from(bytes, (_byte, index) => [bytes.slice(0, index), bytes.slice(index)]),
      ];

      test.each([false, true])('the verdict is the same at the limit and around it (relay: %s)', (isRelay) => {
        for (const messageBytes of [line.length - 1, line.length, line.length + 1]) {
          const isLong = line.length > messageBytes;
          const verdicts = new Set(cuts.map((chunks) => JSON.stringify(verdictOf(chunks, { messageBytes, isRelay }))));
          expect([...verdicts]).toHaveLength(1);
          expect([...verdicts].join('').includes('too-large')).toBe(isLong);
        }
      });

      test('a line that is many times too long ends the channel', () => {
        for (const chunks of cuts) expect(verdictOf(chunks, { messageBytes: 2 }).ends).toEqual(['a line did not end']);
      });
    });
  });

  test('reports a message that is nested too deep', () => {
    const nested = `${'['.repeat(50)}${']'.repeat(50)}`;
    expect(decode([encode(`${nested}\n1\n`)], { depth: 10 })).toMatchObject({ messages: [1], problems: ['too-deep'] });
    expect(decode([encode(`${nested}\n`)], { depth: 50 }).problems).toEqual([]);
  });

  test('reads one very long line in small pieces', () => {
    // If every piece were added to a copy of what came before, this would copy 880 gigabytes.
    const text = 'x'.repeat(60_000_000);
    const { messages } = decode(cut(encode(JSON.stringify(text)), [2048]), { messageBytes: 100_000_000 });
    expect(messages).toHaveLength(1);
    expect(messages[0] === text).toBe(true);
  });

  test('costs about its size while a line comes byte by byte', async () => {
    const size = 100_000;
    const receiver: Receiver = { receive: () => undefined, reject: () => undefined, ended: () => undefined };
    const limits = { messageBytes: 1_000_000, depth: 100, noiseLines: 1000 };
    const memory = await memoryOf(() => {
      const decoder = new LineDecoder(limits, receiver, { notTheProtocol: () => undefined });
      // Each byte has a buffer of its own, as if a pipe delivered it.
      for (let n = 0; n < size; n += 1) decoder.push(Buffer.allocUnsafeSlow(1).fill(97));
      return decoder;
    }, 4 * size);
    expect(memory).toBeLessThan(4 * size);
  });
});

describe('a receiver of messages that are not parsed', () => {
  const message = fc.record({
    jsonrpc: fc.constantFrom('2.0', '1.0'),
    id: fc.constantFrom(1, 'x'),
    method: fc.string(),
    params: fc.oneof(fc.constant({}), fc.array(fc.jsonValue({ stringUnit: 'binary' }))),
  });
  const anyLine = fc.oneof(
    jsonLine,
    message.map((value) => JSON.stringify(value)),
    message.map((value) => `${JSON.stringify(value)}\r`),
    message.map((value) => JSON.stringify(value).slice(1)),
    fc.constantFrom('', ' ', '\uFEFF{"jsonrpc":"2.0","method":"_a","params":{}}', '[1', `[${'['.repeat(200)}`),
    fc.constant(`{"jsonrpc":"2.0","method":"_a","params":${'['.repeat(150)}${']'.repeat(150)}}`),
  );
  const badBytes = new Uint8Array([0xff, 0x0a]);

  /** Everything that a receiver is told, as text and in order. */
  function told(chunks: readonly Uint8Array[], isRelay: boolean, limits: object = {}): readonly string[] {
    const log: string[] = [];
    const receiver: Receiver = {
      receive: (given) => void log.push(`message ${JSON.stringify(given)}`),
      reject: ({ kind }) => void log.push(kind),
      ended: () => undefined,
      ...(isRelay
        ? { receiveUnparsed: ({ text }) => void log.push(`message ${JSON.stringify(JSON.parse(text))}`) }
        : {}),
    };
    const all = { messageBytes: 100_000, depth: 100, noiseLines: 3, ...limits };
    const decoder = new LineDecoder(all, receiver, { notTheProtocol: (reason) => void log.push(reason) });
    for (const chunk of chunks) decoder.push(chunk);
    decoder.finish();
    return log;
  }

  test('is told the same messages and problems as any other, in the same order', () => {
    fc.assert(
      fc.property(fc.array(anyLine), sizes, fc.boolean(), (lines, pieces, isBad) => {
        const bytes = encode(lines.map((each) => `${each.replaceAll('\n', ' ')}\n`).join(''));
        const chunks = cut(isBad ? new Uint8Array([...bytes, ...badBytes, ...bytes]) : bytes, pieces);
        expect(told(chunks, true)).toEqual(told(chunks, false));
      }),
      { numRuns: 300 },
    );
  });

  test('is held to the same limit of bytes', () => {
    const lines = [50, 100, 10].map((size) => `{"jsonrpc":"2.0","method":"_a","params":["${'é'.repeat(size)}"]}`);
    const chunk = encode(`${lines.join('\n')}\n`);
    for (const messageBytes of [60, 100, 130, 150]) {
      const limits = { messageBytes };
      expect(told([chunk], true, limits)).toEqual(told([chunk], false, limits));
    }
  });

  test('gets no more of them once messages go to another receiver', () => {
    const seen: unknown[] = [];
    const text = '{"jsonrpc":"2.0","method":"_a","params":{}}';
    const receiver: Receiver = {
      receive: () => undefined,
      receiveUnparsed: ({ method }) => {
        seen.push(method);
        decoder.redirect({ receive: (given) => void seen.push(given) });
      },
      reject: () => undefined,
      ended: () => undefined,
    };
    const limits = { messageBytes: 1000, depth: 100, noiseLines: 1000 };
    const decoder = new LineDecoder(limits, receiver, { notTheProtocol: () => undefined });
    decoder.push(encode(`${text}\n${text}\n`));
    decoder.push(encode(`${text}\n`));
    expect(seen).toEqual(['_a', JSON.parse(text), JSON.parse(text)]);
  });
});
