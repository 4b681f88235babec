/**
 * The history of sessions in few records, so that a client that attaches need not wait for the whole log.
 *
 * The owner has the log merged from time to time, after its appends and never before them. Merging takes what is
 * stored, from memory or from the log, and writes `history/<session>`, each update with the number of the record up to
 * which its segment reaches; the last such number is in the metadata, written in the same append. So merging can stop
 * anywhere, be done twice, or by two nodes, and nothing is lost or told twice. A snapshot of the state is kept in
 * `snapshot/<session>`.
 */
import { JournalError, type StreamInfo } from '@acp-stack/journal';
import { describeError } from '@acp-stack/rpc';
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { mergedHistory } from '@acp-stack/sdk';

import type { Committed } from '../session/session-host.ts';
import type { SessionSnapshot } from '../session/session-state.ts';
import type { HubStore } from '../store/hub-store.ts';
import { LiveSegments, type Segment } from './live-segments.ts';
import { MergedUpdates } from './merged-updates.ts';

/** An update of the history: it stands for records up to `through`. */
interface HistoryEvent {
  readonly through: number;
  readonly update: SessionUpdate;
}

export interface HistoryLimits {
  /** So many sessions are merged at the same time: each has a segment in memory. The others wait. */
  readonly atOnce: number;
  /** At the end of a turn the log is merged if it has grown by so many records. */
  readonly least: number;
  /** In a turn it is merged when it has grown by so many records; a segment has at most so many. */
  readonly most: number;
  /** The bytes of the records of a segment. */
  readonly mostBytes: number;
  /** The bytes of the records of all sessions that are kept in memory until they are merged. */
  readonly liveBytes: number;
  /** A snapshot is kept when the log has grown by so many records since the last one. */
  readonly snapshotEvery: number;
}

const defaultHistoryLimits: HistoryLimits = {
  atOnce: 4,
  least: 32,
  most: 2000,
  mostBytes: 8 * 1024 * 1024,
  liveBytes: 16 * 1024 * 1024,
  snapshotEvery: 256,
};

export interface SessionHistoryOptions {
  readonly limits?: Partial<HistoryLimits>;
  /** Called with what cannot be told to a client; one sentence. */
  readonly log?: (line: string) => void;
}

/** What is known of a session that is live here. */
interface Progress {
  /** Up to which record the history and the snapshot reach; undefined until it is read. */
  merged: number | undefined;
  snapshot: number | undefined;
  /** What has to be done next. */
  target: number;
  newest: SessionSnapshot | undefined;
  /** It is being merged, or waits for that. */
  isRunning: boolean;
}

const historyOf = (sessionId: string): string => `history/${sessionId}`;
const snapshotsOf = (sessionId: string): string => `snapshot/${sessionId}`;

export class SessionHistory {
  readonly #store: HubStore;
  readonly #limits: HistoryLimits;
  readonly #log: (line: string) => void;
  readonly #live = new Map<string, Progress>();
  readonly #segments: LiveSegments;
  readonly #running = new Set<Promise<void>>();
  /** The sessions that wait to be merged, the first one longest. */
  readonly #waiting = new Map<string, Progress>();

  constructor(store: HubStore, { limits, log }: SessionHistoryOptions = {}) {
    this.#store = store;
    this.#limits = { ...defaultHistoryLimits, ...limits };
    this.#segments = new LiveSegments(this.#limits);
    this.#log = log ?? (() => undefined);
  }

  // -------------------------------------------------------------------------------------------- writing

  /** Records of a session that is live here were stored: merges them if it is time to. Returns at once. */
  readonly committed = (sessionId: string, { entries, last, isIdle, snapshot }: Committed): void => {
    const known = this.#live.get(sessionId);
    const progress = known ?? {
      merged: undefined,
      snapshot: undefined,
      target: 0,
      newest: undefined,
      isRunning: false,
    };
    if (known === undefined) this.#live.set(sessionId, progress);
    this.#segments.add(sessionId, entries);
    const { least, most, snapshotEvery } = this.#limits;
    const growth = last - Math.max(progress.merged ?? 0, progress.target);
    if (growth >= most || (isIdle && growth >= least)) progress.target = last;
    const since = last - Math.max(progress.snapshot ?? 0, progress.newest?.through ?? 0);
    if (since >= snapshotEvery && snapshot !== undefined) progress.newest = snapshot();
    if (progress.isRunning || !this.#isDue(progress)) return;
    progress.isRunning = true;
    this.#waiting.set(sessionId, progress);
    this.#startWaiting();
  };

  /** The session is not live here any more. */
  forget(sessionId: string): void {
    this.#live.delete(sessionId);
    this.#segments.forget(sessionId);
  }

  /** Resolves when nothing is being merged. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Merges the log up to a record, or a little further; resolves with the number that was reached. */
  async merge(sessionId: string, through: number): Promise<number> {
    for (;;) {
      const info = await this.#ensure(historyOf(sessionId));
      if (info === undefined || throughOf(info) >= through) return info === undefined ? through : throughOf(info);
      await this.#mergeSegment(sessionId, info, through);
    }
  }

  /** Keeps a snapshot in place of older ones; nothing happens if a newer one is there. */
  async keepSnapshot(sessionId: string, snapshot: SessionSnapshot): Promise<void> {
    const { journal } = this.#store;
    const info = await this.#ensure(snapshotsOf(sessionId));
    if (info === undefined || throughOf(info) >= snapshot.through) return;
    try {
      const { last } = await journal.append(snapshotsOf(sessionId), [snapshot], {
        expectedLast: info.last,
        patch: { through: snapshot.through },
      });
      await journal.trim(snapshotsOf(sessionId), { through: last - 1 });
    } catch (error) {
      if (!isRace(error)) throw error;
    }
  }

  #isDue({ merged, snapshot, target, newest }: Progress): boolean {
    return target > (merged ?? 0) || (newest?.through ?? 0) > (snapshot ?? 0);
  }

  #startWaiting(): void {
    for (const [sessionId, progress] of this.#waiting) {
      if (this.#running.size >= this.#limits.atOnce) return;
      this.#waiting.delete(sessionId);
      this.#start(sessionId, progress);
    }
  }

  #start(sessionId: string, progress: Progress): void {
    const running = this.#run(sessionId, progress)
      .catch((error: unknown) => {
        if (!isRace(error))
          this.#log(`The history of the session ${sessionId} could not be merged: ${describeError(error)}`);
        // Tried again when the log has grown further, from the log.
        this.#segments.forget(sessionId);
        progress.target = Math.min(progress.target, progress.merged ?? 0);
        progress.newest = undefined;
      })
      .finally(() => {
        progress.isRunning = false;
        this.#running.delete(running);
        this.#startWaiting();
      });
    this.#running.add(running);
  }

  async #run(sessionId: string, progress: Progress): Promise<void> {
    while (this.#live.get(sessionId) === progress && this.#isDue(progress)) {
      const { target, newest } = progress;
      if (target > (progress.merged ?? 0)) {
        progress.merged = await this.merge(sessionId, target);
      }
      if (newest !== undefined && newest.through > (progress.snapshot ?? 0)) {
        await this.keepSnapshot(sessionId, newest);
        progress.snapshot = newest.through;
      }
    }
  }

  /** Merges one segment after what is merged. If another node has done that meanwhile, nothing happens. */
  async #mergeSegment(sessionId: string, info: StreamInfo, through: number): Promise<void> {
    const before = throughOf(info);
    const segment = this.#segments.take(sessionId, before) ?? (await this.#readSegment(sessionId, before, through));
    const events = segment.updates.map((update): HistoryEvent => ({ through: segment.through, update }));
    try {
      await this.#store.journal.append(historyOf(sessionId), events, {
        expectedLast: info.last,
        patch: { through: segment.through },
      });
    } catch (error) {
      if (!isRace(error)) throw error;
    }
  }

  /** Reads one segment of the log, up to what is in memory. */
  async #readSegment(sessionId: string, after: number, through: number): Promise<Segment> {
    const { most, mostBytes } = this.#limits;
    const merged = new MergedUpdates();
    const end = Math.min(through, this.#segments.startFrom(sessionId, after) ?? through);
    let last = after;
    for await (const { sequence, record } of this.#store.read(sessionId, after, Math.min(most, end - after))) {
      if (record.kind === 'update') merged.add(record.update);
      last = sequence;
      if (merged.bytes >= mostBytes) break;
    }
    if (last === after) throw new Error(`its log ends before record ${through}`);
    return { through: last, updates: merged.updates };
  }

  /** The stream, created if it does not exist; undefined if the session does not exist any more. */
  async #ensure(stream: string): Promise<StreamInfo | undefined> {
    const { journal } = this.#store;
    const info = await journal.get(stream);
    if (info !== undefined) return info;
    const sessionId = stream.slice(stream.indexOf('/') + 1);
    if ((await this.#store.get(sessionId)) === undefined) return undefined;
    try {
      return await journal.create(stream);
    } catch (error) {
      if (error instanceof JournalError && error.code === 'exists') return journal.get(stream);
      throw error;
    }
  }

  // -------------------------------------------------------------------------------------------- reading

  /** The conversation up to the record `through`, in whole messages: no notices, and the last state at the end. */
  replay(sessionId: string, through: number): AsyncIterable<SessionUpdate> {
    return conversation(this.#updates(sessionId, { after: 0, through }));
  }

  /** About the last `count` updates of `replay`; what they change may have begun earlier. */
  async *replayTail(sessionId: string, count: number, through: number): AsyncGenerator<SessionUpdate, void> {
    const info = await this.#store.journal.get(historyOf(sessionId));
    const after = Math.max(0, (info?.last ?? 0) - count);
    const last: SessionUpdate[] = [];
    for await (const update of conversation(this.#updates(sessionId, { after, through }))) {
      last.push(update);
      if (last.length > count) last.shift();
    }
    yield* last;
  }

  /** Up to which record the history reaches. */
  async mergedThrough(sessionId: string): Promise<number> {
    const info = await this.#store.journal.get(historyOf(sessionId));
    return info === undefined ? 0 : throughOf(info);
  }

  /** The newest snapshot of the state; undefined if there is none. */
  readonly snapshot = async (sessionId: string): Promise<SessionSnapshot | undefined> => {
    const { journal } = this.#store;
    const info = await journal.get(snapshotsOf(sessionId));
    if (info === undefined || info.last === 0) return undefined;
    for await (const { event } of journal.read(snapshotsOf(sessionId), { after: info.last - 1 }))
      return event as SessionSnapshot;
    return undefined;
  };

  /** The updates of the history after an event of it, then those of the log that are not merged. */
  async *#updates(
    sessionId: string,
    { after, through }: { readonly after: number; readonly through: number },
  ): AsyncGenerator<SessionUpdate, void> {
    const merged = await this.mergedThrough(sessionId);
    // What is merged need not be in the log any more. A segment may be without updates.
    let reached = merged <= through ? merged : 0;
    for await (const event of this.#events(sessionId, after)) {
      // The segment reaches further than the caller asks for.
      if (event.through > through) break;
      reached = Math.max(reached, event.through);
      yield event.update;
    }
    if (reached >= through) return;
    for await (const { sequence, record } of this.#store.read(sessionId, reached, through - reached)) {
      if (sequence > through) return;
      if (record.kind === 'update') yield record.update;
    }
  }

  async *#events(sessionId: string, after: number): AsyncGenerator<HistoryEvent, void> {
    try {
      for await (const { event } of this.#store.journal.read(historyOf(sessionId), { after }))
        yield event as HistoryEvent;
    } catch (error) {
      // A session without a history is read from its log.
      if (!(error instanceof JournalError) || error.code !== 'missing') throw error;
    }
  }
}

const throughOf = ({ metadata }: StreamInfo): number => {
  const { through } = metadata as { readonly through?: number };
  return through ?? 0;
};

/** Another node was quicker, or the session was deleted meanwhile. */
const isRace = (error: unknown): boolean =>
  error instanceof JournalError && (error.code === 'conflict' || error.code === 'missing');

/** Whole messages, without what a replay does not tell: notices, and all states but the last. */
async function* conversation(updates: AsyncIterable<SessionUpdate>): AsyncGenerator<SessionUpdate, void> {
  let state: SessionUpdate | undefined;
  async function* told(): AsyncGenerator<SessionUpdate, void> {
    for await (const update of updates) {
      if (update.sessionUpdate === 'state_update') state = update;
      else if (update.sessionUpdate !== 'notice') yield update;
    }
  }
  yield* mergedHistory(told());
  if (state !== undefined) yield state;
}
