/**
 * This node among the others: it says that it is alive, and observes which of the others are.
 *
 * A node that could not write its row for `lapsedAfter` has lapsed: others may count it as dead soon, so it acts no
 * more until it has written its row again. As `lapsedAfter` is shorter than `deadAfter`, and both are counted from
 * times that are on the safe side, a node that is only cut off has stopped before another one takes its sessions. This
 * keeps two agents from working on one session; that only one node writes its log is the promise of the fence alone.
 *
 * A node that is alone has more time: if no other row was there when it read them, every other node starts later, and
 * observes for `settleAfter` before it counts any as dead.
 *
 * A node that counts another one as dead writes a note into its row, and takes none of its sessions unless the number
 * there is still the same after that. So a node that has beaten too late and finds no note knows that its sessions were
 * not taken: a process that was paused, or too busy to beat in time, goes on with them. If it finds one, it stops them
 * all at once.
 */
import { randomBytes } from 'node:crypto';

import type { Journal } from '@acp-stack/journal';
import type { Clock } from '@acp-stack/rpc';

import { NodeRows, type NodeEstate, type NodeRow, type RowEvents, type SessionRequest } from './node-rows.ts';
import { NodeViews } from './node-views.ts';

export interface MembershipOptions {
  readonly journal: Journal;
  readonly clock: Clock;
  /** The beginning of the name of this node, such as the name of the machine; a random end makes it unique. */
  readonly name?: string;
  /** The whole name, if the caller knows that no other node ever has it. */
  readonly uniqueName?: string;
  /** No other process can use the journal: all other nodes are dead, and this one never lapses. */
  readonly isAlone?: boolean;
  /** How often the row is written, in milliseconds. */
  readonly beatEvery?: number;
  /** How long the number of a node stays the same until it is dead, in milliseconds. */
  readonly deadAfter?: number;
  /** How long a node observes the others before it counts the first one as dead, in milliseconds. */
  readonly settleAfter?: number;
  /** After how long without a written row this node stops acting, in milliseconds; less than `deadAfter`. */
  readonly lapsedAfter?: number;
  /** Called with what cannot be told to a client; one sentence. */
  readonly log?: (line: string) => void;
}

/** What a node has to react to. */
export interface MembershipEvents {
  /** Another node has died, or has left. */
  readonly died: (name: string) => void;
  /** This node must stop acting now. */
  readonly lapsed: () => void;
  /** This node may act again. */
  readonly returned: () => void;
  /** Another node asks this one to look after a session. */
  readonly asked: (request: SessionRequest) => void;
}

type Attempt = 'write' | 'read';
type State = 'starting' | 'active' | 'lapsed' | 'left';

/** Events of the row that were read are removed when there are this many. */
const keptEvents = 64;
const longestName = 64;
/** How many beats, and how many readings of the rows, may wait for the store at the same time. */
const maxHanging = 4;

export class NodeMembership {
  /** The name of this node; no other node has it, or had it before. */
  readonly name: string;
  /** No other process can use the journal. */
  readonly isAlone: boolean;
  readonly #clock: Clock;
  /** The journal over connections of its own, if it has them: a beat waits for no other call. */
  readonly #reserved: Journal | undefined;
  readonly #rows: NodeRows;
  readonly #views: NodeViews;
  readonly #beatEvery: number;
  readonly #lapsedAfter: number;
  /** How long before another node could take its sessions this node stops acting, in milliseconds. */
  readonly #margin: number;
  readonly #settleAfter: number;
  readonly #log: (line: string) => void;
  #events: MembershipEvents | undefined;
  #state: State = 'starting';
  #isDraining = false;
  #beat = 0;
  /** When the last write of the row that succeeded was begun. */
  #beatenAt = Number.NEGATIVE_INFINITY;
  /** When the newest reading that found no other row was begun. */
  #aloneAt = Number.NEGATIVE_INFINITY;
  /** The last late beat whose notes were read: a later note about an earlier beat has no effect. */
  #provenBeat = 0;
  /** Writes of the row that are not done yet. */
  #writing = 0;
  /** The number of the last event of the row that was handled, and of the last one that was removed. */
  #handled = 0;
  #removed = 0;
  /** The last event that was handled while this node took sessions; undefined while it does. */
  #drainedAt: number | undefined;
  #running: Promise<void> = Promise.resolve();
  #cancelTick: (() => void) | undefined;
  #cancelLapse: (() => void) | undefined;
  /** What failed the last time it was tried. */
  readonly #failing = new Set<Attempt>();
  /** Beats that are not done yet. */
  #beating = 0;
  /** Readings of the rows that are not done yet. */
  #reading = 0;
  /** When the newest look at what others have written was begun. */
  #lookedAt = Number.NEGATIVE_INFINITY;
  /** When the newest reading of the rows that is done was begun. */
  #observedAt = Number.NEGATIVE_INFINITY;

  constructor(options: MembershipOptions) {
    const { journal, clock, name = 'node', isAlone = false, log = () => undefined } = options;
    const { beatEvery = 500, deadAfter = 2500, lapsedAfter = 2000, settleAfter = 4000 } = options;
    this.name =
      options.uniqueName ??
      `${name.replaceAll(/[^\w.-]/gu, '-').slice(0, longestName)}-${randomBytes(6).toString('hex')}`;
    this.#clock = clock;
    this.#reserved = journal.reserve?.({ timeout: lapsedAfter });
    this.#rows = new NodeRows(this.#reserved ?? journal);
    this.isAlone = isAlone;
    this.#beatEvery = beatEvery;
    this.#lapsedAfter = lapsedAfter;
    this.#margin = deadAfter - lapsedAfter;
    this.#settleAfter = settleAfter;
    this.#log = log;
    this.#views = new NodeViews({
      own: this.name,
      deadAfter: isAlone ? Number.NEGATIVE_INFINITY : deadAfter,
      settleAfter: isAlone ? Number.NEGATIVE_INFINITY : settleAfter,
      longestGap: 2 * beatEvery,
    });
  }

  /** Writes the row for the first time and reads those of the others; rejects if that is not possible. */
  async start(events: MembershipEvents): Promise<void> {
    this.#events = events;
    await this.#write();
    await this.#observe();
    this.#scheduleTick(this.#beatEvery);
  }

  /** Whether this node may act: own sessions, give prompts to agents, write logs. */
  get isActive(): boolean {
    return this.#state === 'active' && this.#clock.now() < this.#leaseEnd;
  }

  /** Until when no other node takes the sessions of this one, with a margin to stop them before. */
  get #leaseEnd(): number {
    if (this.isAlone) return Number.POSITIVE_INFINITY;
    return Math.max(this.#beatenAt + this.#lapsedAfter, this.#aloneAt + this.#settleAfter - this.#margin);
  }

  /** Whether the store takes what this node writes; a full disk can still be read. */
  get isWriting(): boolean {
    return this.#clock.now() - this.#beatenAt < this.#lapsedAfter;
  }

  /** Whether this node takes no more sessions. */
  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** The nodes that take sessions, this one among them if it does. */
  get accepting(): readonly string[] {
    return this.isActive && !this.#isDraining ? [this.name, ...this.#views.accepting] : this.#views.accepting;
  }

  /** The other nodes that are known to be alive, and those that are known to be dead. */
  get others(): { readonly alive: readonly string[]; readonly dead: readonly string[] } {
    return { alive: this.#views.alive, dead: this.#views.dead };
  }

  /** Whether a node is alive. One that was never seen is looked up, and one that is dead may have come back. */
  async isAlive(name: string): Promise<boolean> {
    if (name === this.name) return this.isActive;
    if (this.isAlone) return false;
    if (this.#views.isAlive(name) === true) return true;
    const row = await this.#rows.get(name);
    // One that has left is found dead by the next reading of all rows, which begins the takeover.
    if (row === undefined || row.hasLeft) return false;
    this.#views.add(row, this.#clock.now());
    return this.#views.isAlive(name) ?? false;
  }

  /** Asks another node to look after a session; false if the node is gone. */
  ask(name: string, request: SessionRequest): Promise<boolean> {
    return this.#rows.ask(name, request);
  }

  /** What a dead node was asked last, and may not have read, with the number of the last event of its row. */
  async requestsTo(name: string): Promise<Pick<RowEvents, 'requests' | 'last'>> {
    return (await this.#rows.events(name)) ?? { requests: [], last: 0 };
  }

  /**
   * Removes the row of a dead node without sessions; false if the node was asked for something after the event `last`.
   */
  bury(name: string, last: number): Promise<boolean> {
    return this.#rows.bury(name, last);
  }

  /** From now on this node takes no more sessions, and the others know. */
  async drain(): Promise<void> {
    this.#isDraining = true;
    this.#drainedAt ??= this.#handled;
    await this.#write();
  }

  /** Ends the membership. If the node leaves anything behind, its row stays, so that another node finds it. */
  async leave(estate: NodeEstate): Promise<void> {
    this.#state = 'left';
    this.#cancelTick?.();
    this.#cancelLapse?.();
    await this.#running;
    const status = { beat: this.#beat, isDraining: true, hasLeft: true };
    await this.#rows.end(this.name, status, { ...estate, after: this.#drainedAt });
    await this.#reserved?.close();
  }

  #scheduleTick(ms: number): void {
    if (this.#state === 'left') return;
    this.#cancelTick = this.#clock.schedule(ms, () => {
      this.#running = this.#beatOnce();
    });
  }

  /**
   * Beats, and schedules the next beat: as a rule when this one is done. One that hangs, for example in a connection
   * that was cut off without a word, does not hold up the others, which may find another connection. No beat waits for
   * a reading of the rows.
   */
  async #beatOnce(): Promise<void> {
    const began = this.#clock.now();
    let hasNext = false;
    const next = (): void => {
      if (!hasNext) this.#scheduleTick(Math.max(0, began + this.#beatEvery - this.#clock.now()));
      hasNext = true;
    };
    this.#beating += 1;
    const cancel = this.#clock.schedule(2 * this.#beatEvery, () => {
      if (this.#beating < maxHanging) next();
    });
    const isWritten = await this.#attempt('write', () => this.#write());
    this.#beating -= 1;
    cancel();
    next();
    if (isWritten) await this.#look();
  }

  /** Reads the rows, unless they are still being read. */
  async #look(): Promise<void> {
    const isRecent = this.#clock.now() - this.#lookedAt < this.#lapsedAfter;
    if (this.#reading > 0 && (isRecent || this.#reading >= maxHanging)) return;
    this.#lookedAt = this.#clock.now();
    this.#reading += 1;
    await this.#attempt('read', async () => {
      await this.#observe();
      await this.#removeHandled();
    });
    this.#reading -= 1;
  }

  /** Does what needs the store; false if it failed. The first failure of several is logged. */
  async #attempt(what: Attempt, work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      this.#failing.delete(what);
      return true;
    } catch (error) {
      if (!this.#failing.has(what))
        this.#log(`The node ${this.name} cannot use the store: ${(error as Error).message}`);
      this.#failing.add(what);
      return false;
    }
  }

  async #write(): Promise<void> {
    this.#writing += 1;
    try {
      await this.#writeRow();
    } finally {
      this.#writing -= 1;
    }
  }

  async #writeRow(): Promise<void> {
    const began = this.#clock.now();
    this.#beat += 1;
    const status = { beat: this.#beat, isDraining: this.#isDraining, hasLeft: false };
    const { row, isNew } = await this.#rows.write(this.name, status);
    const leaseEnd = this.#leaseEnd;
    const late = this.#clock.now() - leaseEnd;
    // An update in PostgreSQL that waited for a note to be written returns the number of events before it.
    const events = await this.#eventsOf(late < 0 ? row : await this.#rows.get(this.name));
    const note = events?.deathNotes.find(({ beat }) => beat >= this.#provenBeat);
    // A row is removed after the last of its sessions was taken.
    const isRemoved = events === undefined || (isNew && this.#state !== 'starting');
    if (isRemoved) this.#views.beginAnew();
    if (isRemoved || note !== undefined) this.#lapse(`was counted as dead by ${note?.takenBy ?? 'another node'}`);
    // With another write under way, an earlier number may still replace this one.
    if (late >= 0 && this.#writing === 1) this.#provenBeat = status.beat;
    // Of several writes that came back together, the first has ended what was late.
    const wasFirst = this.#leaseEnd === leaseEnd;
    this.#beatenAt = Math.max(this.#beatenAt, began);
    this.#written(wasFirst ? late : -1);
    if (this.isActive && events !== undefined) this.#handle(events);
  }

  /** What others have written into the row and was not handled yet; undefined if the row was removed. */
  async #eventsOf(row: NodeRow | undefined): Promise<RowEvents | undefined> {
    if (row === undefined) return undefined;
    const { last } = row;
    // The row was removed and created again: its events are numbered anew.
    if (last < this.#handled) {
      [this.#handled, this.#removed] = [0, 0];
      if (this.#isDraining) this.#drainedAt = 0;
    }
    if (last === this.#handled) return { requests: [], deathNotes: [], last };
    return this.#rows.events(this.name, this.#handled);
  }

  #handle({ requests, last }: RowEvents): void {
    this.#handled = last;
    for (const request of requests) this.#events?.asked(request);
  }

  async #removeHandled(): Promise<void> {
    const through = this.#handled;
    // What was asked since the drain began is read again at the end.
    if (through - this.#removed < keptEvents || this.#isDraining) return;
    await this.#rows.forget(this.name, through);
    this.#removed = through;
  }

  /** The row was written; the lease had ended `late` milliseconds before, if that is positive. */
  #written(late: number): void {
    // The write may take so long that others may count this node as dead already.
    if (this.#state === 'left' || this.#clock.now() >= this.#leaseEnd) return;
    this.#scheduleLapse();
    const before = this.#state;
    this.#state = 'active';
    const wasLate = before === 'active' && late >= 0;
    const lateness = `beat ${Math.round(late)} ms too late; no other node counted it as dead: sessions go on.`;
    if (wasLate) this.#log(`The node ${this.name} ${lateness}`);
    if (wasLate || before === 'lapsed') this.#events?.returned();
  }

  #scheduleLapse(): void {
    if (this.isAlone) return;
    this.#cancelLapse?.();
    this.#cancelLapse = this.#clock.schedule(this.#leaseEnd - this.#clock.now(), () => {
      this.#leaseOver();
    });
  }

  /**
   * Stops in time, while no other node can count this one as dead. If it is too late for that, the process was paused,
   * and the next beat tells whether its sessions were taken; it may take as long as two beats.
   */
  #leaseOver(): void {
    const lapse = (): void => {
      this.#lapse(`could not write its row for ${Math.round(this.#clock.now() - this.#beatenAt)} ms`);
    };
    if (this.#clock.now() - this.#leaseEnd < this.#margin) lapse();
    else this.#cancelLapse = this.#clock.schedule(2 * this.#beatEvery, lapse);
  }

  #lapse(why: string): void {
    if (this.#state !== 'active' || this.isAlone) return;
    this.#state = 'lapsed';
    this.#log(`The node ${this.name} ${why}; its sessions stop.`);
    this.#events?.lapsed();
  }

  async #observe(): Promise<void> {
    const began = this.#clock.now();
    const rows = await this.#rows.list();
    // What hung for a while is older than what was read since.
    if (began < this.#observedAt) return;
    this.#observedAt = began;
    if (rows.every(({ name }) => name === this.name)) {
      this.#aloneAt = began;
      if (this.isActive) this.#scheduleLapse();
    }
    const { gone, silent } = this.#views.observe(rows, { began, ended: this.#clock.now() });
    for (const name of gone) this.#events?.died(name);
    for (const row of silent) await this.#countAsDead(row);
  }

  /** Counts a silent node as dead; if that fails, the next reading tries again. */
  async #countAsDead(row: NodeRow): Promise<void> {
    if (!this.isActive) return;
    const note = { takenBy: this.name, beat: row.beat };
    const isDead = this.isAlone || (await this.#rows.countAsDead(row.name, note));
    if (isDead && this.#views.bury(row)) this.#events?.died(row.name);
  }
}
