/**
 * Random schedules with an agent of version 1, which takes nothing while it works: the client keeps what waits, and
 * says so.
 */
import { wrapChannel, memoryPair, type Channel } from '@acp-stack/rpc';
import { agent, client, type ClientSession, type InjectedMessage } from '@acp-stack/sdk';
import * as fc from 'fast-check';
import { assert, beforeAll, describe, test } from 'vitest';

import { wordsOf, type Fields } from './inject-model.ts';

// It is loaded when the first peer of version 1 is met, which takes longer than a check waits.
beforeAll(() => import('@acp-stack/bridge'));

const isLong = process.env['ACP_LONG'] === '1';
const runs = isLong ? { numRuns: 2000 } : { numRuns: 80, seed: 9 };
const timeout = isLong ? 1_800_000 : 300_000;

/** The agent's end of a wire on which version 1 is spoken, and the methods that crossed it. */
function older(channel: Channel, methods: unknown[]): Channel {
  return wrapChannel(channel, {
    receive: (message, _, receiver) => {
      const { method, params } = message as { readonly method?: string; readonly params?: Fields };
      methods.push(method);
      receiver.receive(
        method === 'initialize' ? { ...(message as Fields), params: { ...params, protocolVersion: 1 } } : message,
      );
    },
  });
}

class OlderStage {
  readonly methods: unknown[] = [];
  readonly handles: InjectedMessage[] = [];
  /** What the agent was asked, in order. */
  readonly heard: string[] = [];
  #end: (() => void) | undefined;
  #number = 0;
  #unfinished = 0;

  async open(): Promise<ClientSession> {
    const [left, right] = memoryPair();
    agent({ name: 'old', version: '1.0.0' })
      .onPrompt(async (turn) => {
        this.heard.push(turn.text);
        await new Promise<void>((resolve) => {
          this.#end = resolve;
          turn.signal.addEventListener('abort', () => {
            resolve();
          });
        });
      })
      .connect(older(right, this.methods));
    const connection = await client({ name: 'editor', version: '1.0.0' }).connect(left);
    assert.equal(connection.version, 1);
    return connection.newSession({ cwd: '/garden' });
  }

  async perform(session: ClientSession, { kind, pick }: Step): Promise<void> {
    const message = this.handles[pick % Math.max(1, this.handles.length)];
    if (kind === 'queue') await this.#inject(session.inject(this.#words(kind), { mode: 'queue' }));
    if (kind === 'steer')
      await this.#inject(session.inject(this.#words(kind), { mode: 'steer', fallback: 'cancel-and-prompt' }));
    if (kind === 'prompt') this.#do(Promise.resolve(session.prompt(this.#words(kind))));
    if (kind === 'revoke' && message !== undefined) this.#do(message.revoke());
    if (kind === 'replace' && message !== undefined) this.#do(message.replace(this.#words('new')));
    if (kind === 'cancel') session.cancel();
    if (kind === 'end') this.#end?.();
    if (pick % 3 > 0) await rest();
  }

  async conclude(session: ClientSession): Promise<void> {
    await rest();
    for (let count = 0; this.#unfinished > 0 || session.isBusy || session.pendingMessages.length > 0; count += 1) {
      assert.isBelow(count, 100, 'it never ends');
      this.#end?.();
      await rest();
    }
    assert.notInclude(this.methods, 'session/inject');
    for (const { delivered, content, via, state } of this.handles) {
      assert.include(['delivered', 'revoked'], state);
      assert.equal((await delivered).state, state);
      assert.notEqual(via, 'agent');
      assert.equal(this.heard.filter((words) => words === wordsOf(content)).length, state === 'delivered' ? 1 : 0);
    }
    const queued = this.handles.filter(({ mode, state }) => mode === 'queue' && state === 'delivered');
    const places = queued.map(({ content }) => this.heard.indexOf(wordsOf(content)));
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
      'queued messages keep their order',
    );
  }

  async #inject(injecting: Promise<InjectedMessage>): Promise<void> {
    try {
      this.handles.push(await injecting);
    } catch (error) {
      assert.propertyVal(error, 'reason', 'no_running_turn');
    }
  }

  #words(kind: string): string {
    this.#number += 1;
    return `${kind} ${this.#number}`;
  }

  #do(work: Promise<unknown>): void {
    this.#unfinished += 1;
    const finished = (): void => {
      this.#unfinished -= 1;
    };
    work.then(finished, finished);
  }
}

async function rest(): Promise<void> {
  for (let turn = 0; turn < 8; turn += 1) await new Promise<void>((resolve) => void setImmediate(resolve));
}

const kinds = ['queue', 'queue', 'steer', 'prompt', 'revoke', 'replace', 'cancel', 'end', 'end'] as const;
const step = fc.record({ kind: fc.constantFrom(...kinds), pick: fc.nat({ max: 11 }) });
interface Step {
  readonly kind: (typeof kinds)[number];
  readonly pick: number;
}

describe('with an agent of version 1', () => {
  test(
    'every message ends in exactly one way, and what is queued keeps its order [INJ-01]',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 20 }), async (schedule) => {
          const stage = new OlderStage();
          const session = await stage.open();
          for (const each of schedule) await stage.perform(session, each);
          await stage.conclude(session);
        }),
        runs,
      );
    },
    timeout,
  );
});
