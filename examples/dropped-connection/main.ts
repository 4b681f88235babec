/** A remote agent and a client that survives the loss of its connection, and of its server. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

// #region server
import { serveHttp, type HttpServing } from '@acp-stack/http/server';
import { agent } from '@acp-stack/sdk';

const gardener = agent({ name: 'gardener', version: '1.0.0' }).onPrompt(async (turn) => {
  for (let bed = 1; bed <= 1000; bed += 1) await turn.message.append(`Watered bed ${bed}. `);
});

const serve = (): Promise<HttpServing> => serveHttp(gardener);
// #endregion server

// #region client
import { remote } from '@acp-stack/http/node';
import { client, type ClientConnection, type ClientSession } from '@acp-stack/sdk';

const editor = client({ name: 'my-editor', version: '1.0.0' });

/** What was reported: `dropped` and `resumed`, when all goes well. */
const happened: string[] = [];

const open = (url: string): Promise<ClientConnection> =>
  editor.connect(remote(url, { onReport: ({ kind }) => happened.push(kind) }));

/** Everything that the agent said. */
async function ask(session: ClientSession, question: string): Promise<string> {
  let answer = '';
  for await (const update of session.prompt(question)) {
    if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text') answer += update.content.text;
  }
  return answer;
}
// #endregion client

// #region again
const log: unknown[] = [];

/** Goes on over a new connection, with the same sessions, when the old one is lost for good. */
async function keepUp(connection: ClientConnection, url: string): Promise<readonly ClientSession[]> {
  const { error } = await connection.closed;
  log.push(error?.message); // "The connection could not be resumed: the missed messages are gone. Connect again, and …"
  const { restored, lost } = await connection.reconnect(remote(url));
  for (const { session, reason } of lost) log.push(`${session.id} is gone: ${reason.message}`);
  return restored;
}
// #endregion again

/** A network between client and server that fails when it is told to. */
class Network {
  readonly #sockets = new Set<Socket>();
  #left = Infinity;
  /** The port of the server. */
  port = 0;
  readonly #server = createServer((near) => {
    const far = connect(this.port, '127.0.0.1');
    for (const socket of [near, far]) {
      this.#sockets.add(socket);
      socket
        .on('error', () => undefined)
        .on('close', () => {
          near.destroy();
          far.destroy();
          this.#sockets.delete(socket);
        });
    }
    near.pipe(far);
    far.on('data', (chunk: Buffer) => {
      near.write(chunk);
      this.#left -= chunk.length;
      if (this.#left < 0) this.fail();
    });
  });

  async open(serving: HttpServing): Promise<string> {
    this.lead(serving);
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/acp`;
  }

  lead({ url }: HttpServing): void {
    this.port = Number(new URL(url).port);
  }

  failAfter(bytes: number): void {
    this.#left = bytes;
  }

  fail(): void {
    this.#left = Infinity;
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  close(): void {
    this.fail();
    this.#server.close();
  }
}

export async function main(): Promise<void> {
  const network = new Network();
  const serving = await serve();
  const url = await network.open(serving);
  const connection = await open(url);
  const session = await connection.newSession({ cwd: '/garden' });

  // The network fails in the middle of an answer, and nothing is missing.
  network.failAfter(50_000);
  const whole = Array.from({ length: 1000 }, (_, bed) => `Watered bed ${bed + 1}. `).join('');
  assert.equal(await ask(session, 'Water everything'), whole);
  assert.deepEqual(happened, ['dropped', 'resumed']);

  // Another server takes over; it knows the sessions, and nothing of the connection.
  const other = await serve();
  network.lead(other);
  const keeping = keepUp(connection, url);
  network.fail();
  assert.deepEqual(await keeping, [session]);
  assert.match(String(log), /the missed messages are gone/);
  assert.equal(await ask(session, 'Again'), whole);

  await connection.close();
  await Promise.all([serving.close(), other.close()]);
  network.close();
}
