/** A durable log behind the window of sent messages: slow and paged; nothing is sent before it is stored. */
import {
  memoryWindow,
  serveHttp,
  type HttpServing,
  type ReplayWindow,
  type ServeOptions,
} from '@acp-stack/http/server';
import { settled } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { RawHttp, type HttpVersion } from '../support/raw-http.ts';
import { RawSocket } from '../support/raw-socket.ts';
import { initializeRequest, ServedProgram, type Fields, type Served } from '../support/served-program.ts';

const count = 120;
const pageSize = 7;
const atHand = 1000;
const resumeKey = 'acp-stack.dev/resume';

const numbered = (n: number): object => ({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's1', n } });
const from = (first: number, last = count): object[] =>
  Array.from({ length: last - first + 1 }, (_, n) => numbered(first + n));

/** A log that keeps everything, and takes its time. */
class SlowLog implements ReplayWindow {
  readonly #near: ReplayWindow = memoryWindow(atHand);
  readonly #all: string[] = [];
  /** Resolves when the log may go on to store. */
  readonly #ready: Promise<void>;
  /** Only so many of the last messages are kept at all. */
  limit = Infinity;
  reads = 0;

  /** Nothing is stored before `ready`. */
  constructor(ready: Promise<void> = Promise.resolve()) {
    this.#ready = ready;
  }

  get last(): number {
    return this.#near.last;
  }

  get first(): number {
    return this.#near.first;
  }

  get bytes(): number {
    return this.#near.bytes;
  }

  append(text: string): number {
    this.#all.push(text);
    return this.#near.append(text);
  }

  after(n: number): Iterable<string> | undefined {
    return this.#near.after(n);
  }

  trim(n: number): void {
    this.#near.trim(n);
  }

  readonly archive = {
    stored: async () => {
      await this.#ready;
      await new Promise(setImmediate);
    },
    read: async (n: number) => {
      this.reads += 1;
      await new Promise(setImmediate);
      return this.#all.length - n > this.limit ? undefined : this.#all.slice(n, n + pageSize);
    },
  };
}

interface Fixture extends AsyncDisposable {
  readonly serving: HttpServing;
  readonly program: ServedProgram;
  /** The logs in the order in which they were made. */
  readonly logs: readonly SlowLog[];
  readonly streams: readonly unknown[];
}

async function setUp(createLog: () => SlowLog = () => new SlowLog(), options: ServeOptions = {}): Promise<Fixture> {
  const program = new ServedProgram();
  const logs: SlowLog[] = [];
  const streams: unknown[] = [];
  const serving = await serveHttp(program, {
    ...options,
    createWindow: (_bytes, stream) => {
      const log = createLog();
      logs.push(log);
      streams.push(stream);
      return log;
    },
  });
  return { serving, program, logs, streams, [Symbol.asyncDispose]: () => serving.close() };
}

function createGate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

async function connectTo({ program }: Fixture, client: RawHttp): Promise<{ connection: string; served: Served }> {
  const reply = await client.post(initializeRequest(), { 'acp-resume': '1' });
  const served = (await program.connections.reaches(1)).at(-1) as Served;
  return { connection: String(reply.headers['acp-connection-id']), served };
}

describe.each([1, 2] as const)('a stream over HTTP/%d with a durable log', (version: HttpVersion) => {
  test('goes on after every position, also where nothing is at hand any more', async () => {
    await using all = await setUp();
    using client = new RawHttp(all.serving.url, version);
    const { connection, served } = await connectTo(all, client);
    // Several pages, and more than what is at hand.
    const last = 6 * pageSize;
    for (let n = 1; n <= last; n += 1) served.channel.send(numbered(n));
    for (let position = 0; position < last; position += 1) {
      const stream = await client.stream({ connection, session: 's1', 'last-event-id': String(position) });
      const events = await stream.events.reaches(last - position);
      expect(events.map(({ data }) => JSON.parse(data) as unknown)).toEqual(from(position + 1, last));
      expect(events[0]?.id).toBe(String(position + 1));
    }
    expect(all.logs[1]?.reads).toBeGreaterThan(last);
    expect(all.streams).toEqual([
      { principal: '', connectionId: connection },
      { principal: '', connectionId: connection, sessionId: 's1' },
    ]);
    expect(served.channel.unsentBytes).toBe(0);
  });

  test('goes on with what comes while it catches up', async () => {
    await using all = await setUp();
    using client = new RawHttp(all.serving.url, version);
    const { connection, served } = await connectTo(all, client);
    for (let n = 1; n <= count / 2; n += 1) served.channel.send(numbered(n));
    const stream = await client.stream({ connection, session: 's1', 'last-event-id': '0' });
    for (let n = count / 2 + 1; n <= count; n += 1) {
      served.channel.send(numbered(n));
      await new Promise(setImmediate);
    }
    const events = await stream.events.reaches(count);
    expect(events.map(({ data }) => JSON.parse(data) as unknown)).toEqual(from(1));
  });

  test('sends nothing that is not stored yet', async () => {
    const { opened, open } = createGate();
    await using all = await setUp(() => new SlowLog(opened));
    using client = new RawHttp(all.serving.url, version);
    const { connection, served } = await connectTo(all, client);
    const stream = await client.stream({ connection, session: 's1' });
    served.channel.send(numbered(1));
    await client.post({ jsonrpc: '2.0', method: '_note' }, { connection });
    await settled();
    expect(stream.events.items).toEqual([]);
    open();
    await stream.events.reaches(1);
  });

  test('is told that history is lost when the log has lost it, and is cut when the log fails', async () => {
    const full = Promise.reject(new Error('the disk is full'));
    full.catch(() => undefined);
    const broken = new SlowLog(full);
    const logs = [new SlowLog(), Object.assign(new SlowLog(), { limit: 50 }), broken];
    await using all = await setUp(() => logs.shift() ?? new SlowLog());
    using client = new RawHttp(all.serving.url, version);
    const { connection, served } = await connectTo(all, client);
    for (let n = 1; n <= count; n += 1) served.channel.send(numbered(n));
    expect((await client.stream({ connection, session: 's1', 'last-event-id': '10' })).status).toBe(410);
    expect((await client.stream({ connection, session: 's1', 'last-event-id': '9999' })).status).toBe(410);
    const rest = await client.stream({ connection, session: 's1', 'last-event-id': '100' });
    await rest.events.reaches(20);
    const failing = await client.stream({ connection, session: 's2' });
    served.channel.send({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's2' } });
    await failing.ended;
    expect(failing.events.items).toEqual([]);
    expect(all.serving.counters()).toMatchObject({ historyLost: 2, cut: 1 });
  });
});

describe('a WebSocket connection with a durable log', () => {
  const resume = (token: string, received: number): object => ({
    jsonrpc: '2.0',
    id: 'r',
    method: '_acp-stack.dev/resume',
    params: { token, received },
  });
  const updates = (messages: readonly Fields[]): readonly Fields[] =>
    messages.filter(({ method }) => method === 'session/update');

  async function introduce({
    serving,
    program,
  }: Fixture): Promise<{ socket: RawSocket; served: Served; token: string }> {
    const socket = await RawSocket.open(serving.url);
    socket.send(initializeRequest(1, { [resumeKey]: {} }));
    const [answer] = await socket.messages.reaches(1);
    const { _meta: meta } = (answer?.result ?? {}) as { readonly _meta: Record<string, { readonly token: string }> };
    const served = (await program.connections.reaches(1)).at(-1) as Served;
    return { socket, served, token: meta[resumeKey]?.token ?? '' };
  }

  test('goes on after every position, also where nothing is at hand any more', async () => {
    await using all = await setUp();
    const { socket, served, token } = await introduce(all);
    for (let n = 1; n <= count; n += 1) served.channel.send(numbered(n));
    expect(updates(await socket.messages.reaches(count + 1))).toEqual(from(1));
    socket.drop();
    for (let position = 0; position < count; position += 1) {
      using next = await RawSocket.open(all.serving.url);
      next.send(resume(token, position));
      const messages = await next.messages.reaches(count - position + 1);
      expect(messages[0]).toEqual({ jsonrpc: '2.0', id: 'r', result: { received: 0 } });
      expect(messages.slice(1)).toEqual(from(position + 1));
    }
    expect(served.channel.unsentBytes).toBe(0);
    await served.channel.end();
  });

  test('says that it has ended behind everything else', async () => {
    const { opened, open } = createGate();
    await using all = await setUp(() => new SlowLog(opened));
    const { socket, served } = await introduce(all);
    using closing = socket;
    served.channel.send(numbered(1));
    await served.channel.end();
    await settled();
    expect(closing.messages.items).toHaveLength(1);
    open();
    expect((await closing.messages.reaches(3)).slice(1).map(({ method }) => method)).toEqual([
      'session/update',
      '_acp-stack.dev/ended',
    ]);
  });

  test('lets the last reader win', async () => {
    await using all = await setUp();
    const { socket, served, token } = await introduce(all);
    for (let n = 1; n <= count; n += 1) served.channel.send(numbered(n));
    await socket.messages.reaches(count + 1);
    using first = await RawSocket.open(all.serving.url);
    using second = await RawSocket.open(all.serving.url);
    first.send(resume(token, 3));
    second.send(resume(token, 5));
    expect((await second.messages.reaches(count - 5 + 1)).slice(1)).toEqual(from(6));
    served.channel.send(numbered(count + 1));
    expect((await second.messages.reaches(count - 5 + 2)).at(-1)).toEqual(numbered(count + 1));
  });

  test('is told that history is lost, may begin anew, and the old one ends in time', async () => {
    await using all = await setUp(() => new SlowLog(), { limits: { resumeTimeout: 50 } });
    const { socket, served, token } = await introduce(all);
    for (let n = 1; n <= count; n += 1) served.channel.send(numbered(n));
    await socket.messages.reaches(count + 1);
    Object.assign(all.logs[0] ?? {}, { limit: 50 });
    using late = await RawSocket.open(all.serving.url);
    late.send(resume(token, 3));
    expect(await late.messages.reaches(1)).toMatchObject([{ error: { data: { reason: 'history_lost' } } }]);
    late.send(initializeRequest());
    expect(await late.messages.reaches(2)).toMatchObject([{}, { result: {} }]);
    expect(await served.ended.reaches(1)).toMatchObject([{ code: 'timeout' }]);
  });
});
