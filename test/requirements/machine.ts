/** A client with a real machine behind it, before an agent of version 1: files on a real disk, and real commands. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { settled } from '@acp-stack/testing';
import { clientMachine, type ClientMachine, type ClientMachineOptions } from '@acp-stack/workspace/client';

import type { ProgramFixture } from './program-fixture.ts';
import { olderAgent } from './version-1.ts';
import type { Fields, WireTester } from './wire-tester.ts';
import type { WireMessage } from '../interop/traffic.ts';

type Handlers = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>;

/** The same handlers; what they do is in `pending` until it is done. */
function tracked<H extends object>(handlers: H, pending: Set<Promise<unknown>>): H {
  const entries = Object.entries(handlers as unknown as Handlers).map(([name, handler]) => [
    name,
    (...args: never[]): Promise<unknown> => {
      const work = handler(...args);
      pending.add(work);
      const done = (): void => void pending.delete(work);
      work.then(done, done);
      return work;
    },
  ]);
  return Object.fromEntries(entries) as H;
}

export interface MachineUnderTest extends AsyncDisposable {
  readonly tester: WireTester;
  readonly machine: ClientMachine;
  /** The updates that the program has heard. */
  readonly heard: readonly Fields[];
  /** The folder of the session `s1`, with `file.txt` in it. */
  readonly root: string;
  /** A folder beside it, with `secret.txt` in it. */
  readonly outside: string;
  /** Asks for something that takes the machine its time, which has to be answered when that is done. */
  readonly ask: (method: string, params: object) => Promise<WireMessage>;
  /** Starts a program of Node; answers with its terminal. */
  readonly start: (program: string, params?: object) => Promise<string>;
}

export async function machineUnderTest(
  fixture: ProgramFixture,
  options: ClientMachineOptions = {},
): Promise<MachineUnderTest> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'acp-machine-')));
  const [root, outside] = [join(home, 'root'), join(home, 'outside')];
  for (const folder of [root, outside]) mkdirSync(folder);
  writeFileSync(join(root, 'file.txt'), 'one\ntwo\nthree\n');
  writeFileSync(join(outside, 'secret.txt'), 'secret\n');
  const machine = clientMachine({ killGrace: 100, ...options });
  const pending = new Set<Promise<unknown>>();
  const { tester, heard } = await olderAgent(fixture, {
    cwd: root,
    build: (app) => app.onFiles(tracked(machine.files, pending)).onTerminals(tracked(machine.terminals, pending)),
  });
  const ask = async (method: string, params: object): Promise<WireMessage> => {
    const waiting = new Set(pending);
    const id = await tester.begin(method, { sessionId: 's1', ...params });
    await Promise.allSettled([...pending].filter((work) => !waiting.has(work)));
    await settled();
    return tester.answerTo(id, method);
  };
  return {
    tester,
    machine,
    heard,
    root,
    outside,
    ask,
    start: async (program, params = {}) => {
      const { result } = await ask('terminal/create', { command: process.execPath, args: ['-e', program], ...params });
      return String(result?.['terminalId']);
    },
    [Symbol.asyncDispose]: async () => {
      await machine[Symbol.asyncDispose]();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
