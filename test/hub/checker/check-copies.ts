/** A copy of a session is complete or in no list, and begins with what was said in its source. */
import { isDeepStrictEqual } from 'node:util';

import type { LogEntry } from '../../../packages/hub/src/store/records.ts';
import type { CopiedSession, History, Violation } from './history.ts';

export function checkCopies({ copies = [], sessions }: History): readonly Violation[] {
  const logs = new Map(sessions.map(({ session, log }) => [session, log]));
  return copies.flatMap((copy) => problemsOf(copy, logs));
}

function problemsOf(
  { copy, source, isAcknowledged, isListed }: CopiedSession,
  logs: ReadonlyMap<string, readonly LogEntry[]>,
): readonly Violation[] {
  const report = (detail: string): readonly Violation[] => [{ kind: 'half-copy', session: copy, detail }];
  if (!isListed) return isAcknowledged ? report('it was acknowledged and is in no list') : [];
  const log = logs.get(copy) ?? [];
  const opened = log.findIndex(({ record }) => record.kind === 'agent' && record.state === 'open');
  if (opened === -1) return report('it is in the list and has no agent');
  const copied = saidIn(log.slice(0, opened)).filter((update) => !isEnd(update));
  const said = saidIn(logs.get(source) ?? []).filter((update) => !isEnd(update));
  if (!isDeepStrictEqual(copied, said.slice(0, copied.length))) return report(`it does not begin as ${source}`);
  return [];
}

/** What a copy has of a log: no states and no notices. */
const saidIn = (log: readonly LogEntry[]): readonly unknown[] =>
  log.flatMap(({ record }) =>
    record.kind === 'update' && !left.has(record.update.sessionUpdate) ? [record.update] : [],
  );

const left: ReadonlySet<string> = new Set(['state_update', 'notice']);

/** The end of work that was open: a copy ends it by itself, and the source later, or never. */
function isEnd(update: unknown): boolean {
  const { sessionUpdate, title } = update as { readonly sessionUpdate: string; readonly title?: unknown };
  return (sessionUpdate === 'tool_call_update' || sessionUpdate === 'terminal_update') && title === undefined;
}
