/**
 * What clients that stall, or come and go, cost the others of their session: the delay from the agent to the others is
 * measured with and without them. It is a figure of the machine, so it is only in `npm run test:hub`.
 */
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

import { webSocket } from '@acp-stack/http/node';
import { agent } from '@acp-stack/sdk';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';

import { cwd, ServedHub } from './served-hub.ts';

const isLong = process.env['ACP_LONG'] === '1';
const crowd = isLong ? { steady: 40, others: 10 } : { steady: 4, others: 2 };
/** How often it is measured with and without, in turn. */
const pairs = Number(process.env['ACP_HUB_ROUNDS'] ?? (isLong ? 9 : 1));
/** So many pieces fill the buffers of a client that does not read. */
const filling = 200;
/** So many messages say when they were sent. */
const messages = isLong ? 500 : 20;
const interval = 5;
/**
 * What the machine adds, in milliseconds: the hub, its agent and all clients are one process on one processor, where
 * the p99 of equal rounds is between 3 and 14 ms, so a fifth of it says nothing. A hub that waits for a client that does
 * not read is late by seconds.
 */
const noise = 25;

/** On `fill` it says a lot at once, and on anything else the time, again and again. */
const clockAgent = agent({ name: 'clock', version: '1.0.0' }).onPrompt(async (turn) => {
  if (turn.text === 'fill') {
    for (let piece = 0; piece < filling; piece += 1) await turn.message.append('x'.repeat(64 * 1024));
    return;
  }
  for (let message = 0; message < messages; message += 1) {
    await wait(interval);
    await turn.message.append(`at ${performance.now()} ${'.'.repeat(200)}`);
  }
});

/** A client that reads as little as possible of what it gets. */
class ThinClient {
  readonly delays: number[] = [];
  readonly #setting: ServedHub;
  readonly #sessionId: string;
  #socket: WebSocket | undefined;
  #last: string | undefined;
  /** How many updates it has seen. */
  seen = 0;
  /** How many turns it has seen the end of. */
  turns = 0;
  /** Called for every update. */
  onUpdate = (): void => undefined;

  constructor(setting: ServedHub, sessionId: string) {
    this.#setting = setting;
    this.#sessionId = sessionId;
  }

  async connect(): Promise<void> {
    const { url, token } = this.#setting;
    const socket = new WebSocket(url.replace(/^http/u, 'ws'), { headers: { authorization: `Bearer ${token}` } });
    this.#socket = socket;
    socket.on('error', () => undefined);
    await once(socket, 'open');
    const hub = 'acp-stack.dev/hub';
    const send = (id: number, method: string, params: object): void => {
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    };
    const capabilities = { _meta: { [hub]: {} } };
    send(0, 'initialize', { protocolVersion: 2, info: { name: 'thin', version: '1' }, capabilities });
    const meta = this.#last === undefined ? {} : { _meta: { [hub]: { after: this.#last } } };
    send(1, 'session/resume', { sessionId: this.#sessionId, cwd, ...meta });
    await new Promise<void>((resolve) => {
      socket.on('message', (data) => {
        const text = (data as Buffer).toString();
        if (text.includes('"id":1')) resolve();
        if (this.#socket === socket) this.#receive(text);
      });
    });
  }

  stall(): void {
    this.#socket?.pause();
  }

  reconnect(): void {
    this.#socket?.terminate();
    void this.connect();
  }

  close(): void {
    this.#socket?.terminate();
  }

  #receive(text: string): void {
    const [, cursor] = /"cursor":"([^"]*)"/u.exec(text) ?? [];
    if (cursor === undefined || !text.includes('"sessionUpdate"')) return;
    this.#last = cursor;
    this.seen += 1;
    const [, at] = /at (\d+\.\d+) /u.exec(text) ?? [];
    if (at !== undefined) this.delays.push(performance.now() - Number(at));
    if (text.includes('"idle"')) this.turns += 1;
    this.onUpdate();
  }
}

/** The 99th percentile of the delays to the clients that read, in one turn of a new session. */
async function delayOf(setting: ServedHub, others: 'read' | 'stall or come and go'): Promise<number> {
  const connection = await setting.connect(webSocket);
  const session = await connection.newSession({ cwd });
  const clients = Array.from({ length: crowd.steady + crowd.others }, () => new ThinClient(setting, session.id));
  await Promise.all(clients.map((client) => client.connect()));
  const steady = clients.slice(0, crowd.steady);
  if (others !== 'read')
    for (const [index, client] of clients.slice(crowd.steady).entries()) {
      if (index % 2 === 0) client.stall();
      else
        client.onUpdate = () => {
          if (client.seen % 50 === 0) client.reconnect();
        };
    }
  for (const [index, text] of ['fill', 'now'].entries()) {
    expect((await session.prompt(text)).stopReason).toBe('end_turn');
    await expect.poll(() => steady.every(({ turns }) => turns === index + 1)).toBe(true);
  }
  const stalled = clients.filter((_, index) => index >= crowd.steady && (index - crowd.steady) % 2 === 0);
  if (others !== 'read') for (const { seen } of stalled) expect(seen).toBeLessThan(filling);
  for (const client of clients) {
    client.onUpdate = () => undefined;
    client.close();
  }
  await connection.close();
  const delays = steady.flatMap((client) => client.delays).toSorted((left, right) => left - right);
  expect(delays.length).toBe(crowd.steady * messages);
  return delays[Math.floor(0.99 * delays.length)] ?? 0;
}

const median = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;

test(`${crowd.steady} clients that read get everything as soon while ${crowd.others} others stall or come and go`, async () => {
  await using setting = await ServedHub.open({ clock: clockAgent });
  const without: number[] = [];
  const beside: number[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    without.push(await delayOf(setting, 'read'));
    beside.push(await delayOf(setting, 'stall or come and go'));
  }
  if (!isLong) return;
  const [before, after] = [median(without), median(beside)];
  process.stderr.write(
    `delay p99 of ${crowd.steady} clients: ${before.toFixed(1)} ms, and ${after.toFixed(1)} ms beside ${crowd.others} that stall or come and go\n${JSON.stringify({ without, beside })}\n`,
  );
  expect(after).toBeLessThan(Math.max(1.2 * before, before + noise));
});
