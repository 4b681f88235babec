/** Where a scenario plays: runs of the client in a folder of its own, and its observations. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Conversation } from '../conversation/conversation.ts';
import { PeerEnded, PeerSilent } from '../conversation/failure.ts';
import { isWithin } from '../wire/running-time.ts';
import type { Version } from '../rules/rule.ts';
import { Observer } from '../scenario/observer.ts';
import type { Wire, WireReceiver } from '../wire/wire.ts';
import type { AgentDialect } from './agent-dialect.ts';
import type { AgentScript } from './agent-script.ts';
import type { ClientDriver, ClientRun } from './client-driver.ts';
import type { ClientFacts } from './client-facts.ts';
import { ClientPlay } from './client-play.ts';
import { requestLog } from './place/seen-request.ts';

/** What the scenarios of a run share. */
export interface ClientSettings {
  readonly driver: ClientDriver;
  readonly facts: ClientFacts;
  /** The words of the prompt that the client is given. */
  readonly prompt: string;
  /** Milliseconds for each wait. */
  readonly limit: number;
  /** Milliseconds until the client has connected. */
  readonly startLimit: number;
  /** Milliseconds to wait for a client that does something too early. */
  readonly patience: number;
}

export class ClientStage extends Observer {
  readonly client: ClientFacts;
  readonly #settings: ClientSettings;
  readonly #plays: ClientPlay[] = [];
  readonly #runs: ClientRun[] = [];
  #folder: string | undefined;

  constructor(scenario: { readonly name: string; readonly decides: readonly string[] }, settings: ClientSettings) {
    super(scenario.name, scenario.decides);
    this.#settings = settings;
    this.client = settings.facts;
  }

  get dialect(): AgentDialect {
    return this.client.dialect;
  }

  get version(): Version {
    return this.dialect.version;
  }

  /** A folder with one file, `notes.txt`; it is removed at the end. */
  get folder(): string {
    if (this.#folder === undefined) {
      this.#folder = realpathSync(mkdtempSync(join(tmpdir(), 'acp-conformance-')));
      writeFileSync(join(this.#folder, 'notes.txt'), 'one\ntwo\nthree\n');
    }
    return this.#folder;
  }

  /** Starts the client, and waits until it has connected; the agent answers as the script says. */
  async start(script: AgentScript = {}): Promise<ClientPlay> {
    const { driver, prompt, limit } = this.#settings;
    const { over = this.client.over, isStubborn, refuses, hasComments } = script;
    const run = await driver({
      prompt,
      folder: this.folder,
      over,
      ...(isStubborn && { isStubborn }),
      ...(refuses && { refuses }),
      ...(hasComments && { hasComments }),
    });
    this.#runs.push(run);
    const { seen } = run;
    if (seen !== undefined)
      this.witness({
        get log() {
          return requestLog(seen);
        },
      });
    const gate = new Gate();
    const conversation = await Conversation.open((receiver) => this.#connected(run, gate.before(receiver)), { limit });
    this.watch(conversation);
    const play = new ClientPlay(conversation, run, this.dialect);
    this.#plays.push(play);
    play.serve(script);
    gate.open();
    return play;
  }

  /** The same, until it has sent its prompt. */
  async prompted(script: AgentScript = {}): Promise<ClientPlay> {
    const play = await this.start(script);
    await play.called('session/prompt');
    return play;
  }

  /** Waits while a client that takes something for its end would end: then it must still answer. */
  async stays({ conversation }: ClientPlay): Promise<boolean> {
    const { patience } = this.#settings;
    try {
      await conversation.fence();
      if (patience > 0 && (await conversation.untilEnded(patience))) return false;
      await conversation.fence();
      await conversation.fence();
    } catch (error) {
      if (error instanceof PeerEnded) return false;
      throw error;
    }
    return conversation.ended === undefined;
  }

  /** Waits until the client itself has ended; false if it has not within the time limit. */
  async hasEnded({ run }: ClientPlay): Promise<boolean> {
    return isWithin(run.ended, this.#settings.limit);
  }

  /** Ends everything that was started, and removes the folder. */
  async end(): Promise<void> {
    await Promise.all(this.#plays.map(({ conversation }) => conversation.close()));
    await Promise.all(this.#runs.map((run) => run.stop()));
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }

  async #connected(run: ClientRun, receiver: WireReceiver): Promise<Wire> {
    const { startLimit } = this.#settings;
    const connected = run.connect(receiver);
    if (await isWithin(connected, startLimit)) return connected;
    const missed = run.seen === undefined ? 'start the agent' : 'connect to the agent';
    const said = run.said?.() ?? '';
    throw new PeerSilent(`It did not ${missed} within ${(startLimit / 1000).toString()} s${said}.`);
  }
}

/** Keeps what arrives until the agent is ready to answer. */
class Gate {
  #held: (() => void)[] | undefined = [];

  before(receiver: WireReceiver): WireReceiver {
    const pass = (work: () => void): void => {
      if (this.#held === undefined) work();
      else this.#held.push(work);
    };
    return {
      text: (text) => pass(() => receiver.text(text)),
      note: (text) => pass(() => receiver.note(text)),
      ended: (reason) => pass(() => receiver.ended(reason)),
    };
  }

  open(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const work of held) work();
  }
}
