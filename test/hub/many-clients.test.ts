/** Many clients at once: those that do not read, come and go, or all come back together cost the others nothing. */
import { once } from 'node:events';

import { webSocket } from '@acp-stack/http/node';
import type { ClientSession } from '@acp-stack/sdk';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';

import { checkHistory } from './checker/check-history.ts';
import type { HistoryEvent } from './checker/history.ts';
import { HubClient } from './faults/hub-client.ts';
import { readStored } from './faults/stored-sessions.ts';
import { areServed, cwd, ServedHub } from './served-hub.ts';
import { Random } from './simulation/random.ts';

const isLong = process.env['ACP_LONG'] === '1';
/** Of the clients of one session: those that read, those that come and go, and those that do not read. */
const crowd = isLong ? { steady: 40, restless: 5, stalled: 5 } : { steady: 6, restless: 1, stalled: 1 };
const storm = isLong ? { clients: 1000, sessions: 100 } : { clients: 40, sessions: 4 };
const pieces = 200;
/** Within which all clients of the storm are back, in milliseconds; most often it is a third of that. */
const longestStorm = 10_000;

/** What is written down of a session and its clients. */
class Watch {
  readonly events: HistoryEvent[] = [];
  readonly clients: HubClient[] = [];
  /** The clients that have followed their sessions since it was emptied. */
  readonly resumed: Set<HubClient> = new Set();
  readonly #setting: ServedHub;
  readonly #random = new Random(1);

  constructor(setting: ServedHub) {
    this.#setting = setting;
  }

  /** Adds a client; `saw` is called with it for every update. */
  add({ id: sessionId }: ClientSession, generation: string, saw: (client: HubClient) => void = () => undefined): void {
    const client = new HubClient({
      name: `client${this.clients.length + 1}`,
      session: sessionId,
      sessionId,
      cwd,
      generation,
      random: this.#random.fork(),
      transport: this.clients.length % 2 === 0 ? 'webSocket' : 'http',
      token: this.#setting.token,
      chooseUrl: () => this.#setting.url.replace(/^http:/u, 'ws:'),
      onResumed: () => void this.resumed.add(client),
      record: (event) => {
        this.events.push(event);
        if (event.kind === 'saw') saw(client);
      },
    });
    this.clients.push(client);
  }

  /** Waits until every client has seen the last update of its session, and checks what each one saw. */
  async expectWhole(sessions: readonly ClientSession[]): Promise<void> {
    const stored = await Promise.all(
      sessions.map(({ id }) => readStored(this.#setting.journal, { name: id, sessionId: id })),
    );
    const lasts = new Map(
      stored.map(({ session, log }) => [
        session,
        log.findLast(({ record }) => record.kind === 'update')?.sequence ?? 0,
      ]),
    );
    await expect
      .poll(() => this.clients.filter(({ session, sequence }) => sequence < (lasts.get(session) ?? 0)).length)
      .toBe(0);
    await Promise.all(this.clients.map((client) => client.stop()));
    expect(checkHistory({ events: this.events, sessions: stored })).toEqual([]);
  }
}

/** After how long the hub cuts a client off that reads nothing, in milliseconds: one that only is slow has the time. */
const stallTimeout = 5000;

/** A client that can stop reading. When the hub has cut it off, it goes on after what it has seen. */
class StallingClient {
  readonly #setting: ServedHub;
  readonly #sessionId: string;
  #socket: WebSocket | undefined;
  #ready = (): void => undefined;
  #last: string | undefined;
  #hasEnded = false;
  #closed: Promise<void> = Promise.resolve();
  /** The numbers of the updates that it was sent. */
  readonly seen: number[] = [];

  constructor(setting: ServedHub, sessionId: string) {
    this.#setting = setting;
    this.#sessionId = sessionId;
  }

  /** Opens the session. */
  async connect(): Promise<void> {
    const { url, token } = this.#setting;
    const socket = new WebSocket(url.replace(/^http/u, 'ws'), { headers: { authorization: `Bearer ${token}` } });
    this.#socket = socket;
    const ready = new Promise<void>((resolve) => (this.#ready = resolve));
    this.#closed = new Promise((resolve) => {
      socket.once('close', () => {
        resolve();
      });
    });
    // A connection that was cut off ends with a reset.
    socket.on('error', () => undefined);
    socket.on('message', (data) => {
      this.#receive((data as Buffer).toString());
    });
    await once(socket, 'open');
    const send = (message: object): void => {
      socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
    };
    const hub = 'acp-stack.dev/hub';
    const capabilities = { _meta: { [hub]: {} } };
    const meta = this.#last === undefined ? {} : { _meta: { [hub]: { after: this.#last } } };
    send({
      id: 0,
      method: 'initialize',
      params: { protocolVersion: 2, info: { name: 's', version: '1' }, capabilities },
    });
    send({ id: 1, method: 'session/resume', params: { sessionId: this.#sessionId, cwd, ...meta } });
    await ready;
  }

  /** Reads nothing more. */
  stall(): void {
    this.#socket?.pause();
  }

  /** Reads what was sent before it was cut off, and the rest of the turn over a new connection. */
  async readOn(): Promise<void> {
    this.#socket?.resume();
    await this.#closed;
    expect(this.#hasEnded).toBe(false);
    await this.connect();
    await expect.poll(() => this.#hasEnded).toBe(true);
    this.#socket?.terminate();
  }

  #receive(text: string): void {
    if (text.includes('"id":1')) this.#ready();
    const [, cursor = '', number] = /"cursor":"([^"]*\.(\d+))"/u.exec(text) ?? [];
    if (number === undefined || !text.includes('"sessionUpdate"')) return;
    this.#last = cursor;
    this.seen.push(Number(number));
    if (text.includes('"idle"')) this.#hasEnded = true;
  }
}

test(`${crowd.steady} clients get everything in order while ${crowd.stalled} do not read and are cut off, and ${crowd.restless} come and go`, async () => {
  await using setting = await ServedHub.open({}, undefined, { stallTimeout });
  const connection = await setting.connect(webSocket);
  const session = await connection.newSession({ cwd });
  const generation = await setting.generation();
  const watch = new Watch(setting);
  for (let count = 0; count < crowd.steady; count += 1) watch.add(session, generation);
  for (let count = 0; count < crowd.restless; count += 1) {
    let seen = 0;
    watch.add(session, generation, (client) => {
      if ((seen += 1) % 20 === 0) client.disconnect();
    });
  }
  const stalled = Array.from({ length: crowd.stalled }, () => new StallingClient(setting, session.id));
  for (const each of stalled) {
    await each.connect();
    each.stall();
  }
  await expect.poll(() => watch.clients.every(({ isAttached }) => isAttached)).toBe(true);
  expect((await session.prompt(String(pieces))).stopReason).toBe('end_turn');
  await watch.expectWhole([session]);
  // All the others have left; of those that do not read none is left either, and nothing waits for them.
  await expect.poll(() => setting.hub.status().attachments).toBe(1);
  for (const { seen } of stalled) expect(seen.length).toBeLessThan(pieces);
  await Promise.all(stalled.map((each) => each.readOn()));
  const { log } = await readStored(setting.journal, { name: session.id, sessionId: session.id });
  const updates = log.flatMap(({ sequence, record }) => (record.kind === 'update' ? [sequence] : []));
  for (const { seen } of stalled) {
    expect(seen.length).toBeGreaterThan(pieces);
    expect(seen).toEqual(updates.filter((sequence) => sequence >= (seen[0] ?? 0)));
  }
});

test(`${storm.clients} clients that lose their connections at once come back behind what they have seen`, async () => {
  await using setting = await ServedHub.open();
  const connection = await setting.connect(webSocket);
  const sessions: ClientSession[] = [];
  for (let count = 0; count < storm.sessions; count += 1) sessions.push(await connection.newSession({ cwd }));
  const generation = await setting.generation();
  const watch = new Watch(setting);
  for (let count = 0; count < storm.clients; count += storm.sessions)
    for (const session of sessions) watch.add(session, generation);
  const areAttached = (): boolean => watch.clients.every(({ isAttached }) => isAttached);
  await expect.poll(areAttached).toBe(true);
  await areServed(sessions);
  watch.resumed.clear();
  await setting.serveAgain();
  const since = performance.now();
  // What happens while they are away is not missed.
  const again = await setting.connect(webSocket);
  for (const { id: sessionId } of sessions) await (await again.resume({ sessionId, cwd })).prompt('0');
  await expect.poll(() => watch.resumed.size).toBe(storm.clients);
  const took = Math.round(performance.now() - since);
  if (isLong) {
    process.stderr.write(`${storm.clients} clients were back after ${took} ms\n`);
    expect(took).toBeLessThan(longestStorm);
  }
  await watch.expectWhole(sessions);
});
