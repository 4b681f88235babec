/** The spans of a timeline: each request from its start to its answer, in rows that do not overlap. */
import type { WireRow } from '@acp-stack/trace/inspect';

/** A request and its answer. */
export interface Span {
  /** The index of the request. */
  readonly index: number;
  readonly method: string;
  readonly session: string | undefined;
  /** Seconds. */
  readonly start: number;
  /** Seconds; the end of the recording if there is no answer. */
  readonly end: number;
  readonly state: 'answered' | 'failed' | 'open';
  /** The row of its group in which it is drawn. */
  readonly line: number;
}

/** The spans of one session, or of the connection itself. */
export interface SpanGroup {
  /** The id of the session; undefined for what belongs to no session. */
  readonly session: string | undefined;
  readonly spans: readonly Span[];
  readonly lines: number;
}

/** Groups in the order in which they begin. */
export function spanGroups(rows: readonly WireRow[]): readonly SpanGroup[] {
  const last = rows.at(-1)?.ts ?? 0;
  const answers = new Map<number, WireRow>();
  for (const row of rows) if (row.request !== undefined) answers.set(row.request, row);
  const groups = new Map<string | undefined, { readonly spans: Span[]; readonly ends: number[] }>();
  for (const row of rows) {
    if (row.kind !== 'request') continue;
    const answer = answers.get(row.index);
    const session = row.session ?? answer?.session;
    const group = groups.get(session) ?? { spans: [], ends: [] };
    groups.set(session, group);
    const end = answer?.ts ?? last;
    const free = group.ends.findIndex((each) => each <= row.ts);
    const line = free === -1 ? group.ends.length : free;
    group.ends[line] = end;
    const state = answer === undefined ? 'open' : answer.kind === 'error' ? 'failed' : 'answered';
    group.spans.push({ index: row.index, method: row.method, session, start: row.ts, end, state, line });
  }
  return Array.from(groups, ([session, { spans, ends }]) => ({ session, spans, lines: ends.length }));
}

/** The part of the time that is in sight. */
export interface TimeWindow {
  /** Seconds. */
  readonly from: number;
  readonly to: number;
  /** Seconds that are too short to be seen. */
  readonly gap: number;
}

/** The spans in sight, without those that the one before them covers; a request that failed is always drawn. */
export function drawnSpans(spans: readonly Span[], { from, to, gap }: TimeWindow): readonly Span[] {
  const last = new Map<number, number>();
  return spans.filter((span) => {
    if (span.end < from || span.start > to) return false;
    const before = last.get(span.line);
    if (span.state !== 'failed' && before !== undefined && span.end - before < gap) return false;
    last.set(span.line, span.start);
    return true;
  });
}
