/**
 * The updates of one session on their way to whoever wants them.
 *
 * Each is handled after the one before: the values change, everybody hears it, and then the prompts that it ends are
 * over. What nobody listens to, while no prompt runs, is kept for the first listener; it is never lost in silence.
 */
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';

import type { ClientSession, UpdateContext } from './client-session.ts';
import type { SessionHost } from './session-host.ts';
import type { SessionOpened, SessionView } from './session-view.ts';
import type { ActivePrompt } from './prompt-run.ts';
import { Fifo } from '../../shared/fifo.ts';
import { Listeners, type Listener } from './listeners.ts';

type Arguments = readonly [update: SessionUpdate, context: UpdateContext];

/** The session whose updates these are. */
export interface UpdatedSession {
  readonly face: ClientSession;
  readonly view: SessionView;
  /** An update was handled by everybody. */
  handled(update: SessionUpdate): void;
}

const noPrompts: ReadonlySet<ActivePrompt> = new Set();

export class UpdateFlow {
  readonly #session: UpdatedSession;
  readonly #host: Pick<SessionHost, 'listeners' | 'limits' | 'report'>;
  readonly #context: UpdateContext;
  #prompts: Set<ActivePrompt> | undefined;
  #listeners: Listeners<Arguments> | undefined;
  #unheard: Fifo<SessionUpdate> | undefined;
  #hasDropped = false;
  /** The end of what is being handled beside the updates that arrive; what arrives waits for it. */
  #tail: Promise<void> | undefined;

  constructor(session: UpdatedSession, host: Pick<SessionHost, 'listeners' | 'limits' | 'report'>) {
    this.#session = session;
    this.#host = host;
    this.#context = { session: session.face, sessionId: session.face.id };
  }

  /** The prompts that are not over. */
  get prompts(): ReadonlySet<ActivePrompt> {
    return this.#prompts ?? noPrompts;
  }

  begin(prompt: ActivePrompt): void {
    this.#prompts ??= new Set();
    this.#prompts.add(prompt);
  }

  end(prompt: ActivePrompt): void {
    this.#prompts?.delete(prompt);
  }

  /** The session is open: takes what came before, and then what the answer says; a promise when not all of it is handled yet. */
  open(early: readonly SessionUpdate[], opened: SessionOpened): Promise<void> | undefined {
    const { view } = this.#session;
    for (const update of early) view.fold(update);
    view.open(opened);
    for (const [index, update] of early.entries()) {
      const unfinished = this.#announce(update);
      if (unfinished === undefined) continue;
      const rest = early.slice(index + 1);
      return this.#afterTail(() => unfinished.then(() => inTurn(rest, (each) => this.#announce(each))));
    }
    return undefined;
  }

  /** Takes one update; a promise when it is not handled yet. */
  receive(update: SessionUpdate): Promise<void> | undefined {
    if (this.#tail === undefined) return this.#handle(update);
    return this.#afterTail(() => this.#handle(update));
  }

  listen(listener: Listener<Arguments>): Disposable {
    this.#listeners ??= new Listeners(this.#onError);
    const listeners = this.#listeners;
    const listening = listeners.add(listener);
    const unheard = this.#unheard?.takeAll() ?? [];
    this.#unheard = undefined;
    // Not inside this call: the listener may want to use its answer.
    if (unheard.length > 0)
      void this.#afterTail(() => inTurn(unheard, (update) => listeners.call(update, this.#context)));
    return listening;
  }

  /** What to do with an error of a listener. */
  get #onError(): (error: unknown) => void {
    const { report } = this.#host;
    return (error) => {
      report({ kind: 'handler-failed', method: 'session/update', error });
    };
  }

  #handle(update: SessionUpdate): Promise<void> | undefined {
    this.#session.view.fold(update);
    let pause: Promise<void> | undefined;
    for (const prompt of this.prompts) pause = prompt.receive(update) ?? pause;
    const unfinished = this.#announce(update);
    if (unfinished === undefined && pause === undefined) {
      this.#conclude(update);
      return undefined;
    }
    return Promise.all([unfinished, pause]).then(() => {
      this.#conclude(update);
    });
  }

  /** Tells everybody who listens. */
  #announce(update: SessionUpdate): Promise<void> | undefined {
    const { listeners: everywhere } = this.#host;
    if (this.#isUnheard()) this.#keep(update);
    const own = this.#listeners?.call(update, this.#context);
    const shared = everywhere.size === 0 ? undefined : everywhere.call(update, this.#context);
    return own === undefined || shared === undefined
      ? (own ?? shared)
      : Promise.all([own, shared]).then(() => undefined);
  }

  #conclude(update: SessionUpdate): void {
    for (const prompt of this.prompts) prompt.conclude(update);
    this.#session.handled(update);
  }

  #isUnheard(): boolean {
    return this.prompts.size === 0 && this.#host.listeners.size === 0 && (this.#listeners?.size ?? 0) === 0;
  }

  #keep(update: SessionUpdate): void {
    const { limits, report } = this.#host;
    const limit = limits.unheard;
    this.#unheard ??= new Fifo();
    this.#unheard.push(update);
    if (this.#unheard.trim(limit) === 0 || this.#hasDropped) return;
    this.#hasDropped = true;
    report({ kind: 'updates-dropped', sessionId: this.#context.sessionId, where: 'session', limit });
  }

  #afterTail(work: () => Promise<void> | undefined): Promise<void> {
    const tail = (this.#tail ?? Promise.resolve()).then(work).catch(this.#onError);
    this.#tail = tail;
    void tail.then(() => {
      if (this.#tail === tail) this.#tail = undefined;
    });
    return tail;
  }
}

async function inTurn(
  updates: readonly SessionUpdate[],
  work: (update: SessionUpdate) => Promise<void> | undefined,
): Promise<void> {
  for (const update of updates) await work(update);
}
