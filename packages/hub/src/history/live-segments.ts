/**
 * What was stored of live sessions and is not in their histories yet, merged while it passes by.
 *
 * So the owner of a session need not read its log again to merge it; on SQLite this is a fifth of the work of the hub
 * at full speed (`npm run bench -- hub --case throughput`). The segments of a session follow one another without a gap.
 * All together hold a bounded number of bytes: a session that finds no room loses its segments, and is read again.
 */
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';

import type { StoredEntry } from '../store/records.ts';
import { MergedUpdates } from './merged-updates.ts';

/** Updates that stand for records up to `through`. */
export interface Segment {
  readonly through: number;
  readonly updates: readonly SessionUpdate[];
}

interface GrowingSegment {
  readonly after: number;
  through: number;
  bytes: number;
  readonly merged: MergedUpdates;
}

export interface LiveSegmentLimits {
  /** How many records one segment has at most. */
  readonly most: number;
  /** How many bytes of records, as JSON, one segment has, unless one record alone has more. */
  readonly mostBytes: number;
  /** How many bytes of records, as JSON, all segments together stand for. */
  readonly liveBytes: number;
}

export class LiveSegments {
  readonly #limits: LiveSegmentLimits;
  readonly #sessions = new Map<string, GrowingSegment[]>();
  #bytes = 0;

  constructor(limits: LiveSegmentLimits) {
    this.#limits = limits;
  }

  /** Adds entries that were stored. If they do not follow those before, these are forgotten. */
  add(sessionId: string, entries: readonly StoredEntry[]): void {
    for (const entry of entries) {
      if (this.#bytes + entry.bytes > this.#limits.liveBytes) {
        this.forget(sessionId);
        return;
      }
      this.#add(sessionId, entry);
    }
  }

  /** Where the first segment of a session begins that does not begin before a record; undefined if there is none. */
  startFrom(sessionId: string, record: number): number | undefined {
    const segments = this.#sessions.get(sessionId) ?? [];
    while (segments.length > 0) {
      const after = segments[0]?.after ?? record;
      if (after >= record) return after;
      this.#remove(sessionId, segments);
    }
    return undefined;
  }

  /** Takes the segment that begins after a record; undefined if there is none. */
  take(sessionId: string, after: number): Segment | undefined {
    const segments = this.#sessions.get(sessionId);
    if (segments === undefined || this.startFrom(sessionId, after) !== after) return undefined;
    const { through, merged } = this.#remove(sessionId, segments) as GrowingSegment;
    return { through, updates: merged.updates };
  }

  forget(sessionId: string): void {
    for (const { bytes } of this.#sessions.get(sessionId) ?? []) this.#bytes -= bytes;
    this.#sessions.delete(sessionId);
  }

  #add(sessionId: string, { sequence, record, bytes }: StoredEntry): void {
    const last = this.#sessions.get(sessionId)?.at(-1);
    if (last !== undefined && last.through !== sequence - 1) this.forget(sessionId);
    const segment =
      last !== undefined && this.#canTake(last, sequence, bytes) ? last : this.#begin(sessionId, sequence);
    if (record.kind === 'update') segment.merged.add(record.update, bytes);
    segment.through = sequence;
    segment.bytes += bytes;
    this.#bytes += bytes;
  }

  #canTake(segment: GrowingSegment, sequence: number, bytes: number): boolean {
    const { most, mostBytes } = this.#limits;
    return segment.through === sequence - 1 && sequence - segment.after <= most && segment.bytes + bytes <= mostBytes;
  }

  #begin(sessionId: string, sequence: number): GrowingSegment {
    const segment = { after: sequence - 1, through: sequence - 1, bytes: 0, merged: new MergedUpdates() };
    const segments = this.#sessions.get(sessionId);
    if (segments === undefined) this.#sessions.set(sessionId, [segment]);
    else segments.push(segment);
    return segment;
  }

  /** Removes the first segment. */
  #remove(sessionId: string, segments: GrowingSegment[]): GrowingSegment | undefined {
    const first = segments.shift();
    this.#bytes -= first?.bytes ?? 0;
    if (segments.length === 0) this.#sessions.delete(sessionId);
    return first;
  }
}
