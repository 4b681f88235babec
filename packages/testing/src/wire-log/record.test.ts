import { lineChannel, memoryPair, Peer } from '@acp-stack/rpc';
import { describe, expect, test } from 'vitest';

import { bytePipe } from '../byte-pipe/byte-pipe.ts';
import { settled, VirtualClock } from '../clock/virtual-clock.ts';
import { expectTranscript, goldenText } from './golden.ts';
import { record } from './record.ts';
import { Transcript, type TranscriptEntry } from './transcript.ts';

const at = (monotonic: number, wall: number): Pick<TranscriptEntry, 'monotonic' | 'wall'> => ({ monotonic, wall });

const mixed = (): Transcript => {
  const made = new Transcript({ limit: 3 });
  made.add({ direction: 'out', ...at(1.5, 10), message: { jsonrpc: '2.0', method: 'ü\n', params: [null, 1.5] } });
  made.add({ direction: 'in', ...at(2, 11), problem: 'The message is not JSON.' });
  made.add({ direction: 'in', ...at(3, 12), end: 'The pipe broke.' });
  made.add({ direction: 'in', ...at(3, 12), end: true });
  return made;
};

/** Makes a transcript of `> ` and `< ` messages. */
const spoken = (...messages: readonly (readonly ['>' | '<', object])[]): Transcript => {
  const made = new Transcript();
  for (const [arrow, message] of messages) {
    made.add({ direction: arrow === '>' ? 'out' : 'in', ...at(0, 0), message: { jsonrpc: '2.0', ...message } });
  }
  return made;
};

const talk = (id: string | number, session: string): Transcript =>
  spoken(
    ['>', { id, method: 'session/new', params: { cwd: '/w' } }],
    ['<', { id, result: { sessionId: session } }],
    ['<', { id, method: 'session/request_permission', params: { sessionId: session } }],
    ['>', { id, result: { outcome: 'cancelled' } }],
    ['>', { method: 'session/cancel', params: { sessionId: session } }],
  );

const answeredInOrder = (first: number, second: number): Transcript =>
  spoken(
    ['>', { id: 1, method: 'a' }],
    ['>', { id: 2, method: 'b' }],
    ['<', { id: first, result: {} }],
    ['<', { id: second, result: {} }],
  );

const long = (last: string): Transcript =>
  spoken(...Array.from({ length: 2500 }, (_, n) => ['>', { method: n === 2499 ? last : 'm' }] as const));

describe('record', () => {
  test('notes both directions with both times, and changes nothing', async () => {
    const [left, right] = memoryPair();
    const clock = new VirtualClock();
    const { channel, transcript } = record(left, { clock, wall: () => 1000 + clock.now() });
    const caller = new Peer(channel, { handlers: () => undefined });
    const answerer = new Peer(right, { handlers: () => ({ kind: 'request', run: (params: never) => params }) });
    expect(await caller.request('echo', { n: 1 })).toEqual({ n: 1 });
    await clock.advance(5);
    await caller.notify('bye');
    await caller.close();
    expect(transcript.entries).toEqual([
      { direction: 'out', ...at(0, 1000), message: { jsonrpc: '2.0', id: 0, method: 'echo', params: { n: 1 } } },
      { direction: 'in', ...at(0, 1000), message: { jsonrpc: '2.0', id: 0, result: { n: 1 } } },
      { direction: 'out', ...at(5, 1005), message: { jsonrpc: '2.0', method: 'bye' } },
      { direction: 'out', ...at(5, 1005), end: true },
      { direction: 'in', ...at(5, 1005), end: true },
    ]);
    await answerer.closed;
  });

  test('notes what crossed, even when it is changed afterwards', async () => {
    const [left, right] = memoryPair();
    const { channel, transcript } = record(left);
    channel.open({ receive: () => undefined, reject: () => undefined, ended: () => undefined });
    right.open({ receive: () => undefined, reject: () => undefined, ended: () => undefined });
    const message = { jsonrpc: '2.0', method: 'm', params: { n: 1 } };
    channel.send(message);
    message.params.n = 2;
    await settled();
    expect(transcript.messages('out')).toEqual([{ jsonrpc: '2.0', method: 'm', params: { n: 1 } }]);
  });

  test('notes unreadable input, and no message that could not be sent', async () => {
    const [left, right] = bytePipe();
    const { channel, transcript } = record(lineChannel(left.source, left.sink));
    const peer = new Peer(channel, { handlers: () => undefined });
    right.sink.write('garbage\n', () => undefined);
    await settled();
    await expect(peer.notify('m', { n: 1n })).rejects.toThrow(/JSON/);
    expect(transcript.entries).toMatchObject([
      { direction: 'in', problem: 'The message is not JSON.' },
      { direction: 'out', message: { id: null, error: { code: -32_700 } } },
    ]);
    peer.destroy();
  });

  test('notes the same through the tap of a peer as at its channel', async () => {
    const [left, right] = memoryPair();
    const clock = new VirtualClock();
    const times = { clock, wall: () => 1000 + clock.now() };
    const wire = record(left, times);
    const caller = new Peer(wire.channel, { handlers: () => undefined, clock });
    const tapped = record(caller, times);
    const answerer = new Peer(right, { handlers: () => ({ kind: 'request', run: (params: never) => params }) });
    const params = { n: 1 };
    expect(await caller.request('echo', params)).toEqual({ n: 1 });
    params.n = 2;
    await clock.advance(5);
    await caller.notify('bye');
    const messages = [...wire.transcript];
    expect(messages).toHaveLength(3);
    expect(tapped.transcript.entries).toEqual(messages);
    await caller.close();
    // A channel has two ends, a connection one.
    expect(tapped.transcript.entries.at(-1)).toEqual({ direction: 'out', ...at(5, 1005), end: true });
    expect(expectTranscript(tapped.transcript, goldenText(wire.transcript))).toEqual(['missing: in end']);
    await answerer.closed;
  });

  test('notes through a tap why a connection failed, and nothing after it was disposed', async () => {
    const [left, right] = memoryPair();
    const peer = new Peer(left, { handlers: () => undefined });
    const [kept, ended] = [record(peer), record(peer, { limit: 1 })];
    await peer.notify('one');
    ended[Symbol.dispose]();
    await peer.notify('two');
    right.destroy(new Error('The process exited.'));
    await peer.closed;
    await settled();
    expect(kept.transcript.entries).toMatchObject([
      { direction: 'out', message: { method: 'one' } },
      { direction: 'out', message: { method: 'two' } },
      { direction: 'in', end: 'The process exited.' },
    ]);
    expect(ended.transcript.entries).toMatchObject([{ message: { method: 'one' } }]);
    expect(ended.transcript.missing).toBe(0);
  });

  test('keeps no more than its limit, and says so', () => {
    const [left] = memoryPair();
    const { channel, transcript } = record(left, { limit: 2 });
    for (let n = 0; n < 5; n += 1) channel.send({ jsonrpc: '2.0', method: 'm' });
    expect(transcript.entries).toHaveLength(2);
    expect(transcript.missing).toBe(3);
    expect(expectTranscript(transcript, transcript)).toEqual(['the transcript was full: 3 entries are missing']);
  });
});

describe('Transcript', () => {
  test('is written and read back the same', () => {
    const written = mixed().toNdjson();
    const read = Transcript.fromNdjson(written);
    expect(read.entries).toEqual(mixed().entries);
    expect(read.missing).toBe(1);
    expect(read.toNdjson()).toBe(written);
    expect(written.split('\n')).toHaveLength(5);
  });

  test.each([
    'nonsense',
    '{"direction":"up","monotonic":1,"wall":1,"message":1}',
    '{"direction":"in","message":1}',
    '[]',
  ])('refuses a line that is not an entry: %s', (line) => {
    expect(() => Transcript.fromNdjson(`\n${line}\n`)).toThrow('Line 2 is not an entry of a transcript.');
  });
});

describe('expectTranscript', () => {
  test('finds nothing between a transcript and its own golden text', () => {
    expect(expectTranscript(talk(1, 's'), goldenText(talk(1, 's')))).toEqual([]);
    expect(goldenText(talk(1, 's')).split('\n')[0]).toBe(
      '{"direction":"out","message":{"jsonrpc":"2.0","id":"<id 1>","method":"session/new","params":{"cwd":"/w"}}}',
    );
  });

  test('does not care how ids are spelt and when things happened', () => {
    expect(expectTranscript(talk('a', 's'), talk(7, 's'))).toEqual([]);
  });

  test('cares which request an id belongs to', () => {
    expect(expectTranscript(answeredInOrder(2, 1), answeredInOrder(1, 2))).toEqual([
      'in response to 1 {}\n  id: 2 belongs to another request than 1',
      'in response to 2 {}\n  id: 1 belongs to another request than 2',
    ]);
  });

  test('lets a placeholder stand for one value, wherever it is written', () => {
    expect(expectTranscript(talk(1, 'abc'), talk(1, '<session>'))).toEqual([]);
    const found = spoken(
      ['<', { method: 'a', params: { sessionId: 'one' } }],
      ['<', { method: 'b', params: { sessionId: 'two', at: 17 } }],
    );
    const golden = spoken(
      ['<', { method: 'a', params: { sessionId: '<session>' } }],
      ['<', { method: 'b', params: { sessionId: '<session>', at: '<any>' } }],
    );
    expect(expectTranscript(found, golden)).toEqual([
      'in notification b {"sessionId":"<session>","at":"<any>"}\n  params.sessionId: <session> was "one" before, found "two"',
    ]);
  });

  test('shows what differs, what is missing and what was not expected', () => {
    const found = spoken(['>', { method: 'a', params: { n: [1, 2] } }], ['<', { method: 'c' }]);
    const golden = spoken(['>', { method: 'a', params: { n: [1, 3, 4] } }], ['>', { method: 'b' }]);
    expect(expectTranscript(found, golden)).toEqual([
      'out notification a {"n":[1,3,4]}\n  params.n.1: expected 3, found 2',
      'out notification a {"n":[1,3,4]}\n  params.n.2: expected 4, found nothing',
      'missing: out notification b',
      'unexpected: in notification c',
    ]);
  });

  test('ignores paths and whole entries', () => {
    const found = spoken(
      ['<', { method: 'u', params: { list: [{ time: 1, x: 1 }], _meta: { trace: 1 } } }],
      ['<', { method: '$/progress' }],
    );
    const golden = spoken(['<', { method: 'u', params: { list: [{ time: 2, x: 1 }] } }]);
    const ignore = [
      'params._meta',
      'params.list.*.time',
      (entry: object): boolean => JSON.stringify(entry).includes('$/'),
    ];
    expect(expectTranscript(found, golden, { ignore })).toEqual([]);
    expect(expectTranscript(found, golden)).toHaveLength(3);
  });

  test('compares very long transcripts place by place', () => {
    expect(expectTranscript(long('m'), long('m'))).toEqual([]);
    expect(expectTranscript(long('a'), long('b'))).toEqual(['out notification b\n  method: expected "b", found "a"']);
  });
});
