/**
 * A channel to a process, and one that stands for its other end inside that process.
 *
 * Orders and news of the other end go over a socket of their own, beside the pipes that are tested.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { ConnectionError, lineChannel, type Channel, type ChannelProblem, type Receiver } from '@acp-stack/rpc';
import { spawnAgent, type AgentProcess } from '@acp-stack/stdio';
import { settled, VirtualClock } from '@acp-stack/testing';

const program = fileURLToPath(new URL('../e2e/stdio-programs/stdio-end.mjs', import.meta.url));

/** Longer than a channel waits for the exit of a process whose output has ended, in milliseconds of the clock. */
const longEnough = 1200;
/** Looks in a row that find nothing new. */
const quietLooks = 5;

interface News {
  readonly event: 'receive' | 'reject' | 'ended' | 'done' | 'seen';
  readonly id?: number;
  readonly message?: unknown;
  readonly text?: string;
  readonly problem?: ChannelProblem;
  readonly error?: string;
  readonly events?: number;
  readonly bytesRead?: number;
  readonly unsentBytes?: number;
}

export class ProcessPair implements AsyncDisposable {
  readonly here: AgentProcess;
  readonly there: RemoteEnd;
  readonly #clock: VirtualClock;

  private constructor(here: AgentProcess, there: RemoteEnd, clock: VirtualClock) {
    this.here = here;
    this.there = there;
    this.#clock = clock;
  }

  static async start(): Promise<ProcessPair> {
    const folder = mkdtempSync(join(tmpdir(), 'acp-'));
    const path = join(folder, 'socket');
    const server = createServer();
    server.listen(path);
    await once(server, 'listening');
    const clock = new VirtualClock();
    const here = spawnAgent([process.execPath, program, path], { clock });
    const [socket] = (await once(server, 'connection')) as [Socket];
    server.close();
    rmSync(folder, { recursive: true });
    return new ProcessPair(here, new RemoteEnd(socket), clock);
  }

  /** Resolves when neither side has anything more to do. */
  async settled(): Promise<void> {
    let before = '';
    for (let quiet = 0; quiet < quietLooks;) {
      await settled(1);
      await this.#clock.advance(longEnough / quietLooks);
      // A long message is no event before all of it has come.
      const { events, bytesRead, unsentBytes } = await this.there.look();
      const now = [events, bytesRead, unsentBytes, this.there.events, this.here.unsentBytes].join(' ');
      quiet = now === before ? quiet + 1 : 0;
      before = now;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.there.leave();
    const gone = this.here.kill();
    await this.here.exited;
    await this.#clock.advance(10_000);
    await gone;
  }
}

/** The end in the process, as a channel. */
class RemoteEnd implements Channel {
  readonly #socket: Socket;
  readonly #control: Channel;
  readonly #waiting = new Map<number, (news: News) => void>();
  #receiver: Receiver | undefined;
  #id = 0;
  #isGone = false;
  #isEnding = false;
  #hasEnded = false;
  events = 0;
  readonly unsentBytes = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('error', () => undefined);
    this.#control = lineChannel(
      {
        start: (onData, onEnd) => {
          socket.on('data', onData);
          socket.once('close', () => {
            onEnd();
          });
        },
        pause: () => undefined,
        resume: () => undefined,
      },
      {
        write: (text, onTaken) => {
          socket.write(text, () => {
            onTaken();
          });
        },
        end: () => Promise.resolve(),
        destroy: () => {
          socket.destroy();
        },
      },
    );
    this.#control.open({
      receive: (news) => {
        this.#hear(news as News);
      },
      reject: () => undefined,
      ended: () => {
        this.#isGone = true;
        for (const settle of this.#waiting.values()) settle({ event: 'seen' });
        this.#finish(undefined);
      },
    });
  }

  open(receiver: Receiver): void {
    if (this.#receiver !== undefined) throw new Error('the channel is already open');
    this.#receiver = receiver;
    this.#order({ order: 'open' });
  }

  send(message: unknown, text?: string): boolean {
    if (this.#isEnding) throw new ConnectionError('closed', 'The channel has ended.');
    this.#order({ order: 'send', message, text });
    return true;
  }

  drained(): Promise<void> {
    return Promise.resolve();
  }

  pause(): void {
    this.#order({ order: 'pause' });
  }

  resume(): void {
    this.#order({ order: 'resume' });
  }

  async end(): Promise<void> {
    if (this.#isEnding) return;
    this.#isEnding = true;
    await this.#ask('end');
  }

  destroy(error?: Error): void {
    this.#isEnding = true;
    this.#order({ order: 'destroy' });
    this.#finish(error);
  }

  /** What the process has to do. */
  look(): Promise<News> {
    return this.#ask('look');
  }

  /** Lets the process end. */
  leave(): void {
    this.#socket.destroy();
  }

  #ask(order: string): Promise<News> {
    if (this.#isGone) return Promise.resolve({ event: 'seen' });
    const id = (this.#id += 1);
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#order({ order, id });
    });
  }

  #order(order: object): void {
    if (!this.#isGone) this.#control.send(order);
  }

  #hear({ event, ...news }: News): void {
    if (event === 'seen' || event === 'done') {
      const { id = 0 } = news;
      this.#waiting.get(id)?.({ event, ...news });
      this.#waiting.delete(id);
      return;
    }
    this.events += 1;
    if (this.#hasEnded) return;
    if (event === 'receive') this.#receiver?.receive(news.message, news.text);
    else if (event === 'reject' && news.problem !== undefined) this.#receiver?.reject(news.problem);
    else if (event === 'ended') this.#finish(news.error === undefined ? undefined : new Error(news.error));
  }

  #finish(error: Error | undefined): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#receiver?.ended(error);
  }
}
