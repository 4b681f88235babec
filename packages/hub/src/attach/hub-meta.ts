/**
 * What clients that know of the hub may send and are sent besides the protocol, in `_meta["acp-stack.dev/hub"]`.
 *
 * A client says in its capabilities that it knows of the hub. Then each update has a cursor, with which the client can
 * resume later where it stopped, on any node.
 */
import { RpcError } from '@acp-stack/rpc';
import { errorCodes, type Meta, type ResumeSessionRequest, type SessionUpdate } from '@acp-stack/schema/v2/unstable';

import { hubKey } from '../store/records.ts';

export { hubKey };

/** The notification with the messages that wait to be given to the agent. */
export const pendingMethod = '_acp-stack.dev/hub/pending';

/** The notification that a question of the agent was answered by another client, or withdrawn. */
export const closedQuestionMethod = '_acp-stack.dev/hub/question_closed';

/** The notification that a session is lost for its client, while the connection goes on (decision 21). */
export const lostMethod = '_acp-stack.dev/session_lost';

/** In `_meta` of the capabilities of both sides: `lostMethod` is sent, and understood. */
export const lostKey = 'acp-stack.dev/sessionLost';

/** In `_meta` of the response that opens a session: where clients of the SDK find the messages that wait. */
const pendingKey = 'acp-stack.dev/pendingMessages';

/** Which part of the past a client wants to see before live updates. */
export type Replay =
  | { readonly kind: 'none' }
  | { readonly kind: 'start' }
  /** What follows the last update that it has. */
  | { readonly kind: 'after'; readonly cursor: string }
  /** The last entries of the history, whole messages. */
  | { readonly kind: 'tail'; readonly count: number };

/** The most entries that a client may ask for with `tail`. */
const largestTail = 1000;

/** What the client of a connection understands. */
export interface ClientFeatures {
  /** Cursors and the messages that wait. */
  readonly isHubAware: boolean;
  /** `lostMethod`. */
  readonly isToldOfLosses: boolean;
}

/** Reads what a client understands from its capabilities. */
export function featuresOf(capabilities: object): ClientFeatures {
  const meta = fieldsOf(fieldsOf(capabilities)['_meta']);
  return { isHubAware: isObject(meta[hubKey]), isToldOfLosses: isObject(meta[lostKey]) };
}

/** Which part of the past a client asks for; throws if it asks for what does not exist. */
export function replayOf({ replayFrom, _meta }: Pick<ResumeSessionRequest, 'replayFrom' | '_meta'>): Replay {
  const { after, tail } = fieldsOf(fieldsOf(_meta)[hubKey]);
  const asked = [after, tail, replayFrom].filter((each) => each !== undefined && each !== null);
  if (asked.length > 1) throw invalid('Ask for one of replayFrom, after and tail.', {});
  if (after !== undefined && after !== null) {
    if (typeof after !== 'string') throw unknownCursor(after);
    return { kind: 'after', cursor: after };
  }
  if (tail !== undefined && tail !== null) {
    if (!Number.isInteger(tail) || (tail as number) < 1 || (tail as number) > largestTail) {
      throw invalid(`tail must be an integer from 1 to ${largestTail}.`, { tail });
    }
    return { kind: 'tail', count: tail as number };
  }
  if (replayFrom === undefined || replayFrom === null) return { kind: 'none' };
  if (replayFrom.type !== 'start') throw invalid('Sessions can only be replayed from the start.', { replayFrom });
  return { kind: 'start' };
}

/** The key that a client has chosen for a request, so that it can repeat it over another connection. */
export function requestKeyOf(meta: Meta | null | undefined): string | undefined {
  const { key } = fieldsOf(fieldsOf(meta)[hubKey]);
  if (key === undefined || key === null) return undefined;
  if (typeof key === 'string' && /^[\w.:-]{1,128}$/u.test(key)) return key;
  throw invalid('The key of a request has 1 to 128 letters, digits and the characters . : _ -', {});
}

/** Tells a client that attaches what no update of the past tells: messages wait for an agent that cannot be started. */
export const waitingNotice = (count: number): SessionUpdate => ({
  sessionUpdate: 'notice',
  severity: 'warning',
  title:
    count === 1 ? 'A message waits, and the agent cannot go on' : `${count} messages wait, and the agent cannot go on`,
  description: 'A new prompt tries to start it again. Otherwise take back what waits, and start a new session.',
});

/** Tells a client that opens a copy of a session, which the agent could not copy, what the agent does not know. */
export const lacksHistoryNotice: SessionUpdate = {
  sessionUpdate: 'notice',
  severity: 'warning',
  title: 'The agent does not know the conversation before the copy',
  description:
    'It cannot copy sessions, so it began a new one. What was said before stays readable; repeat what matters.',
};

/**
 * The update without what the hub adds: for clients that do not know of the hub, and for the sender of a message;
 * undefined if nothing remains of it but the id of a message.
 */
export function withoutSender(
  update: SessionUpdate,
  isFor: { readonly principal?: string } = {},
): SessionUpdate | undefined {
  const { _meta: meta, ...fields } = update;
  if (!isObject(meta) || !(hubKey in meta)) return update;
  if (isFor.principal !== undefined && fieldsOf(meta[hubKey])['principal'] !== isFor.principal) return update;
  const { [hubKey]: _, ...others } = meta;
  if (Object.keys(others).length > 0) return { ...fields, _meta: others };
  const isBare = Object.keys(fields).every((field) => field === 'sessionUpdate' || field === 'messageId');
  return isBare ? undefined : fields;
}

/** The name of the agent that a client asks for. */
export const agentOf = (meta: Meta | null | undefined): unknown => fieldsOf(fieldsOf(meta)[hubKey])['agent'];

/** The `_meta` of a response that opens a session; undefined if there is nothing to say. */
export function openedMeta(
  waiting: readonly { readonly messageId: string; readonly mode: string; readonly content: unknown }[],
  hub: object | undefined,
): { readonly _meta?: Meta } {
  const messages = waiting.map(({ messageId, mode, content }) => ({ messageId, mode, content }));
  const meta = {
    ...(messages.length === 0 ? {} : { [pendingKey]: messages }),
    ...(hub === undefined ? {} : { [hubKey]: hub }),
  };
  return Object.keys(meta).length === 0 ? {} : { _meta: meta };
}

// ------------------------------------------------------------------------------------------------ cursors

/** The place after a record, as clients know it. */
export const cursorOf = (generation: string, sequence: number): string => `${generation}.${sequence}`;

/** The number of the record that a cursor names; throws if it is none of the records up to `last`. */
export function sequenceOf(
  cursor: string,
  { generation, last }: { readonly generation: string; readonly last: number },
): number {
  const dot = cursor.lastIndexOf('.');
  const digits = cursor.slice(dot + 1);
  if (dot < 1 || !/^(?:0|[1-9]\d{0,14})$/u.test(digits)) throw unknownCursor(cursor);
  if (cursor.slice(0, dot) !== generation) {
    throw cursorError(
      'generation_changed',
      'The hub was restored from a backup since; open the session with a replay of its history.',
      cursor,
    );
  }
  const sequence = Number(digits);
  if (sequence > last) throw unknownCursor(cursor);
  return sequence;
}

/** What follows a cursor was merged into the history. */
export const expiredCursor = (cursor: string): RpcError =>
  cursorError(
    'cursor_expired',
    'What follows this cursor is no longer stored one by one; open the session with a replay of its history.',
    cursor,
  );

const unknownCursor = (cursor: unknown): RpcError =>
  cursorError('cursor_unknown', 'This cursor is not one of this session; pass one that an update had.', cursor);

const cursorError = (reason: string, message: string, cursor: unknown): RpcError =>
  invalid(message, { reason, cursor });

// ------------------------------------------------------------------------------------------------ values

const invalid = (message: string, data: object): RpcError => new RpcError(errorCodes.invalid_params, message, { data });

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {});
