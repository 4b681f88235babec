/** One random schedule with real processes: sessions, clients, requests and faults, all chosen by the seed. */
import { setTimeout as wait } from 'node:timers/promises';

import type { History } from '../checker/history.ts';
import { FaultSetting, type FaultSettingOptions } from './fault-setting.ts';
import { clientLinkFaults, databaseLinkFaults, processFaults } from './hub-faults.ts';

export interface FaultOptions extends FaultSettingOptions {
  /** How long requests and faults last, in milliseconds. */
  readonly length: number;
}

const faults = { ...processFaults, ...clientLinkFaults };
const faultsOnPostgres = { ...faults, ...databaseLinkFaults };
/** `disconnect` is a client that leaves. */
const kinds = [...namesOf(faults), 'disconnect'] as const;
/** Half of the trouble of several hubs is the way to their database. */
const kindsOnPostgres = [...kinds, ...namesOf(databaseLinkFaults), 'partition'] as const;

/** Runs a schedule; rejects if it does not come to rest. */
export async function runFaults(options: FaultOptions): Promise<History> {
  await using setting = await FaultSetting.open(options);
  const history = await new FaultSchedule(setting, options).run();
  await setting.end();
  return history;
}

class FaultSchedule {
  readonly #setting: FaultSetting;
  readonly #options: FaultOptions;
  #texts = 0;
  /** Faults that are still under way. */
  readonly #faults = new Set<Promise<void>>();

  constructor(setting: FaultSetting, options: FaultOptions) {
    this.#setting = setting;
    this.#options = options;
  }

  async run(): Promise<History> {
    const { random, sessions } = this.#setting;
    for (let n = random.between(2, 3); n > 0; n -= 1) await this.#setting.createSession();
    for (const session of sessions) for (let n = random.between(1, 2); n > 0; n -= 1) this.#setting.addClient(session);
    const until = performance.now() + this.#options.length;
    while (performance.now() < until) {
      this.#request();
      if (random.chance(0.35)) this.#begin(this.#fault());
      await wait(random.between(50, 400));
    }
    await Promise.allSettled(this.#faults);
    return this.#setting.history();
  }

  #request(): void {
    const { random, clients } = this.#setting;
    const client = random.pick(clients);
    if (client === undefined || client.waiting > 4) return;
    const words = random.pick(['', '', 'ask', 'long', 'crash'] as const);
    const content = [{ type: 'text', text: `message ${(this.#texts += 1)} ${words}` }];
    const kind = random.pick(['prompt', 'prompt', 'inject', 'revoke', 'cancel'] as const);
    const messageId = random.pick(client.injected);
    if (kind === 'prompt') client.send('session/prompt', { prompt: content }, 'prompt');
    else if (kind === 'inject') client.send('session/inject', { mode: 'queue', content }, 'inject');
    else if (kind === 'revoke' && messageId !== undefined) client.send('session/revoke_inject', { messageId });
    else if (kind === 'cancel' && random.chance(0.3))
      client.send('session/set_title', { title: `Title ${this.#texts}` });
  }

  #begin(fault: Promise<void>): void {
    const running = fault
      .catch((error: unknown) => {
        this.#setting.log(`a fault failed: ${String(error)}`);
      })
      .finally(() => this.#faults.delete(running));
    this.#faults.add(running);
  }

  async #fault(): Promise<void> {
    const { random, hubs, clients, log } = this.#setting;
    const hub = random.pick(hubs);
    if (hub === undefined) return;
    const ms = random.pick([100, 500, 1500, 3500]);
    const kind = random.pick(hub.database === undefined ? kinds : kindsOnPostgres);
    const isServer = (this.#options.killDatabase ?? false) && random.chance(0.15);
    if (random.chance(0.15)) this.#killAgent();
    log(`${isServer ? 'kill database' : `${kind ?? ''} ${hub.name}`} for ${ms} ms`);
    if (isServer) await this.#setting.killDatabase(ms);
    else if (kind === 'disconnect') random.pick(clients)?.disconnect();
    else if (kind !== undefined) await faultsOnPostgres[kind](hub, ms);
    if (!hub.isRunning) await hub.start();
  }

  /** Kills an agent from outside. */
  #killAgent(): void {
    const pid = this.#setting.random.pick(this.#setting.notes.running());
    if (pid === undefined) return;
    this.#setting.log(`kill agent ${pid}`);
    process.kill(pid, 'SIGKILL');
  }
}

function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): readonly Name[] {
  return Object.keys(table) as Name[];
}
