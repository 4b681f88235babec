/**
 * A client and an agent of ours with a session between them, and everything that can happen to what the client injects.
 *
 * The agent's turns do what they are told. The tester sits at the agent's end of the wire.
 */
import { wrapChannel, memoryPair, type Channel } from '@acp-stack/rpc';
import {
  agent,
  client,
  type ClientConnection,
  type ClientSession,
  type InjectedMessage,
  type Turn,
} from '@acp-stack/sdk';

import { assert } from 'vitest';

import { InjectModel, type Fields } from './inject-model.ts';
import { ground, type Ground, type Life, type StoreKind } from './stores.ts';

const offer = { modes: ['queue', 'steer'], steerInStream: ['finish'], pending: { replace: true } } as const;
const cwd = '/garden';

/** Something that happens; `pick` says to which message. */
export interface Step {
  readonly kind: keyof typeof steps;
  readonly pick: number;
}

export class Stage {
  readonly tester = new InjectModel();
  /** Everything that was accepted, on this side's word. */
  readonly handles: InjectedMessage[] = [];
  readonly #ground: Ground;
  #life: Life;
  #connection: ClientConnection | undefined;
  #session: ClientSession | undefined;
  #channel: Channel | undefined;
  #turns: Turn[] = [];
  #tell: ((what: 'end' | 'ask' | 'elicit') => void) | undefined;
  #questions: (() => void)[] = [];
  #work: Promise<unknown>[] = [];
  #traffic = 0;
  #number = 0;
  #verdict: unknown;

  private constructor(kind: StoreKind) {
    this.#ground = ground(kind);
    this.#life = this.#ground.begin();
  }

  static async open(kind: StoreKind): Promise<Stage> {
    const stage = new Stage(kind);
    const app = client({ name: 'editor', version: '1.0.0' })
      .onPermission(() => stage.#question('allow_once'))
      .onElicitation({ form: () => stage.#question({ action: 'cancel' as const }) });
    stage.#connection = await app.connect(stage.#connect(), { onReport: () => undefined });
    stage.#session = await stage.#connection.newSession({ cwd });
    return stage;
  }

  /** Carries out steps at once, and waits until everything has come to rest. */
  async perform(burst: readonly Step[]): Promise<void> {
    for (const step of burst) {
      await steps[step.kind](this, step.pick);
      this.tester.isCalm = false;
    }
    await this.rest();
    if (this.#verdict !== undefined) throw this.#verdict as Error;
    const [only] = burst.length === 1 ? burst : [];
    if (only?.kind === 'breakpoint' && !isOfOldTurn(only.pick)) this.tester.broke();
    this.tester.rested();
  }

  /** Lets everything end, and compares what both sides know. */
  async conclude(): Promise<void> {
    for (let count = 0; !this.tester.isIdle || this.tester.hasPending; count += 1) {
      assert.isBelow(count, 200, 'it never ends');
      await this.perform([{ kind: 'answer', pick: 0 }]);
      await this.perform([{ kind: 'end', pick: 0 }]);
    }
    await Promise.all(this.#work);
    for (const message of this.handles) await this.#compare(message);
    assert.deepEqual(this.session.pendingMessages, []);
    const { said, pending } = await this.#ground.left(this.session.id);
    assert.deepEqual(pending, []);
    assert.equal(new Set(said).size, said.length, 'nothing is said twice');
    for (const id of this.tester.ids) assert.equal(said.includes(id), this.tester.fateOf(id) === 'delivered');
    this.#connection?.destroy();
  }

  async #compare({ delivered, messageId = '', state }: InjectedMessage): Promise<void> {
    assert.notInclude(['sending', 'pending'], state, `${messageId} has no end`);
    const outcome = await delivered;
    assert.equal(outcome.state, state);
    const fate = this.tester.fateOf(messageId);
    if (outcome.state === 'lost') assert(this.tester.wasCut(messageId), `${messageId} was not lost, but ${fate}`);
    // A session that is closed right after a message was revoked has said both.
    else if (outcome.state === 'closed') assert.include(['dropped', 'revoked'], fate);
    else assert.equal(outcome.state, fate);
  }

  get session(): ClientSession {
    if (this.#session === undefined) throw new Error('there is no session');
    return this.#session;
  }

  // -------------------------------------------------------------------------------------------- steps

  inject(mode: 'queue' | 'steer'): void {
    this.#number += 1;
    const injecting = this.session.inject(`${mode} ${this.#number}`, { mode });
    this.#do(injecting.then((message) => void this.handles.push(message)));
  }

  /** Does something to a message that was accepted, whatever became of it. */
  change(pick: number, change: (message: InjectedMessage) => Promise<void>): void {
    const message = this.handles[pick % Math.max(1, this.handles.length)];
    if (message !== undefined) this.#do(change(message));
  }

  newWords(): string {
    this.#number += 1;
    return `new ${this.#number}`;
  }

  prompt(): void {
    this.#number += 1;
    this.#do(Promise.resolve(this.session.prompt(`prompt ${this.#number}`)));
  }

  /** Any turn so far may reach a breakpoint; only the one that runs is steered there. */
  breakpoint(pick: number): void {
    const turn = isOfOldTurn(pick) ? this.#turns[pick % this.#turns.length] : this.#turns.at(-1);
    const taken = turn?.breakpoint() ?? [];
    assert(taken.length === 0 || turn?.session.turn === turn, 'a turn that has ended was steered');
  }

  tell(what: 'end' | 'ask' | 'elicit'): void {
    this.#tell?.(what);
  }

  answer(): void {
    for (const answer of this.#questions.splice(0)) answer();
  }

  async close(): Promise<void> {
    const { id } = this.session;
    this.#do(this.session.close());
    await this.rest();
    this.#session = await this.#connection?.resume({ sessionId: id, cwd });
    this.#adopt();
  }

  /** The connection is lost; the program goes on, or is killed and started again. */
  async cut(isKilled: boolean): Promise<void> {
    if (isKilled && this.#ground.canKill) this.#life.kill();
    this.#traffic += 1;
    const [channel, life] = [this.#channel, this.#life];
    this.#channel = undefined;
    channel?.destroy(new Error('cut'));
    await this.rest();
    this.tester.cut(await this.#ground.left(this.session.id));
    if (isKilled && this.#ground.canKill) this.#life = this.#ground.begin();
    else assert.equal(life, this.#life);
    this.#turns = [];
    this.#tell = undefined;
    this.#questions = [];
    await this.#connection?.reconnect(this.#connect());
    assert(!this.session.isClosed, 'the session goes on');
    this.#adopt();
  }

  /** What the agent has kept waits in this client again. */
  #adopt(): void {
    for (const message of this.session.pendingMessages) if (!this.handles.includes(message)) this.handles.push(message);
  }

  // -------------------------------------------------------------------------------------------- inside

  /** Waits until nothing is said or written any more. */
  async rest(): Promise<void> {
    for (let quiet = 0; quiet < 3; quiet += 1) {
      const before = this.#traffic + this.#ground.writes();
      await new Promise<void>((resolve) => void setImmediate(resolve));
      if (this.#traffic + this.#ground.writes() !== before) quiet = -1;
    }
  }

  /** What the tester throws is not for the programs that it watches. */
  #judged(tester: () => void): void {
    try {
      tester();
    } catch (error) {
      this.#verdict ??= error;
    }
  }

  #do(work: Promise<unknown>): void {
    this.#work.push(work.catch(() => undefined));
  }

  #question<T>(answer: T): Promise<T> {
    return new Promise((resolve) => {
      this.#questions.push(() => {
        resolve(answer);
      });
    });
  }

  /** Starts a connection of the program that lives now. */
  #connect(): Channel {
    const [left, right] = memoryPair();
    const channel: Channel = wrapChannel(right, {
      receive: (message, text, receiver) => {
        this.#traffic += 1;
        if (this.#channel === channel) this.#judged(() => this.tester.received(message as Fields));
        receiver.receive(message, text);
      },
      send: (message, text) => {
        const isTaken = right.send(message, text);
        this.#traffic += 1;
        if (this.#channel === channel) this.#judged(() => this.tester.sent(message as Fields));
        return isTaken;
      },
    });
    this.#channel = channel;
    agent({ name: 'gardener', version: '1.0.0' }, { inject: offer, store: this.#life.store })
      .onPrompt((turn) => this.#workOn(turn))
      .connect(channel, { onReport: () => undefined });
    return left;
  }

  async #workOn(turn: Turn): Promise<void> {
    this.#turns.push(turn);
    for (;;) {
      const what = await new Promise<'end' | 'ask' | 'elicit'>((resolve, reject) => {
        this.#tell = resolve;
        turn.signal.addEventListener('abort', () => {
          reject(turn.signal.reason as Error);
        });
      });
      if (what === 'end') return;
      if (what === 'ask') await turn.requestPermission({ title: 'May I?' });
      else await turn.elicit({ mode: 'form', message: 'Which?', requestedSchema: { type: 'object', properties: {} } });
    }
  }
}

const isOfOldTurn = (pick: number): boolean => pick % 4 === 3;

type Perform = (stage: Stage, pick: number) => void | Promise<void>;

export const steps = {
  queue: (stage) => stage.inject('queue'),
  steer: (stage) => stage.inject('steer'),
  revoke: (stage, pick) => stage.change(pick, (message) => message.revoke()),
  replace: (stage, pick) => stage.change(pick, (message) => message.replace(stage.newWords())),
  prompt: (stage) => stage.prompt(),
  cancel: (stage) => stage.session.cancel(),
  breakpoint: (stage, pick) => stage.breakpoint(pick),
  ask: (stage) => stage.tell('ask'),
  elicit: (stage) => stage.tell('elicit'),
  answer: (stage) => stage.answer(),
  end: (stage) => stage.tell('end'),
  close: (stage) => stage.close(),
  cut: (stage) => stage.cut(false),
  kill: (stage) => stage.cut(true),
} satisfies Record<string, Perform>;
