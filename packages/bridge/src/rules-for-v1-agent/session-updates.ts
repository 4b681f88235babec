/** The updates of a session, by their tag. */
import type * as v1 from '@acp-stack/schema/v1/unstable';
import { isSessionUpdate } from '@acp-stack/schema/v2/unstable';
import type * as v2 from '@acp-stack/schema/v2/unstable';

import { commandsToV2 } from '../convert/commands.ts';
import { blocksToV2, blockToV2 } from '../convert/content.ts';
import { hasOnly } from '../values/has-only.ts';
import { mapOrSame } from '../values/map-or-same.ts';
import { absolutePath } from '../convert/paths.ts';
import { planToV2 } from '../convert/plan.ts';
import { nonEmptyFieldNames, hasNonEmptyField } from '../convert/fields-with-content.ts';
import type { V1, V2 } from '../protocol/methods.ts';
import type { IncomingNotification, Rules } from '../translate/rules.ts';
import type { Connection } from './connection.ts';
import type { Chunk } from './message-ids.ts';
import type { Session } from './session.ts';

type RuleContext = Connection['context'];
type Tag = keyof v1.SessionUpdateVariants;
type Convert<K extends Tag> = (
  update: v1.SessionUpdateVariants[K],
  session: Session,
  connection: Connection,
) => v2.SessionUpdate | undefined;

/** Updates about the session as a whole: they are not a sign of work, and not part of a replay. */
const aboutSession: ReadonlySet<string> = new Set<Tag>([
  'available_commands_update',
  'current_mode_update',
  'config_option_update',
  'session_info_update',
  'usage_update',
  'notice',
]);

const same = <U>(update: U): U => update;

const convertChunk = (update: Chunk, session: Session, { context }: Connection): v2.SessionUpdate => {
  const messageId = session.messages.of(update);
  const content = blockToV2(update.content, context);
  if (content !== update.content) return { ...update, messageId, content };
  // Most chunks have an id and are passed on unchanged.
  if (messageId === update.messageId) return update as typeof update & { readonly messageId: string };
  // Most of the others are only text: building a new object is faster than copying one.
  if (hasOnly(update, chunkFields)) return { sessionUpdate: update.sessionUpdate, messageId, content };
  const { messageId: _, ...others } = update;
  return { messageId, ...others };
};

const chunkFields: ReadonlySet<string> = new Set(['sessionUpdate', 'messageId', 'content']);
const paramFields: ReadonlySet<string> = new Set(['sessionId', 'update']);

/** The fields of an update of a tool call that says nothing about it. */
const callFields: ReadonlySet<string> = new Set(['sessionUpdate', 'toolCallId']);

/** Shows the terminals in the `_meta` of a tool call; returns the tool call without them. */
function withTerminalsShown<T extends v1.SessionUpdateVariants['tool_call' | 'tool_call_update']>(
  update: T,
  session: Session,
): T {
  const { _meta: meta } = update;
  const shown = meta === undefined ? undefined : session.terminalsFromMeta.read(update, session.cwd);
  if (shown === undefined) return update;
  session.prompts.noteWork();
  for (const each of shown.updates) session.sendUpdate(each);
  return shown.call;
}

/**
 * One conversion for each tag. It returns the very same object if nothing changes, and undefined if nothing is to be
 * sent.
 */
const table: { readonly [K in Tag]: Convert<K> } = {
  user_message_chunk: convertChunk,
  agent_message_chunk: convertChunk,
  agent_thought_chunk: convertChunk,
  tool_call: (update, session) => session.toolCalls.created(withTerminalsShown(update, session)),
  tool_call_update: (update, session) => {
    const call = withTerminalsShown(update, session);
    const isOnlyOutput = call !== update && hasOnly(call, callFields) && session.toolCalls.has(call.toolCallId);
    return isOnlyOutput ? undefined : session.toolCalls.changed(call);
  },
  plan: (update, session) => {
    session.messages.interrupt();
    return planToV2(update);
  },
  plan_update: (update, session) => {
    session.messages.interrupt();
    return update;
  },
  plan_removed: same,
  available_commands_update: (update) => ({ ...update, availableCommands: commandsToV2(update.availableCommands) }),
  current_mode_update: (update, session, { context }) => {
    const { currentModeId, ...others } = update;
    const configOptions = session.config.enterMode(currentModeId);
    if (configOptions !== undefined) return { ...others, sessionUpdate: 'config_option_update', configOptions };
    context.lose('current_mode_update', `No option of the session has the mode ${currentModeId}.`);
    return undefined;
  },
  config_option_update: (update, session) => ({
    ...update,
    configOptions: session.config.replace(update.configOptions),
  }),
  session_info_update: (update, session) => {
    const { title = session.info.title, updatedAt = session.info.updatedAt } = update;
    session.info = {
      ...(title === undefined ? undefined : { title }),
      ...(updatedAt === undefined ? undefined : { updatedAt }),
    };
    return update;
  },
  usage_update: same,
  notice: same,
  compaction_update: (update, _, { context }) => {
    const { summary } = update;
    const blocks = summary === undefined || summary === null ? summary : blocksToV2(summary, context);
    return blocks === undefined || blocks === summary ? update : { ...update, summary: blocks };
  },
  compaction_summary_chunk: withBlock,
  subagent_update: subagent,
  session_message: (update, _, { context }) => {
    const { content } = update;
    const blocks = content === undefined || content === null ? content : blocksToV2(content, context);
    return blocks === undefined || blocks === content ? update : { ...update, content: blocks };
  },
  session_message_chunk: withBlock,
};

/** What to do with an update, by its tag, in one lookup. */
const kinds: ReadonlyMap<string, { readonly convert: Convert<Tag>; readonly isWork: boolean }> = new Map(
  Object.entries(table).map(([tag, convert]) => [
    tag,
    { convert: convert as Convert<Tag>, isWork: !aboutSession.has(tag) },
  ]),
);

const mostFrequent = 'agent_message_chunk';
const chunkKind = kinds.get(mostFrequent);

/** Records plain text of the agent, which gets the id of its message if it has none. */
export const textChunkRecorder =
  ({ sessions }: Connection): Rules<V2, V1>['recordTextChunk'] =>
  (chunk) => {
    const { sessionId, update } = chunk;
    if (sessions.isClosed(sessionId)) return undefined;
    const session = sessions.of(sessionId);
    const hasId = update.messageId !== undefined;
    if (session.silentLoads > 0 || (!hasId && !hasOnly(update, chunkFields))) return undefined;
    const messageId = session.messages.of(update);
    session.prompts.noteWork();
    if (hasId) return chunk;
    const identified = { sessionUpdate: update.sessionUpdate, messageId, content: update.content };
    return hasOnly(chunk, paramFields) ? { sessionId, update: identified } : { ...chunk, update: identified };
  };

/** `session/update`. */
export function forwardUpdate(
  connection: Connection,
  params: v1.SessionNotification,
  incoming: IncomingNotification,
): void {
  const { context, sessions } = connection;
  const { sessionId, update: received } = params;
  const tag = received.sessionUpdate;
  if (sessions.isClosed(sessionId)) {
    context.report({
      kind: 'ignored-by-bridge',
      from: 'agent',
      reason: `it told ${tag} of the closed session ${sessionId}`,
    });
    return;
  }
  const session = sessions.of(sessionId);
  // Comparing a string that has just arrived is faster than looking it up, and most updates are this one.
  const kind = tag === mostFrequent ? chunkKind : kinds.get(tag);
  if (session.silentLoads > 0 && kind?.isWork !== false) return;
  if (kind === undefined) {
    session.prompts.noteWork();
    unknown(connection, params, incoming);
    return;
  }
  const update = received as v1.SessionUpdateVariants[Tag];
  if (update.sessionUpdate === 'user_message_chunk' && session.prompts.isEcho(update)) {
    reportOmittedFields(update, params, context);
    return;
  }
  const converted = kind.convert(update, session, connection);
  if (kind.isWork) session.prompts.noteWork();
  if ((converted as unknown) === received) incoming.pass();
  else if (converted !== undefined)
    context.notifyClient(
      'session/update',
      hasOnly(params, paramFields) ? { sessionId, update: converted } : { ...params, update: converted },
    );
}

/** Reports what an echo of a prompt has besides the message, which the bridge has sent to the client itself. */
function reportOmittedFields(update: Chunk, params: v1.SessionNotification, context: RuleContext): void {
  const { sessionUpdate: _, messageId: __, content: ___, ...otherFields } = update;
  const { sessionId: ____, update: _____, ...around } = params;
  const lost = { ...around, ...otherFields };
  if (hasNonEmptyField(lost))
    context.omit('session/prompt', `Other fields of the echo of a prompt were left out: ${nonEmptyFieldNames(lost)}.`);
}

/**
 * An update that version 1 does not know is passed on, because version 2 allows unknown updates. One that version 2
 * knows may have another meaning there.
 */
function unknown({ context }: Connection, { update }: v1.SessionNotification, incoming: IncomingNotification): void {
  if (!isSessionUpdate.known(update as v2.SessionUpdate)) incoming.pass();
  else context.lose('unknown updates', `Version 1 has no update ${update.sessionUpdate}; it was dropped.`);
}

/** A child session; its own paths are relative to its directory. */
function subagent(
  update: v1.SessionUpdateVariants['subagent_update'],
  parent: Session,
  { context, sessions }: Connection,
): v2.SessionUpdate {
  const { cwd, additionalDirectories } = update;
  const base = typeof cwd === 'string' ? absolutePath(cwd, parent.cwd, context) : undefined;
  const roots = Array.isArray(additionalDirectories)
    ? mapOrSame(additionalDirectories as readonly string[], (path) => absolutePath(path, parent.cwd, context))
    : undefined;
  if (cwd !== undefined) sessions.of(update.sessionId).childCwd = base ?? parent.cwd;
  if ((base === undefined || base === cwd) && (roots === undefined || roots === additionalDirectories)) return update;
  return {
    ...update,
    ...(base === undefined ? undefined : { cwd: base }),
    ...(roots === undefined ? undefined : { additionalDirectories: roots }),
  };
}

/** A chunk of something other than a message of the conversation. */
function withBlock(
  update: v1.SessionUpdateVariants['compaction_summary_chunk' | 'session_message_chunk'],
  _: Session,
  { context }: Connection,
): v2.SessionUpdate {
  const content = blockToV2(update.content, context);
  return content === update.content ? update : { ...update, content };
}
