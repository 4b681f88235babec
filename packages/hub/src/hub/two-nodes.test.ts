/** Clients of two nodes on one session: each node shows the same, and any node takes requests. */
import { JournalError, memoryJournal, type Journal } from '@acp-stack/journal';
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { agent, client, memoryPair, type ClientConnection } from '@acp-stack/sdk';
import { VirtualClock } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { openHub, type Hub } from './hub.ts';

const cwd = process.cwd();
const hubKey = 'acp-stack.dev/hub';

const echo = () =>
  agent({ name: 'echo', version: '1.0.0' }).onPrompt(async (turn) => {
    const [block] = turn.prompt;
    await turn.message.append(`You said ${block?.type === 'text' ? block.text : 'nothing'}.`);
  });

const open = (journal: Journal, clock: VirtualClock, name: string): Promise<Hub> =>
  openHub({ journal, clock, name, agents: { echo: echo() }, roots: [cwd] });

interface Watching {
  readonly connection: ClientConnection;
  /** The messages that the client has seen. */
  readonly seen: string[];
  /** The cursor of the last update. */
  cursor: unknown;
  readonly onUpdate: (update: SessionUpdate) => void;
}

async function connect(hub: Hub, version: 1 | 2 = 2): Promise<Watching> {
  const [ours, theirs] = memoryPair();
  hub.app.connect(theirs);
  const program = client({ name: 'test', version: '1.0.0' }, { capabilities: { _meta: { [hubKey]: {} } } });
  const seen: string[] = [];
  const connection = await program.connect(ours, { versions: version === 1 ? [1] : [2] });
  const watching: Watching = {
    connection,
    seen,
    cursor: undefined,
    onUpdate: (update) => {
      const { content } = update as { readonly content?: unknown };
      for (const block of Array.isArray(content) ? content : [content]) {
        const { text } = Object(block) as { readonly text?: unknown };
        if (typeof text === 'string') seen.push(text);
      }
    },
  };
  connection.raw.tap(({ message }) => {
    const { params } = Object(message) as {
      readonly params?: { readonly _meta?: Record<string, { cursor?: unknown }> };
    };
    watching.cursor = params?._meta?.[hubKey]?.cursor ?? watching.cursor;
  });
  return watching;
}

/** Advances the clock until `value` is as expected. */
const eventually = (clock: VirtualClock, value: () => unknown): ReturnType<typeof expect.poll<unknown>> =>
  expect.poll(async () => {
    await clock.advance(100);
    return value();
  });

describe('a session with clients on two nodes', () => {
  test('shows both the same, and takes prompts from both', async () => {
    const [journal, clock] = [memoryJournal(), new VirtualClock()];
    await using one = await open(journal, clock, 'one');
    await using two = await open(journal, clock, 'two');
    const ada = await connect(one);
    const bob = await connect(two);
    const session = await ada.connection.newSession({ cwd }, { onUpdate: ada.onUpdate });
    const same = await bob.connection.resume({ sessionId: session.id, cwd }, { onUpdate: bob.onUpdate });
    const first = session.prompt('a');
    await eventually(clock, () => [ada.seen, bob.seen]).toEqual([
      ['a', 'You said a.'],
      ['a', 'You said a.'],
    ]);
    await first;
    const second = same.prompt('b');
    await eventually(clock, () => bob.seen).toEqual(['a', 'You said a.', 'b', 'You said b.']);
    expect(await second).toMatchObject({ stopReason: 'end_turn' });
    expect(ada.seen).toEqual(bob.seen);
    expect([one.status().liveSessions, two.status().liveSessions]).toEqual([1, 0]);
  });

  test('continues on one node behind what a client has seen on the other', async () => {
    const [journal, clock] = [memoryJournal(), new VirtualClock()];
    await using one = await open(journal, clock, 'one');
    await using two = await open(journal, clock, 'two');
    const ada = await connect(one);
    const session = await ada.connection.newSession({ cwd }, { onUpdate: ada.onUpdate });
    await session.prompt('a');
    const after = ada.cursor;
    const later = session.prompt('b');
    await eventually(clock, () => ada.seen.at(-1)).toBe('You said b.');
    await later;
    const bob = await connect(two);
    const _meta = { [hubKey]: { after } };
    await bob.connection.resume({ sessionId: session.id, cwd, _meta }, { onUpdate: bob.onUpdate });
    expect(bob.seen).toEqual(['b', 'You said b.']);
  });

  test('that is deleted on one node ends for the clients of the other', async () => {
    const [journal, clock] = [memoryJournal(), new VirtualClock()];
    await using one = await open(journal, clock, 'one');
    await using two = await open(journal, clock, 'two');
    const ada = await connect(one);
    const session = await ada.connection.newSession({ cwd });
    const bob = await connect(two);
    await bob.connection.resume({ sessionId: session.id, cwd });
    await bob.connection.delete(session.id);
    await eventually(clock, () => [one.status().attachments, two.status().attachments]).toEqual([0, 0]);
    await expect(ada.connection.resume({ sessionId: session.id, cwd })).rejects.toMatchObject({ code: -32_002 });
  });

  test.each([1900, 2500, 6000])(
    'goes on, and shows both the same, after no node could reach the database for %d ms',
    async (milliseconds) => {
      const clock = new VirtualClock();
      const database = new CutJournal(memoryJournal());
      await using one = await open(database.journal, clock, 'one');
      await using two = await open(database.journal, clock, 'two');
      const ada = await connect(one);
      const bob = await connect(two);
      const session = await ada.connection.newSession({ cwd }, { onUpdate: ada.onUpdate });
      const same = await bob.connection.resume({ sessionId: session.id, cwd }, { onUpdate: bob.onUpdate });
      await session.prompt('a');
      await eventually(clock, () => bob.seen).toEqual(['a', 'You said a.']);
      database.isCut = true;
      const early = same.prompt('lost').then(
        () => 'done',
        () => 'refused',
      );
      for (let passed = 0; passed < milliseconds; passed += 100) await clock.advance(100);
      database.isCut = false;
      await eventually(clock, () => [one.isAccepting, two.isAccepting]).toEqual([true, true]);
      const outcome = await early;
      const later = same.prompt('b');
      await eventually(clock, () => bob.seen.at(-1)).toBe('You said b.');
      expect(await later).toMatchObject({ stopReason: 'end_turn' });
      const middle = outcome === 'done' ? ['lost', 'You said lost.'] : [];
      await eventually(clock, () => [ada.seen, bob.seen]).toEqual([
        ['a', 'You said a.', ...middle, 'b', 'You said b.'],
        ['a', 'You said a.', ...middle, 'b', 'You said b.'],
      ]);
      // One node has it, and only one.
      expect(one.status().liveSessions + two.status().liveSessions).toBe(1);
    },
  );
});

/** A journal that no node can reach while it is cut. */
class CutJournal {
  isCut = false;
  readonly journal: Journal;

  constructor(journal: Journal) {
    const away = (): Promise<never> => Promise.reject(new JournalError('unavailable', 'The database does not answer.'));
    this.journal = new Proxy(journal, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        const call = value.bind(target) as (...args: unknown[]) => unknown;
        if (name === 'close' || name === 'watch') return call;
        if (name === 'read') return (...args: unknown[]) => this.#read(call(...args) as AsyncIterable<unknown>);
        return this.isCut ? away : call;
      },
    });
  }

  async *#read(entries: AsyncIterable<unknown>): AsyncGenerator<unknown, void> {
    if (this.isCut) throw new JournalError('unavailable', 'The database does not answer.');
    yield* entries;
  }
}
