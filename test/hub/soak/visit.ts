/** One visit of a hub: a session comes and goes, with its agent, with clients that attach and leave, and with faults. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import type { http, webSocket } from '@acp-stack/http/node';
import { client, type ClientConnection, type PromptOutcome } from '@acp-stack/sdk';

import { RawSocket } from '../../support/raw-socket.ts';
import type { SoakedHub } from './soaked-hub.ts';

type Transport = typeof http | typeof webSocket;

export interface VisitOptions {
  /** Which visit it is: it has a part in what is different from visit to visit. */
  readonly number: number;
  /** How much its agent says: for a second, or less. */
  readonly length: 'long' | 'short';
  /** Over what its clients are connected; of two they take turns. */
  readonly transports: readonly [Transport, Transport?];
  /** Called with every update that its clients are shown. */
  readonly onUpdate: () => void;
}

const patience = 60_000;

/** Visits a hub; rejects if anything in it is not as it should be. */
export async function visit(hub: SoakedHub, { number, length, transports, onUpdate }: VisitOptions): Promise<void> {
  const cwd = join(hub.folder, `visit-${number}`);
  mkdirSync(cwd);
  const isAlone = number % 4 === 0;
  const connect = (over: Transport): Promise<ClientConnection> =>
    client({ name: 'visitor', version: '1.0.0' })
      .onPermission(() => 'yes')
      .connect(over(hub.url));
  const [first, second = first] = transports;
  const [mine, theirs] = number % 2 === 0 ? [first, second] : [second, first];

  const owner = await connect(mine);
  const setup = { cwd, _meta: { 'acp-stack.dev/hub': { agent: isAlone ? 'own' : 'shared' } } };
  const session = await owner.newSession(setup, { onUpdate });
  const turn = Promise.resolve(session.prompt(`${length} ${number}`));
  const guest = await connect(theirs);
  const seen = await guest.resume({ sessionId: session.id, cwd, replayFrom: { type: 'start' } }, { onUpdate });
  if (number % 3 === 0) await dropOut(hub, session.id, cwd);
  if (number % 3 === 1) await seen.inject(`also ${number}`, { mode: 'queue' });
  await expectEnd(turn, number);
  if (number % 5 === 1) await expectEnd(seen.prompt(`ask ${number}`), number);
  // The agent of this session alone ends without a word, and the next message starts another one.
  if (isAlone && number % 8 === 0) {
    await Promise.allSettled([session.prompt(`crash ${number}`)]);
    await expectEnd(session.prompt(`after ${number}`), number);
  }
  await guest.close();
  if (number % 9 === 7) {
    // The session falls asleep without clients, and wakes up.
    await owner.close();
    const later = await connect(mine);
    for (const until = performance.now() + patience; (await later.status(session.id)).status !== 'saved';)
      if (performance.now() > until) throw new Error(`The session of visit ${number} does not fall asleep.`);
      else await wait(100);
    const again = await later.resume({ sessionId: session.id, cwd }, { onUpdate });
    await expectEnd(again.prompt(`again ${number}`), number);
    await later.request('session/delete', { sessionId: session.id });
    await later.close();
    return;
  }
  await owner.request('session/delete', { sessionId: session.id });
  await owner.close();
}

async function expectEnd(turn: PromiseLike<PromptOutcome>, number: number): Promise<void> {
  const { stopReason } = await turn;
  if (stopReason !== 'end_turn') throw new Error(`A turn of visit ${number} ended as ${stopReason}.`);
}

/** A client that opens the session and goes without a word. */
async function dropOut(hub: SoakedHub, sessionId: string, cwd: string): Promise<void> {
  using raw = await RawSocket.open(hub.url);
  const info = { name: 'dropping', version: '1.0.0' };
  raw.send({
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: { protocolVersion: 2, info, capabilities: {} },
  });
  raw.send({ jsonrpc: '2.0', id: 1, method: 'session/resume', params: { sessionId, cwd } });
  await raw.messages.find(({ id }) => id === 1);
}
