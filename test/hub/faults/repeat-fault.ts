/**
 * One fault, again and again, each time in the middle of a turn: sessions are at work, and the one that is hit is watched.
 *
 * The turn that is hit ends in the log, its clients see the end, and only then the next one begins.
 */
import { setTimeout as wait } from 'node:timers/promises';

import type { LogRecord } from '../../../packages/hub/src/store/records.ts';
import type { History } from '../checker/history.ts';
import { FaultSetting, type FaultSession, type FaultSettingOptions } from './fault-setting.ts';
import type { HubClient } from './hub-client.ts';
import type { HubProcess } from './hub-process.ts';
import { stateOf } from './stored-sessions.ts';

/** What a fault can use. */
interface Round {
  readonly setting: FaultSetting;
  /** The hub that owns the session which is at work. */
  readonly owner: HubProcess;
  /** Resolves when another hub has taken the session. */
  readonly takenOver: () => Promise<void>;
  /** The same, and until then the clients come and go all the time: they follow the session on hubs that do not own it. */
  readonly takenOverWhileClientsResume: () => Promise<void>;
}

interface NamedFault {
  /** The word for the turn: one that goes on until the fault ends it, or one that outlasts the fault. */
  readonly turn: 'endless' | 'long' | '';
  readonly happens: (round: Round) => Promise<void>;
}

const faults = {
  'the agent is killed': {
    turn: 'endless',
    happens: async ({ setting, owner }) => {
      for (const pid of setting.notes.running(owner.name)) process.kill(pid, 'SIGKILL');
    },
  },
  'the hub is killed': {
    turn: 'endless',
    happens: async ({ setting, owner }) => {
      await owner.kill();
      await setting.serve(owner);
    },
  },
  'the owner is killed': {
    turn: 'endless',
    happens: async ({ setting, owner, takenOverWhileClientsResume }) => {
      await owner.kill();
      await takenOverWhileClientsResume();
      await setting.serve(owner);
    },
  },
  'the owner is paused until another one has taken over': {
    turn: 'endless',
    happens: async ({ owner, takenOver }) => {
      owner.pause();
      await takenOver();
      owner.resume();
    },
  },
  'the database is killed': {
    turn: 'long',
    happens: ({ setting }) => setting.killDatabase(setting.random.pick([0, 300, 2500])),
  },
  'all hubs are restarted, one after the other': {
    turn: '',
    happens: async ({ setting }) => {
      for (const hub of setting.hubs) {
        await hub.stop();
        await setting.serve(hub);
      }
    },
  },
  'all hubs are restarted, one after the other, under load': {
    turn: 'long',
    happens: async ({ setting }) => {
      for (const hub of setting.hubs) {
        await whileAllWork(setting, hub.stop());
        await whileAllWork(setting, setting.serve(hub));
      }
    },
  },
} as const satisfies Record<string, NamedFault>;

/** Each message of a run has a text of its own. */
let messages = 0;

export interface RepeatOptions extends FaultSettingOptions {
  readonly fault: keyof typeof faults;
  readonly times: number;
}

export interface RepeatedFault {
  readonly history: History;
  /** How many turns were hit in the middle, and ended by the hub as interrupted. */
  readonly interrupted: number;
  /** How often a client followed a session again after its owner was killed, and before it had the next one. */
  readonly resumedInTakeover: number;
  /** How many requests a hub has refused for good. */
  readonly refused: number;
  /** How many messages agents were given. */
  readonly given: number;
}

/** Runs the fault so many times; rejects if a turn does not end after it, or the whole does not come to rest. */
export async function repeatFault(options: RepeatOptions): Promise<RepeatedFault> {
  await using setting = await FaultSetting.open(options);
  const fault: NamedFault = faults[options.fault];
  for (let n = 0; n < 3; n += 1) setting.addClient(await setting.createSession());
  // A second one watches the first session.
  for (const session of setting.sessions.slice(0, 1)) setting.addClient(session);
  let resumedInTakeover = 0;
  for (let index = 0; index < options.times; index += 1) resumedInTakeover += await runRound(setting, fault, index);
  const history = await setting.history();
  await setting.end();
  const records = history.sessions.flatMap(({ log }) => log.map(({ record }) => record));
  return {
    history,
    interrupted: records.filter(isInterruption).length,
    resumedInTakeover,
    refused: setting.clients.reduce((sum, { refused }) => sum + refused, 0),
    given: history.events.filter(({ kind }) => kind === 'given').length,
  };
}

/** Returns how often a client followed the session again while it had no owner. */
async function runRound(setting: FaultSetting, { turn, happens }: NamedFault, index: number): Promise<number> {
  const hit = index % setting.sessions.length;
  const session = setting.sessions[hit];
  const client = setting.clients[hit];
  if (session === undefined || client === undefined) throw new Error('There is no session.');
  for (const each of setting.clients.slice(0, setting.sessions.length))
    if (each !== client && each.waiting === 0) prompt(each, `round ${index} of ${each.session} `);
  let tries = 0;
  await setting.until('the agent was given the message', () => {
    // A hub that still suffers from the fault before may refuse it, or end it before the agent has it.
    const isAnswered = client.waiting === 0;
    if (isGiven(setting, session, index)) return true;
    if (isAnswered) prompt(client, `round ${index} of ${session.name} try ${(tries += 1)} ${turn}`);
    return false;
  });
  const { hub: owner, barrier } = await setting.ownerOf(session);
  setting.log(`round ${index}: ${session.name} on ${owner.name}`);
  const since = performance.now();
  const takenOver = (): Promise<void> =>
    setting.until(`${session.name} was taken over`, async () => (await setting.ownerOf(session)).barrier > barrier);
  let resumed = 0;
  const takenOverWhileClientsResume = async (): Promise<void> => {
    const died = Date.now();
    await whileClientsResume(setting, takenOver());
    const { at } = await setting.ownerOf(session);
    resumed = setting.resumes.filter((each) => each.session === session.name && each.at > died && each.at < at).length;
    setting.log(`${session.name} was followed again ${resumed} times before it was taken over`);
  };
  await happens({ setting, owner, takenOver, takenOverWhileClientsResume });
  await setting.until(
    `round ${index} ended`,
    async () => client.waiting === 0 && (await hasEnded(setting, session, client)),
  );
  setting.log(`round ${index} ended after ${Math.round(performance.now() - since)} ms`);
  return resumed;
}

/** All clients send the next message when they have seen the end of the one before, until `over`. */
async function whileAllWork({ clients, random }: FaultSetting, over: Promise<void>): Promise<void> {
  await repeatUntil(over, () => {
    for (const client of clients)
      if (client.waiting === 0 && !client.isWorking && random.chance(0.1))
        prompt(client, `message ${(messages += 1)} ${random.pick(['', 'long'])}`);
  });
}

/** All clients lose their connections and follow their sessions again, as soon as they do that, until `over`. */
async function whileClientsResume({ clients, random }: FaultSetting, over: Promise<void>): Promise<void> {
  await repeatUntil(over, () => {
    for (const client of clients) if (client.isFollowing && random.chance(0.3)) client.disconnect();
  });
}

async function repeatUntil(over: Promise<void>, act: () => void): Promise<void> {
  const ended = new AbortController();
  const end = over.finally(() => {
    ended.abort();
  });
  end.catch(() => undefined);
  for (; !ended.signal.aborted; await wait(20)) act();
  await end;
}

function prompt(client: HubClient, text: string): void {
  client.send('session/prompt', { prompt: [{ type: 'text', text }] }, 'prompt');
}

const isGiven = ({ notes }: FaultSetting, { name }: FaultSession, index: number): boolean =>
  notes.events.some(({ kind, text }) => kind === 'given' && text.startsWith(`round ${index} of ${name} `));

/** Whether no turn runs or is about to begin, and the client has seen that. */
async function hasEnded(setting: FaultSetting, session: FaultSession, client: HubClient): Promise<boolean> {
  const { log } = await setting.storedOf(session);
  const { activity, awaitsWork } = stateOf(log);
  const last = log.findLast(({ record }) => record.kind === 'update')?.sequence ?? 0;
  return activity === 'idle' && !awaitsWork && client.sequence >= last;
}

const isInterruption = (record: LogRecord): boolean =>
  record.kind === 'update' &&
  record.update.sessionUpdate === 'state_update' &&
  JSON.stringify(record.update).includes('"reason":"interrupted"');
