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
    const size = 300_000;
    const receiver: Receiver = { receive: () => undefined, reject: () => undefined, ended: () => undefined };
    const limits = { messageBytes: 1_000_000, depth: 100, noiseLines: 1000 };
    const memory = await memoryOf(() => {
      const decoder = new LineDecoder(limits, receiver, { notTheProtocol: () => undefined });
      // Each byte has a buffer of its own, as if a pipe delivered it.
      for (let n = 0; n < size; n += 1) decoder.push(Buffer.allocUnsafeSlow(1).fill(97));
      return decoder;
    });
    expect(memory).toBeLessThan(4 * size);
  });
});
