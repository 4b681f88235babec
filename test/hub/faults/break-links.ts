/**
 * Sessions at work while links break and are mended: those between clients and hubs, over WebSocket and HTTP, and those
 * between hubs and their database. What breaks, where and for how long is chosen by the seed.
 */
import { setTimeout as wait } from 'node:timers/promises';

import type { TcpProxy } from '../../support/tcp-proxy.ts';
import type { History } from '../checker/history.ts';
import { FaultSetting, type FaultSettingOptions } from './fault-setting.ts';
import type { HubClient } from './hub-client.ts';
import { linkFaultNames, linkFaults, mendLink, type LinkFaultName } from './link-faults.ts';

export interface BreakLinksOptions extends Pick<FaultSettingOptions, 'seed' | 'log' | 'longestPatience'> {
  /** How long links are broken and mended, in milliseconds; each fault once and briefly, everywhere, if absent. */
  readonly length?: number;
}

export interface BrokenLinks {
  readonly history: History;
  /** How often each fault has happened to a link. */
  readonly faults: ReadonlyMap<string, number>;
  /** For each time that all links were mended. */
  readonly recoveries: readonly Recovery[];
}

/** What it took until every client was served again. */
export interface Recovery {
  readonly ms: number;
  /** A hub was left with connections to the database that are dead, and that it has to find. */
  readonly hasDeadConnections: boolean;
}

const leavesDead: ReadonlySet<LinkFaultName> = new Set(['halfOpen', 'freeze']);

/** Runs it on three hubs; rejects if clients are not served again, or the whole does not come to rest. */
export async function breakLinks(options: BreakLinksOptions): Promise<BrokenLinks> {
  await using setting = await FaultSetting.open({ ...options, database: 'postgres', hubs: 3, agentFailures: 1000 });
  for (let n = 0; n < 4; n += 1) await setting.createSession();
  // Of each session one client over each transport.
  for (const session of setting.sessions) for (let n = 0; n < 2; n += 1) setting.addClient(session);
  const run = new LinkRun(setting);
  if (options.length === undefined) await run.breakAllOnce();
  else await run.breakFor(options.length);
  const history = await setting.history();
  await setting.end();
  return { history, faults: run.faults, recoveries: run.recoveries };
}

interface Link {
  readonly kind: 'client' | 'database';
  readonly name: string;
  readonly proxy: TcpProxy;
}

class LinkRun {
  readonly faults = new Map<string, number>();
  readonly recoveries: Recovery[] = [];
  readonly #setting: FaultSetting;
  readonly #links: readonly Link[];
  #texts = 0;

  constructor(setting: FaultSetting) {
    this.#setting = setting;
    this.#links = setting.hubs.flatMap(({ name, clients, database }): readonly Link[] => [
      { kind: 'client', name, proxy: clients },
      ...(database === undefined ? [] : [{ kind: 'database', name, proxy: database } as const]),
    ]);
  }

  /** Each fault once on all links to clients, and once on those to the database of one hub. */
  async breakAllOnce(): Promise<void> {
    const { random, hubs } = this.#setting;
    for (const [index, fault] of linkFaultNames.entries()) {
      const other = linkFaultNames[(index + linkFaultNames.length / 2) % linkFaultNames.length] ?? fault;
      const hub = random.pick(hubs)?.name;
      await this.#work(50);
      for (const link of this.#links) {
        if (link.kind === 'client') this.#break(link, fault);
        else if (link.name === hub) this.#break(link, other);
      }
      await this.#work(150);
      this.#mend();
    }
  }

  /** Random faults on random links, for so many milliseconds. */
  async breakFor(length: number): Promise<void> {
    const { random } = this.#setting;
    for (const until = performance.now() + length; performance.now() < until;) {
      const links = this.#links.filter(() => random.chance(0.5));
      const broken = links.map((link) => ({ link, fault: random.pick(linkFaultNames) ?? 'cut' }));
      for (const { link, fault } of broken) this.#break(link, fault);
      await this.#work(random.pick([200, 1000, 3000, 6000]));
      this.#mend();
      const ms = await this.#recover();
      const hasDeadConnections = broken.some(({ link, fault }) => link.kind === 'database' && leavesDead.has(fault));
      this.recoveries.push({ ms, hasDeadConnections });
      await this.#work(random.between(0, 500));
    }
  }

  #break({ kind, name, proxy }: Link, fault: LinkFaultName): void {
    const key = `${fault} of ${kind} links`;
    this.faults.set(key, (this.faults.get(key) ?? 0) + 1);
    this.#setting.log(`${fault} of the ${kind} link of ${name}`);
    linkFaults[fault](proxy, this.#setting.random);
  }

  #mend(): void {
    for (const { proxy } of this.#links) mendLink(proxy);
  }

  /** Waits until every client has the response to a request that it sends now, which the owner of its session gives. */
  async #recover(): Promise<number> {
    const { clients } = this.#setting;
    const since = performance.now();
    const sent = clients.map((client) => {
      const title = `Title ${(this.#texts += 1)}`;
      return { client, key: client.send('session/set_title', { title }) };
    });
    await this.#setting.until('every client is served', () => sent.every(({ client, key }) => !client.waitsFor(key)));
    const ms = Math.round(performance.now() - since);
    this.#setting.log(`every client is served after ${ms} ms`);
    return ms;
  }

  /** The clients send messages for so many milliseconds. */
  async #work(ms: number): Promise<void> {
    const { clients, random } = this.#setting;
    for (const until = performance.now() + ms; performance.now() < until; await wait(25)) {
      for (const client of clients) if (client.waiting === 0 && random.chance(0.3)) this.#prompt(client);
    }
  }

  #prompt(client: HubClient): void {
    const word = this.#setting.random.pick(['', '', 'ask', 'long']);
    const text = `message ${(this.#texts += 1)} ${word ?? ''}`;
    client.send('session/prompt', { prompt: [{ type: 'text', text }] }, 'prompt');
  }
}
