import { describe, expect, test } from 'vitest';

import { SendQueue, type Sender } from './send-queue.ts';
import { SocketResumption } from './socket-resumption.ts';

interface Stand {
  readonly resumption: SocketResumption;
  readonly outgoing: SendQueue;
  readonly sent: string[];
  readonly sender: Sender;
}

function stand(): Stand {
  const outgoing = new SendQueue(1000);
  const resumption = new SocketResumption({ token: 'secret' }, outgoing);
  const sent: string[] = [];
  return { resumption, outgoing, sent, sender: { send: (text) => void sent.push(text) } };
}

const asked = (sent: readonly string[]): object => JSON.parse(sent.at(-1) ?? '') as object;
const answer = (fields: object): string => JSON.stringify({ jsonrpc: '2.0', id: 'acp-stack.dev/resume', ...fields });
const note = (method: string, params: object = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', method: `_acp-stack.dev/${method}`, params });

describe('the resumption of sockets', () => {
  test('tells the token and how many messages arrived, those of the extension left out', () => {
    const { resumption, sent, sender } = stand();
    expect(resumption.take('{"method":"one"}', sender)).toBe('message');
    expect(resumption.take(note('received', { count: 0 }), sender)).toBe('acknowledgement');
    expect(resumption.take(note('ended'), sender)).toBe('end');
    expect(resumption.take(note('other'), sender)).toBe('message');
    resumption.ask(sender);
    expect(asked(sent)).toMatchObject({ method: '_acp-stack.dev/resume', params: { token: 'secret', received: 2 } });
  });

  test('sends again what the server has not received', () => {
    const { resumption, outgoing, sent, sender } = stand();
    for (const text of ['a', 'b', 'c']) outgoing.add(text);
    outgoing.flush({ send: () => undefined });
    expect(resumption.answered(answer({ result: { received: 1 } }), sender)).toBe('resumed');
    expect(sent).toEqual(['b', 'c']);
    expect(outgoing.keptBytes).toBe(2);
  });

  test.each([
    { error: { code: -32_002, message: 'gone', data: { reason: 'history_lost' } } },
    { result: { received: 9 } },
    { result: { received: 'all' } },
    { result: null },
  ])('has lost history when the server answers %j', (fields) => {
    const { resumption, sender } = stand();
    expect(resumption.answered(answer(fields), sender)).toBe('history-lost');
  });

  test('leaves other messages alone while it waits for the answer', () => {
    const { resumption, sender } = stand();
    expect(resumption.answered('{"jsonrpc":"2.0","id":1,"result":{}}', sender)).toBeUndefined();
    expect(resumption.answered('not JSON', sender)).toBeUndefined();
  });

  test('acknowledges every hundred messages, and every 64 KiB', () => {
    const { resumption, sent, sender } = stand();
    for (let n = 0; n < 100; n += 1) resumption.take('{}', sender);
    resumption.take('x'.repeat(70_000), sender);
    expect(sent).toEqual([note('received', { count: 100 }), note('received', { count: 101 })]);
  });

  test('forgets what the server has received', () => {
    const { resumption, outgoing, sender } = stand();
    outgoing.add('abc');
    outgoing.flush({ send: () => undefined });
    resumption.take(note('received', { count: 1 }), sender);
    expect(outgoing.keptBytes).toBe(0);
  });

  test('is over when both sides have ended, and tells its end again on another socket', () => {
    const { resumption, sent, sender } = stand();
    resumption.repeatEnd(sender);
    expect(sent).toEqual([]);
    resumption.tellEnd(sender);
    expect(resumption.isOver).toBe(false);
    resumption.repeatEnd(sender);
    expect(sent).toEqual([note('ended'), note('ended')]);
    resumption.take(note('ended'), sender);
    expect(resumption.isOver).toBe(true);
  });
});
