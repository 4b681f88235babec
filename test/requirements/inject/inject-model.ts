/**
 * A small model of injected messages, which reads what crosses the wire at the agent, in order, and says what must not
 * be.
 *
 * It knows nothing of the agent but its messages. A message is known from the answer that names it; until then it is in
 * limbo.
 */
import { assert } from 'vitest';

type Mode = 'queue' | 'steer';
/** How a message stands; `dropped` with a session that was closed. */
export type Fate = 'pending' | 'delivered' | 'revoked' | 'dropped';

interface Known {
  readonly mode: Mode;
  words: string;
  /** Contents that were asked for and not answered yet. */
  readonly offered: Set<string>;
  fate: Fate;
  /** Whether a connection was lost while it waited. */
  wasCut: boolean;
}

interface Asked {
  readonly method: string;
  readonly params: Fields;
  /** Whether nothing was under way when it came, so that its answer is certain. */
  readonly isCalm: boolean;
  readonly state: string;
}

export type Fields = Readonly<Record<string, unknown>>;

/** What a program that stopped has left in its store. */
export interface Left {
  readonly pending: readonly { readonly messageId: string; readonly mode: string; readonly words: string }[];
  /** The messages of the user that are part of the conversation. */
  readonly said: readonly string[];
}

export const wordsOf = (content: unknown): string => String((content as readonly Fields[] | undefined)?.[0]?.['text']);

export class InjectModel {
  readonly #known = new Map<string, Known>();
  readonly #asked = new Map<unknown, Asked>();
  #state = 'idle';
  #isCancelled = false;
  #isClosing = false;
  /** Everything has come to rest; the next message from the client finds it so. */
  isCalm = true;

  fateOf(messageId: string): Fate | undefined {
    return this.#known.get(messageId)?.fate;
  }

  wasCut(messageId: string): boolean {
    return this.#known.get(messageId)?.wasCut === true;
  }

  get ids(): readonly string[] {
    return [...this.#known.keys()];
  }

  get isIdle(): boolean {
    return this.#state === 'idle';
  }

  get hasPending(): boolean {
    return this.#line().length > 0;
  }

  /** A message from the client. */
  received({ id, method, params }: Fields): void {
    const fields = (params ?? {}) as Fields;
    if (method === 'session/cancel' && this.#state !== 'idle') this.#isCancelled = this.isCalm;
    if (method === 'session/close') this.#isClosing = true;
    if (id === undefined || typeof method !== 'string') return;
    // A prompt may be held for as long as something runs.
    if (method in answers) this.#asked.set(id, { method, params: fields, isCalm: this.isCalm, state: this.#state });
    if (method === 'session/replace_inject')
      this.#known.get(String(fields['messageId']))?.offered.add(wordsOf(fields['content']));
    this.isCalm = false;
  }

  /** A message to the client. */
  sent(message: Fields): void {
    const { id, method, params } = message;
    if (method === 'session/update') this.#told((params as Fields)['update'] as Fields);
    if (method !== undefined) return;
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    const answered = asked === undefined ? undefined : answers[asked.method];
    if (asked !== undefined && answered !== undefined) this[answered](asked, message);
  }

  /** Everything has come to rest, and no connection is lost: what waits waits for something. */
  rested(): void {
    this.isCalm = true;
    assert(!this.isIdle || !this.hasPending, `idle, and ${this.#line().length} messages wait`);
    assert.equal(this.#asked.size, 0, 'every request was answered');
  }

  /** A breakpoint was reached: nothing that could steer waits, unless the turn could not be steered. */
  broke(): void {
    const canSteer = this.#state === 'running' && !this.#isCancelled;
    const steers = this.#line().filter(([, { mode }]) => mode === 'steer');
    assert(!canSteer || steers.length === 0, 'a breakpoint delivers what steers');
  }

  /** The connection is lost, and its agent with it; requests without an answer may have been carried out or not. */
  cut({ pending, said }: Left): void {
    const asked = [...this.#asked.values()];
    this.#asked.clear();
    const isAskedFor = (method: string, messageId?: string): boolean =>
      asked.some(
        (each) => each.method === method && (messageId === undefined || each.params['messageId'] === messageId),
      );
    for (const [messageId, known] of this.#line()) {
      known.wasCut = true;
      const left = pending.find((each) => each.messageId === messageId);
      if (left !== undefined) {
        assert(left.words === known.words || known.offered.has(left.words), `${messageId} kept other words`);
        known.words = left.words;
      } else if (said.includes(messageId)) known.fate = 'delivered';
      else if (isAskedFor(revoking, messageId)) known.fate = 'revoked';
      else if (isAskedFor('session/close')) known.fate = 'dropped';
      else assert.fail(`${messageId} was lost with the connection`);
      known.offered.clear();
    }
    for (const { messageId, mode, words } of pending) {
      const known = this.#known.get(messageId);
      if (known === undefined) {
        const isInLimbo = asked.some(
          ({ method, params }) => method === 'session/inject' && wordsOf(params['content']) === words,
        );
        assert(isInLimbo, `${words} was never injected`);
        this.#add(messageId, { mode: mode as Mode, words, fate: 'pending' });
      } else assert.equal(known.fate, 'pending', `${messageId} is over, and kept as waiting`);
    }
    for (const id of said) assert.notInclude(['revoked', 'dropped'], this.fateOf(id) ?? 'delivered');
    this.#state = 'idle';
    this.#isCancelled = false;
    this.#isClosing = false;
  }

  // -------------------------------------------------------------------------------------------- answers

  injected({ params, isCalm, state }: Asked, { result, error }: Fields): void {
    const mode = String(params['mode']) as Mode;
    const words = wordsOf(params['content']);
    if (error === undefined) {
      const messageId = String((result as Fields)['messageId']);
      assert(!this.#known.has(messageId), `${messageId} is used twice`);
      assert(!(isCalm && mode === 'steer' && state === 'idle'), 'an idle session cannot be steered');
      this.#add(messageId, { mode, words, fate: this.#isClosing ? 'dropped' : 'pending' });
      return;
    }
    const isTooEarly = reasonOf(error) === 'no_running_turn' && mode === 'steer' && !(isCalm && state !== 'idle');
    assert(isTooEarly || this.#isClosing, `${words} was refused: ${JSON.stringify(error)}`);
  }

  revoked({ params }: Asked, { error }: Fields): void {
    const messageId = String(params['messageId']);
    const known = this.#known.get(messageId);
    if (error !== undefined) {
      this.#refused(known, error);
      return;
    }
    assert(known !== undefined && known.fate !== 'delivered', `${messageId} was revoked after its delivery`);
    if (known.fate === 'pending') known.fate = 'revoked';
  }

  replaced({ params }: Asked, { error }: Fields): void {
    const known = this.#known.get(String(params['messageId']));
    const words = wordsOf(params['content']);
    known?.offered.delete(words);
    if (error !== undefined) {
      this.#refused(known, error);
      return;
    }
    assert(known !== undefined && known.fate !== 'revoked', 'what was revoked is not replaced');
    assert(known.fate !== 'delivered' || known.words === words, 'a replaced message was delivered with its old words');
    known.words = words;
  }

  closed(): void {
    for (const [, known] of this.#line()) known.fate = 'dropped';
    this.#state = 'idle';
    this.#isCancelled = false;
  }

  resumed(_: Asked, { error }: Fields): void {
    if (error === undefined) this.#isClosing = false;
  }

  // -------------------------------------------------------------------------------------------- inside

  #refused(known: Known | undefined, error: unknown): void {
    const expected = { delivered: 'already_delivered', revoked: 'unknown_message_id', dropped: undefined, pending: '' };
    if (this.#isClosing) return;
    assert.equal(reasonOf(error), known === undefined ? undefined : expected[known.fate], JSON.stringify(known));
  }

  #told({ sessionUpdate, state, messageId, content }: Fields): void {
    if (sessionUpdate === 'state_update') {
      this.#state = String(state);
      if (this.isIdle) this.#isCancelled = false;
    }
    if (sessionUpdate !== 'user_message') return;
    const known = this.#known.get(String(messageId));
    if (known !== undefined) this.#deliver(String(messageId), known, wordsOf(content));
  }

  #deliver(messageId: string, known: Known, words: string): void {
    assert.equal(known.fate, 'pending', `${messageId} is delivered, and was ${known.fate}`);
    assert(words === known.words || known.offered.has(words), `${messageId} is delivered as ${words}`);
    // One that is being revoked may be gone already, which is said later.
    const isRevoking = (id: string): boolean =>
      [...this.#asked.values()].some(({ method, params }) => method === revoking && params['messageId'] === id);
    const first = this.#line().find(([id]) => id === messageId || !isRevoking(id));
    assert.equal(messageId, first?.[0], `${messageId} is delivered out of turn`);
    if (!this.isIdle) {
      assert.equal(known.mode, 'steer', `${messageId} is queued, and was delivered in a turn`);
      assert.equal(this.#state, 'running', `${messageId} was delivered while the user was asked`);
      assert(!this.#isCancelled, `${messageId} was delivered to a cancelled turn`);
    }
    known.fate = 'delivered';
    known.words = words;
  }

  #add(messageId: string, { mode, words, fate }: Pick<Known, 'mode' | 'words' | 'fate'>): void {
    this.#known.set(messageId, { mode, words, fate, offered: new Set(), wasCut: false });
  }

  /** What waits, in the order in which it has to be delivered. */
  #line(): readonly (readonly [string, Known])[] {
    const waiting = [...this.#known].filter(([, { fate }]) => fate === 'pending');
    return [
      ...waiting.filter(([, { mode }]) => mode === 'steer'),
      ...waiting.filter(([, { mode }]) => mode === 'queue'),
    ];
  }
}

const revoking = 'session/revoke_inject';

const answers: Readonly<Record<string, 'injected' | 'revoked' | 'replaced' | 'closed' | 'resumed'>> = {
  'session/inject': 'injected',
  [revoking]: 'revoked',
  'session/replace_inject': 'replaced',
  'session/close': 'closed',
  'session/resume': 'resumed',
};

const reasonOf = (error: unknown): unknown => ((error as Fields)['data'] as Fields | undefined)?.['reason'];
