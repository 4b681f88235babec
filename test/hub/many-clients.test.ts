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

/** What is written down of a session and its clients. */
class Watch {
  readonly events: HistoryEvent[] = [];
  readonly clients: HubClient[] = [];
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

/** A client that opens a session and then does not read; the result reads the rest, and has the cursors of all. */
async function stall({ url, token }: ServedHub, sessionId: string): Promise<() => Promise<readonly number[]>> {
  const socket = new WebSocket(url.replace(/^http/u, 'ws'), { headers: { authorization: `Bearer ${token}` } });
  const cursors: number[] = [];
  const seen = { ready: (): void => undefined, ended: (): void => undefined };
  socket.on('message', (data) => {
    const text = (data as Buffer).toString();
    const cursor = /"cursor":"[^"]*\.(\d+)"/u.exec(text)?.[1];
    if (text.includes('"id":1')) seen.ready();
    else if (cursor !== undefined && text.includes('"sessionUpdate"')) cursors.push(Number(cursor));
    if (text.includes('"idle"') && cursor !== undefined) seen.ended();
  });
  const ready = new Promise<void>((resolve) => (seen.ready = resolve));
  await once(socket, 'open');
  const send = (message: object): void => {
    socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
  };
  const capabilities = { _meta: { 'acp-stack.dev/hub': {} } };
  send({
    id: 0,
    method: 'initialize',
    params: { protocolVersion: 2, info: { name: 's', version: '1' }, capabilities },
  });
  send({ id: 1, method: 'session/resume', params: { sessionId, cwd } });
  await ready;
  socket.pause();
  return async () => {
    const ended = new Promise<void>((resolve) => (seen.ended = resolve));
    socket.resume();
    await ended;
    socket.terminate();
    return cursors;
  };
}

test(`${crowd.steady} clients get everything in order while ${crowd.stalled} do not read, and ${crowd.restless} come and go`, async () => {
  await using setting = await ServedHub.open();
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
  const stalled = [];
  for (let count = 0; count < crowd.stalled; count += 1) stalled.push(await stall(setting, session.id));
  await expect.poll(() => watch.clients.every(({ isAttached }) => isAttached)).toBe(true);
  expect((await session.prompt(String(pieces))).stopReason).toBe('end_turn');
  await watch.expectWhole([session]);
  for (const rest of stalled) {
    const cursors = await rest();
    expect(cursors.length).toBeGreaterThan(pieces);
    expect(cursors).toEqual([...new Set(cursors)].toSorted((left, right) => left - right));
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
  await setting.serveAgain();
  const since = performance.now();
  // What happens while they are away is not missed.
  const again = await setting.connect(webSocket);
  for (const { id: sessionId } of sessions) await (await again.resume({ sessionId, cwd })).prompt('0');
  await expect.poll(() => setting.hub.status().attachments).toBeGreaterThanOrEqual(storm.clients);
  if (isLong)
    process.stderr.write(`${storm.clients} clients were back after ${Math.round(performance.now() - since)} ms\n`);
  await watch.expectWhole(sessions);
});
