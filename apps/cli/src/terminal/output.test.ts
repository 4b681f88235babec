import { Writable } from 'node:stream';

import { describe, expect, test } from 'vitest';

import { UsageError } from '../errors/usage-error.ts';
import { captureTerminal } from './captured-terminal.ts';
import { Output, OutputClosedError } from './output.ts';

describe('Output', () => {
  test('waits until the stream has taken the text', async () => {
    const taken: string[] = [];
    const stream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        setImmediate(() => {
          taken.push(chunk.toString());
          done();
        });
      },
    });
    await new Output(stream).write('hello');
    expect(taken).toEqual(['hello']);
  });

  test('rejects with OutputClosedError when the reader is gone, now and later', async () => {
    const output = new Output(failing('EPIPE'));
    await expect(output.write('a')).rejects.toThrow(OutputClosedError);
    await expect(output.write('b')).rejects.toThrow(OutputClosedError);
  });

  test('ignores a closed reader when it tries to write', async () => {
    await expect(new Output(failing('EPIPE')).tryWrite('a')).resolves.toBeUndefined();
  });

  test('explains another failure to the user', async () => {
    await expect(new Output(failing('ENOSPC')).write('a')).rejects.toThrow(UsageError);
  });
});

function failing(code: string): Writable {
  return new Writable({
    write(_chunk, _encoding, done) {
      done(Object.assign(new Error(`${code}: it failed`), { code }));
    },
  });
}

test('JSON on a terminal has escapes for characters that would control it, and elsewhere stays as it is', async () => {
  const json = JSON.stringify({ text: '\u009b2J\u202ea' });
  const [shown, piped] = [captureTerminal({ isTerminal: true }), captureTerminal()];
  await shown.stdout.writeJson(json);
  await piped.stdout.writeJson(json);
  expect(shown.out()).toBe(String.raw`{"text":"\u009b2J\u202ea"}` + '\n');
  expect(piped.out()).toBe(`${json}\n`);
});
