import { describe, expect, test } from 'vitest';

import { SendQueue } from './send-queue.ts';
import { SocketResumption } from './socket-resumption.ts';

interface Fixture {
  readonly resumption: SocketResumption;
  readonly sendQueue: SendQueue;
  readonly sent: string[];
  readonly sender: { readonly send: (text: string) => void; unsentBytes: number };
}

function setUp(): Fixture {
  const sendQueue = new SendQueue(1000);
  const resumption = new SocketResumption({ token: 'secret' }, sendQueue);
  const sent: string[] = [];
  return { resumption, sendQueue, sent, sender: { send: (text) => void sent.push(text), unsentBytes: 0 } };
}

const asked = (sent: readonly string[]): object => JSON.parse(sent.at(-1) ?? '') as object;
const answer = (fields: object): string => JSON.stringify({ jsonrpc: '2.0', id: 'acp-stack.dev/resume', ...fields });
const note = (method: string, params: object = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', method: `_acp-stack.dev/${method}`, params });

describe('the resumption of sockets', () => {
  test('tells the token and how many messages arrived, those of the extension left out', () => {
    const { resumption, sent, sender } = setUp();
    expect(resumption.take('{"method":"one"}', sender)).toBe('message');
    expect(resumption.take(note('received', { count: 0 }), sender)).toBe('acknowledgement');
    expect(resumption.take(note('ended'), sender)).toBe('end');
    expect(resumption.take(note('other'), sender)).toBe('message');
    resumption.ask(sender);
    expect(asked(sent)).toMatchObject({ method: '_acp-stack.dev/resume', params: { token: 'secret', received: 2 } });
  });

  test('sends again what the server has not received', () => {
    const { resumption, sendQueue, sent, sender } = setUp();
    for (const text of ['a', 'b', 'c']) sendQueue.add(text);
    sendQueue.flush({ send: () => undefined });
    expect(resumption.answered(answer({ result: { received: 1 } }), sender)).toBe('resumed');
    expect(sent).toEqual(['b', 'c']);
    expect(sendQueue.keptBytes).toBe(2);
  });

  test.each([
    { error: { code: -32_002, message: 'gone', data: { reason: 'history_lost' } } },
    { result: { received: 9 } },
    { result: { received: 'all' } },
    { result: null },
  ])('has lost history when the server answers %j', (fields) => {
    const { resumption, sender } = setUp();
    expect(resumption.answered(answer(fields), sender)).toBe('history-lost');
  });

  test('leaves other messages alone while it waits for the answer', () => {
    const { resumption, sender } = setUp();
    expect(resumption.answered('{"jsonrpc":"2.0","id":1,"result":{}}', sender)).toBeUndefined();
    expect(resumption.answered('not JSON', sender)).toBeUndefined();
  });

  test('acknowledges every hundred messages, and every 64 KiB', () => {
    const { resumption, sent, sender } = setUp();
    for (let n = 0; n < 100; n += 1) resumption.take('{}', sender);
    resumption.take('x'.repeat(70_000), sender);
    expect(sent).toEqual([note('received', { count: 100 }), note('received', { count: 101 })]);
  });

  test('forgets what the server has received', () => {
    const { resumption, sendQueue, sender } = setUp();
    sendQueue.add('abc');
    sendQueue.flush({ send: () => undefined });
    resumption.take(note('received', { count: 1 }), sender);
    expect(sendQueue.keptBytes).toBe(0);
  });

  test('is over when both sides have ended, and tells its end again on another socket', () => {
    const { resumption, sent, sender } = setUp();
    resumption.repeatEnd(sender);
    expect(sent).toEqual([]);
    resumption.sendEnd(sender);
    expect(resumption.isOver).toBe(false);
    resumption.repeatEnd(sender);
    expect(sent).toEqual([note('ended'), note('ended')]);
    resumption.take(note('ended'), sender);
    expect(resumption.isOver).toBe(true);
  });

  test('acknowledges after a hundred messages; while too much waits for the server, once for all of them', () => {
    const { resumption, sent, sender } = setUp();
    const take = (count: number): void => {
      for (let n = 0; n < count; n += 1) resumption.take('{"method":"one"}', sender);
    };
    take(100);
    expect(sent.splice(0)).toEqual([note('received', { count: 100 })]);
    sender.unsentBytes = 2_000_000;
    take(100_000);
    expect(sent).toEqual([]);
    sender.unsentBytes = 0;
    resumption.acknowledge(sender);
    resumption.acknowledge(sender);
    expect(sent).toEqual([note('received', { count: 100_100 })]);
  });
});
