/**
 * The spans of a timeline: each request from its start to its answer, in rows that do not overlap.
 *
 * In version 2 a prompt is answered at once, and the turn lasts from a state to the next: it is a span too.
 */
import type { SessionUpdateVariants } from '@acp-stack/schema/v2/unstable';
import type { WireRow } from '@acp-stack/trace/inspect';

/** A request and its answer, or a turn. */
export interface Span {
  /** The index of the message that it begins with. */
  readonly index: number;
  /** The method, or what it is. */
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
  const add = (span: Omit<Span, 'line'>): void => {
    const group = groups.get(span.session) ?? { spans: [], ends: [] };
    groups.set(span.session, group);
    const free = group.ends.findIndex((each) => each <= span.start);
    const line = free === -1 ? group.ends.length : free;
    group.ends[line] = span.end;
    group.spans.push({ ...span, line });
  };
  const turnEnds = endsOfTurns(rows);
  for (const row of rows) {
    const { index, method, ts: start } = row;
    const turn = turnEnds.get(index);
    if (turn !== undefined) {
      add({ index, method: 'turn', session: row.session, start, end: turn.ts ?? last, state: turn.state });
    }
    if (row.kind !== 'request') continue;
    const answer = answers.get(index);
    const state = answer === undefined ? 'open' : answer.kind === 'error' ? 'failed' : 'answered';
    add({ index, method, session: row.session ?? answer?.session, start, end: answer?.ts ?? last, state });
  }
  return Array.from(groups, ([session, { spans, ends }]) => ({ session, spans, lines: ends.length }));
}

const stateUpdate: keyof SessionUpdateVariants = 'state_update';
const stateOf = new RegExp(`^${stateUpdate} (?<state>running|idle)\\b(?<rest>.*)`, 'u');

interface TurnEnd {
  /** Undefined while it goes on. */
  readonly ts: number | undefined;
  readonly state: Span['state'];
}

/** The end of each turn, by the index of the message that it begins with. */
function endsOfTurns(rows: readonly WireRow[]): ReadonlyMap<number, TurnEnd> {
  const ends = new Map<number, TurnEnd>();
  const open = new Map<string, number>();
  for (const { index, ts, run, from, session, preview } of rows) {
    const { state, rest } = stateOf.exec(preview)?.groups ?? {};
    // The same update passes each hop of a chain.
    const key = `${run} ${from} ${session}`;
    const start = open.get(key);
    if (state === 'running' && start === undefined) {
      open.set(key, index);
      ends.set(index, { ts: undefined, state: 'open' });
    }
    if (state !== 'idle' || start === undefined) continue;
    open.delete(key);
    ends.set(start, { ts, state: rest === ' error' ? 'failed' : 'answered' });
  }
  return ends;
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
