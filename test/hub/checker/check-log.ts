/** What must hold in the log of a session by itself. */
import type { LogEntry, LogRecord, PendingRecord } from '../../../packages/hub/src/store/records.ts';
import { groupedBy, type StoredSession, type Violation } from './history.ts';

type Report = (kind: Violation['kind'], detail: string) => void;

export function checkLog({ session, log }: StoredSession): readonly Violation[] {
  const found: Violation[] = [];
  const report: Report = (kind, detail) => void found.push({ kind, session, detail });
  checkNumbers(log, report);
  checkItems(log, report);
  checkQuestions(log, report);
  checkOwners(log, report);
  checkMessages(log, report);
  checkTurns(log, report);
  return found;
}

/** The records of one kind with their numbers. */
function of<Kind extends LogRecord['kind']>(
  log: readonly LogEntry[],
  kind: Kind,
): readonly { readonly sequence: number; readonly record: Extract<LogRecord, { readonly kind: Kind }> }[] {
  return log.flatMap(({ sequence, record }) =>
    record.kind === kind ? [{ sequence, record: record as Extract<LogRecord, { readonly kind: Kind }> }] : [],
  );
}

function checkNumbers(log: readonly LogEntry[], report: Report): void {
  let last = (log[0]?.sequence ?? 1) - 1;
  for (const { sequence } of log) {
    if (sequence !== last + 1) report('log-gap', `the record ${sequence} follows ${last}`);
    last = sequence;
  }
}

/**
 * An item is given to the agent once, has one result, and is not given to the agent after that; but an injected message
 * has its result when it is accepted.
 */
function checkItems(log: readonly LogEntry[], report: Report): void {
  const handed = new Set<number>();
  const settled = new Set<number>();
  const injected = new Set(
    of(log, 'pending').flatMap(({ record }) => (record.message.from === 'inject' ? [record.message.item] : [])),
  );
  for (const { sequence, record } of log) {
    if (record.kind === 'handed') {
      if (handed.has(record.item)) report('given-twice', `the item ${record.item} again in ${sequence}`);
      if (settled.has(record.item) && !injected.has(record.item))
        report('given-twice', `the item ${record.item} in ${sequence}, after its result`);
      handed.add(record.item);
    }
    if (record.kind === 'result') {
      if (settled.has(record.item)) report('result-twice', `the item ${record.item} again in ${sequence}`);
      settled.add(record.item);
    }
  }
}

function checkQuestions(log: readonly LogEntry[], report: Report): void {
  const closed = new Set<string>();
  for (const { sequence, record } of of(log, 'question_closed')) {
    if (closed.has(record.question)) report('answered-twice', `${record.question} is closed again in ${sequence}`);
    closed.add(record.question);
  }
}

function checkOwners(log: readonly LogEntry[], report: Report): void {
  let token = 0;
  for (const { sequence, record } of of(log, 'owner')) {
    if (record.token <= token) report('old-owner', `the barrier ${sequence} has the token ${record.token}, not newer`);
    token = record.token;
  }
}

/** Every message is shown once, and every pending one is delivered or revoked at most once, and shown if delivered. */
function checkMessages(log: readonly LogEntry[], report: Report): void {
  const shown = new Map<string, number>();
  for (const { sequence, record } of of(log, 'update')) {
    if (record.update.sessionUpdate !== 'user_message') continue;
    const { messageId } = record.update;
    const before = shown.get(messageId);
    if (before !== undefined) report('message-twice', `the message ${messageId} in ${before} and in ${sequence}`);
    shown.set(messageId, sequence);
  }
  for (const [messageId, changes] of groupedBy(of(log, 'pending'), ({ record }) => record.message.messageId))
    checkPending(
      messageId,
      { changes: changes.map(({ record }) => record.change), isShown: shown.has(messageId) },
      report,
    );
}

/**
 * A message that the agent has taken is followed by an end of its turn before the next one, also if the agent or its hub
 * died: a client that waits for the end is told. A message that steers is part of a turn that runs.
 */
function checkTurns(log: readonly LogEntry[], report: Report): void {
  const shown = new Set(
    of(log, 'update').flatMap(({ record: { update } }) =>
      update.sessionUpdate === 'user_message' ? [update.messageId] : [],
    ),
  );
  const steering = new Set(
    of(log, 'pending').flatMap(({ record: { message } }) => (message.mode === 'steer' ? [message.key] : [])),
  );
  /** The messages that an agent has taken, by their item; one that was sent again has further items. */
  const taken = new Map<number, string>();
  const results = of(log, 'result').map(({ record }) => record);
  for (const { item, key, result } of results.toSorted((left, right) => left.item - right.item)) {
    const { messageId } = Object(result) as { readonly messageId?: string };
    if (messageId === undefined || !shown.delete(messageId)) continue;
    if (!steering.has(key)) taken.set(item, messageId);
  }
  let open: string | undefined;
  const expectEnd = (): void => {
    if (open !== undefined) report('turn-without-end', `the message ${open}`);
  };
  for (const { record } of log) {
    if (record.kind === 'update' && record.update.sessionUpdate === 'state_update' && record.update.state === 'idle')
      open = undefined;
    if (record.kind !== 'handed' || !taken.has(record.item)) continue;
    expectEnd();
    open = taken.get(record.item);
  }
  expectEnd();
}

function checkPending(
  messageId: string,
  { changes, isShown }: { readonly changes: readonly PendingRecord['change'][]; readonly isShown: boolean },
  report: Report,
): void {
  const ends = changes.filter((change) => change === 'delivered' || change === 'revoked');
  if (changes.filter((change) => change === 'added').length !== 1)
    report('inject-state', `the message ${messageId} was added ${changes.length === 0 ? 'never' : 'not once'}`);
  if (ends.length > 1) report('inject-state', `the message ${messageId} has the ends ${ends.join(', ')}`);
  if (ends.length > 0 && changes.at(-1) !== ends.at(-1))
    report('inject-state', `the message ${messageId} was changed after its end`);
  if (isShown !== ends.includes('delivered'))
    report(
      'inject-state',
      `the message ${messageId} is ${isShown ? 'shown' : 'not shown'}, but ${ends[0] ?? 'pending'}`,
    );
}
