/** A hub as a process that is asked what it holds: open files, handles, timers and memory. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import type { HubStatus } from '@acp-stack/hub';

import { temporaryFolder } from '../../support/checkout.ts';

/** How many there are of each kind. */
type Counts = Readonly<Record<string, number>>;

/** What the process of a hub holds. */
export interface Holdings {
  readonly status: HubStatus;
  readonly counts: {
    /** Open files: sockets, pipes and files by name. */
    readonly descriptors: Counts;
    /** What keeps the process running, as Node.js names it. */
    readonly handles: Counts;
    /** Objects in memory, whether they keep the process running or not. */
    readonly objects: Counts;
  };
  /** Bytes in use after garbage collection. */
  readonly memory: number;
  /** Bytes that the process has of the machine. */
  readonly rss: number;
}

const programOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** How long a hub without clients may take until nothing is left of them, in milliseconds. */
const restTime = 120_000;

/** The code of the engine keeps its size: what is compiled again and again would be as large as what is looked for. */
const steadyCode = ['--no-opt', '--no-sparkplug', '--no-maglev', '--no-flush-bytecode'];

export class SoakedHub implements AsyncDisposable {
  readonly url: string;
  /** The folder that the sessions are in. */
  readonly folder: string;
  readonly #temporary: Disposable;
  readonly #child: ChildProcess;

  private constructor(url: string, child: ChildProcess, temporary: ReturnType<typeof temporaryFolder>) {
    this.url = url;
    this.folder = temporary.path;
    this.#child = child;
    this.#temporary = temporary;
  }

  /** `keep` is how long it keeps what it keeps for a while, in milliseconds. */
  static async start({ keep }: { readonly keep: number }): Promise<SoakedHub> {
    const temporary = temporaryFolder();
    const options = {
      keep,
      database: join(temporary.path, 'hub.db'),
      notes: join(temporary.path, 'notes'),
      agent: programOf('../faults/scripted-agent.mjs'),
      brief: programOf('brief-agent.sh'),
      root: temporary.path,
    };
    const child = fork(programOf('soak-program.mjs'), [JSON.stringify(options)], {
      execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning', ...steadyCode],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const [{ url }] = (await once(child, 'message')) as [{ readonly url: string }];
    return new SoakedHub(url, child, temporary);
  }

  /** The process id. */
  get pid(): number {
    return this.#child.pid ?? 0;
  }

  async holdings(): Promise<Holdings> {
    const answer = once(this.#child, 'message');
    this.#child.send('What do you hold?');
    const [holdings] = (await answer) as [Holdings];
    return holdings;
  }

  /**
   * What it holds once it is idle, and has no more of anything than `before`, or only `more`. If that does not come
   * about, what there is in the end.
   */
  async rest(before: Holdings, more = 0): Promise<Holdings> {
    for (const until = performance.now() + restTime; ; await wait(100)) {
      const holdings = await this.holdings();
      const isAtRest = isIdle(holdings) && growth(before, holdings, more).length === 0;
      if (isAtRest || performance.now() > until) return holdings;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.disconnect();
    await ended;
    this.#temporary[Symbol.dispose]();
  }
}

/** Whether nothing is left of clients: no session that is live, no agent and no connection. */
export const isIdle = ({ status, counts }: Holdings): boolean =>
  status.liveSessions + status.agents + status.clients + status.attachments === 0 &&
  counts.handles['TCPSocketWrap'] === undefined;

/** What there is more of than before, one line for each kind; `more` of each do not count. */
export function growth(before: Holdings, after: Holdings, more = 0): readonly string[] {
  return (['descriptors', 'handles', 'objects'] as const).flatMap((group) =>
    Object.entries(after.counts[group]).flatMap(([kind, count]) => {
      const earlier = before.counts[group][kind] ?? 0;
      return count > earlier + more ? [`${group}: ${count} ${kind}, and ${earlier} before`] : [];
    }),
  );
}
