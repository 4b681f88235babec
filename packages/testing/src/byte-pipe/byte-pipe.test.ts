import { lineChannel } from '@acp-stack/rpc';
import { describe, expect, test } from 'vitest';

import { settled } from '../clock/virtual-clock.ts';
import { bytePipe, type PipeEnd, type PipeOptions } from './byte-pipe.ts';

/** What comes out of `end`, as text, chunk by chunk. */
function reading(end: PipeEnd): { chunks: string[]; ends: (Error | undefined)[] } {
  const result = { chunks: [] as string[], ends: [] as (Error | undefined)[] };
  const decoder = new TextDecoder();
  end.source.start(
    (chunk) => void result.chunks.push(decoder.decode(chunk)),
    (error) => void result.ends.push(error),
  );
  return result;
}

/** What a line channel makes of it. */
function lines(options: PipeOptions): {
  left: PipeEnd;
  right: PipeEnd;
  messages: unknown[];
  problems: string[];
  ends: unknown[];
} {
  const [left, right] = bytePipe(options);
  const result = { left, right, messages: [] as unknown[], problems: [] as string[], ends: [] as unknown[] };
  lineChannel(right.source, right.sink).open({
    receive: (message) => void result.messages.push(message),
    reject: ({ kind }) => void result.problems.push(kind),
    ended: (error) => void result.ends.push(error),
  });
  return result;
}

const write = (end: PipeEnd, text: string): { readonly taken: unknown[] } => {
  const taken: unknown[] = [];
  end.sink.write(text, (error) => void taken.push(error));
  return { taken };
};

describe('bytePipe', () => {
  test('delivers whole writes, in order, after the step that wrote them', async () => {
    const [left, right] = bytePipe();
    const read = reading(right);
    const first = write(left, 'one');
    write(left, 'two');
    expect(read.chunks).toEqual([]);
    await settled();
    expect(read.chunks).toEqual(['one', 'two']);
    expect(first.taken).toEqual([undefined]);
  });

  test('cuts writes into chunks of the given sizes, in turn', async () => {
    const [left, right] = bytePipe({ chunkSizes: [1, 3] });
    const read = reading(right);
    write(left, 'abcdefg');
    await settled();
    expect(read.chunks).toEqual(['a', 'bcd', 'e', 'fg']);
  });

  test('joins what waits into one chunk', async () => {
    const [left, right] = bytePipe({ coalesce: true });
    const read = reading(right);
    const taken = [write(left, 'one '), write(left, 'two '), write(left, 'three')];
    await settled();
    expect(read.chunks).toEqual(['one two three']);
    expect(taken.map((each) => each.taken)).toEqual([[undefined], [undefined], [undefined]]);
  });

  test('has faults of its own in each direction', async () => {
    const [left, right] = bytePipe({ chunkSizes: [1] }, {});
    const atLeft = reading(left);
    const atRight = reading(right);
    write(left, 'ab');
    write(right, 'ab');
    await settled();
    expect(atRight.chunks).toEqual(['a', 'b']);
    expect(atLeft.chunks).toEqual(['ab']);
  });

  test('inserts extra lines', async () => {
    const { left, messages, problems } = lines({
      garbage: [
        { beforeLine: 1, content: 'Debugger listening on ws://…' },
        { beforeLine: 3, content: Uint8Array.of(0xff, 0xfe) },
      ],
    });
    write(left, '1\n2');
    write(left, '2\n3\n');
    await settled();
    expect(messages).toEqual([1, 22, 3]);
    expect(problems).toEqual(['unparsable', 'unparsable']);
  });

  test('cuts the stream in the middle of a line', async () => {
    const { left, messages, problems, ends } = lines({ cutAfterBytes: 12 });
    const written = write(left, '{"n":1}\n{"n":2}\n');
    await settled();
    expect(messages).toEqual([{ n: 1 }]);
    expect(problems).toEqual(['unparsable']);
    expect(ends).toEqual([undefined]);
    expect(written.taken).toEqual([undefined]);
  });

  test('stalls until it is released, and loses nothing', async () => {
    const { left, right, messages } = lines({ stallAfterBytes: 3 });
    const written = write(left, '11\n22\n');
    await settled();
    expect(messages).toEqual([11]);
    expect(written.taken).toEqual([]);
    right.release();
    await settled();
    expect(messages).toEqual([11, 22]);
    expect(written.taken).toEqual([undefined]);
  });

  test('tells a writer whose reader is gone', async () => {
    const [left, right] = bytePipe();
    reading(right);
    right.sink.destroy();
    const written = write(left, 'late');
    await settled();
    expect(written.taken).toEqual([expect.any(Error)]);
  });
});
