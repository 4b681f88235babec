/**
 * The clients of a hub that is measured, in a process of their own: WebSockets without an SDK, so that they cost
 * little.
 *
 * Reads commands from the parent (`process.on('message')`) and answers each with one message:
 *
 * - `{ open: { url, token, sessions, clients } }` opens sessions, each with so many clients, each on its own WebSocket.
 * - `{ prompt: text, until: 'the end' }` prompts every session and waits until all clients have seen the end; answers with
 *   the delays of all updates in milliseconds, and how many were missing, repeated or out of order.
 * - `{ attach: { url, token, sessionId, meta } }` attaches one more client with a replay of the whole history, or of what
 *   `meta` asks for, and answers with the milliseconds until it has seen the end.
 * - `{ create: { url, sessions } }` creates sessions and closes them again.
 * - `{ start: text }` prompts the first session and does not wait for the end of its work.
 * - `{ takenOver: { url, sessionId } }` attaches to a session and answers when a prompt was accepted in it.
 * - `{ close: true }` closes all.
 */
import { WebSocket } from 'ws';

import { percentile } from './interleave.mjs';

const now = () => performance.timeOrigin + performance.now();

/** What the hub and the bare server write before the text of a chunk. */
const chunkStart = '"content":{"type":"text","text":"';

/** One client: a WebSocket, and what it has seen of its session. */
class BenchClient {
  #socket;
  #calls = new Map();
  #nextId = 0;
  delays = [];
  seen = 0;
  expected = 0;
  wrong = 0;
  onEnd = () => undefined;

  static async open(url, token) {
    const client = new BenchClient();
    await client.#connect(url, token);
    return client;
  }

  async #connect(url, token) {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    this.#socket = new WebSocket(url.replace(/^http/u, 'ws'), { headers, perMessageDeflate: false });
    this.#socket.on('message', (data) => {
      const text = data.toString('latin1');
      const start = text.indexOf(chunkStart);
      // Most messages are chunks, of which only the beginning of the text matters.
      if (start === -1) this.#receive(JSON.parse(data.toString()));
      else this.#chunk(text.slice(start + chunkStart.length, text.lastIndexOf('"')));
    });
    await new Promise((resolve, reject) => {
      this.#socket.once('open', resolve).once('error', reject);
    });
    await this.call('initialize', {
      protocolVersion: 2,
      info: { name: 'bench', version: '1.0.0' },
      capabilities: {},
    });
  }

  call(method, params) {
    this.#nextId += 1;
    const id = this.#nextId;
    this.#socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { resolve, reject });
    });
  }

  #receive({ id, method, params, result, error }) {
    if (method === undefined) {
      const call = this.#calls.get(id);
      this.#calls.delete(id);
      if (error === undefined) call?.resolve(result);
      else call?.reject(new Error(error.message));
      return;
    }
    if (method !== 'session/update') return;
    const { update } = params;
    if (update.sessionUpdate === 'agent_message' && JSON.stringify(update.content).includes('the end')) this.onEnd();
  }

  #chunk(text) {
    const [sent, number] = text.split(' ', 2);
    this.delays.push(now() - Number(sent));
    if (Number(number) !== this.expected) this.wrong += 1;
    this.expected = Number(number) + 1;
    this.seen += 1;
    if (text.includes(' the end ')) this.onEnd();
  }

  /** Resolves when the end was seen. */
  ended() {
    this.delays = [];
    this.seen = 0;
    this.expected = 0;
    this.wrong = 0;
    return new Promise((resolve) => {
      this.onEnd = resolve;
    });
  }

  close() {
    this.#socket.close();
  }
}

/** The clients of each session; the first one prompts. */
let sessions = [];

/** Runs `work` for each of `items`, a few at a time. */
async function inParallel(items, work) {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: 16 }, worker));
}

const commands = {
  open: async ({ url, token, sessions: count, clients }) => {
    await inParallel(Array(count).keys(), async () => {
      const first = await BenchClient.open(url, token);
      const { sessionId } = await first.call('session/new', { cwd: '/', mcpServers: [] });
      const all = [first];
      while (all.length < clients) {
        const other = await BenchClient.open(url, token);
        await other.call('session/resume', { sessionId, cwd: '/', mcpServers: [] });
        all.push(other);
      }
      sessions.push({ sessionId, clients: all });
    });
    return { sessionIds: sessions.map(({ sessionId }) => sessionId) };
  },
  prompt: async (text) => {
    const began = now();
    const ends = sessions.flatMap(({ clients }) => clients.map((client) => client.ended()));
    await Promise.all(
      sessions.map(({ sessionId, clients: [first] }) =>
        first.call('session/prompt', { sessionId, prompt: [{ type: 'text', text }] }),
      ),
    );
    await Promise.all(ends);
    const clients = sessions.flatMap((session) => session.clients);
    const delays = clients.flatMap((client) => client.delays);
    return {
      ms: now() - began,
      seen: clients.reduce((sum, client) => sum + client.seen, 0),
      wrong: clients.reduce((sum, client) => sum + client.wrong, 0),
      p50: percentile(delays, 0.5),
      p99: percentile(delays, 0.99),
    };
  },
  attach: async ({ url, token, sessionId, meta }) => {
    const client = await BenchClient.open(url, token);
    const ended = client.ended();
    const began = now();
    await client.call('session/resume', {
      sessionId,
      cwd: '/',
      mcpServers: [],
      ...(meta === undefined ? { replayFrom: { type: 'start' } } : { _meta: meta }),
    });
    await ended;
    const ms = now() - began;
    client.close();
    return { ms };
  },
  create: async ({ url, sessions: count }) => {
    const client = await BenchClient.open(url);
    await inParallel(Array(count).keys(), async () => {
      const { sessionId } = await client.call('session/new', { cwd: '/', mcpServers: [] });
      await client.call('session/close', { sessionId });
    });
    client.close();
    return {};
  },
  start: async (text) => {
    const [{ sessionId, clients }] = sessions;
    await clients[0].call('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
    return {};
  },
  takenOver: async ({ url, sessionId }) => {
    const client = await BenchClient.open(url);
    await client.call('session/resume', { sessionId, cwd: '/', mcpServers: [] });
    await client.call('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'burst 1 1' }] });
    client.close();
    return {};
  },
  close: async () => {
    for (const { clients } of sessions) for (const client of clients) client.close();
    sessions = [];
    return {};
  },
};

process.on('message', (message) => {
  const [[name, value]] = Object.entries(message);
  commands[name](value).then(
    (result) => process.send({ result }),
    (error) => process.send({ error: String(error?.stack ?? error) }),
  );
});
process.on('disconnect', () => process.exit());
