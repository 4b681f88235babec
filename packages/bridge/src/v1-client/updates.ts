/** What a client of version 1 is told of each piece of news about a session. */
import type * as v1 from '@acp-stack/schema/v1/unstable';
import type * as v2 from '@acp-stack/schema/v2/unstable';

import { commandsToV1 } from '../convert/commands.ts';
import { blocksToV1, blockToV1 } from '../convert/content.ts';
import type { Crossing } from '../rules.ts';
import type { Connection } from './connection.ts';
import { planForPlanClients } from './plans.ts';
import type { MessageKind } from './sent-messages.ts';
import type { Session } from './session.ts';
import { takeOptions } from './session-options.ts';

/** One update on its way. */
interface News {
  readonly connection: Connection;
  readonly session: Session;
  readonly crossing: Crossing;
  /** What it came in, for what is told in its place. */
  readonly params: v2.SessionNotification;
}

type Variants = v2.SessionUpdateVariants;
type Tell<K extends keyof Variants> = (update: Variants[K], news: News) => void;

/** What is joined with more of its kind before it is sent. */
const joined: ReadonlySet<string> = new Set<keyof Variants>([
  'tool_call_content_chunk',
  'terminal_update',
  'terminal_output_chunk',
]);

/** Takes an update of the agent. */
export function receiveUpdate(connection: Connection, params: v2.SessionNotification, crossing: Crossing): void {
  const { sessionId } = params;
  const { sessions, hidden } = connection;
  if (hidden.size > 0 && hidden.has(sessionId)) return;
  if (sessions.mustWait(sessionId)) putOff(connection, params, crossing);
  else deliver(connection, params, crossing);
}

function putOff(connection: Connection, params: v2.SessionNotification, crossing: Crossing): void {
  connection.sessions.putOff({ from: 'agent', method: 'session/update', sessionId: params.sessionId }, () => {
    deliver(connection, params, crossing);
  });
}

/**
 * Bytes of content that are sent again before every other update. Longer content waits for its moment, and what does not concern it overtakes:
 * to repeat it each time would turn megabytes into gigabytes.
 */
const cheapToRepeat = 16 * 1024;

/** What says how a tool call, a plan or the work as a whole goes on is never told before the content that led to it. */
const isPartOfWork = ({ sessionUpdate }: v2.SessionUpdate): boolean =>
  sessionUpdate === 'tool_call_update' || sessionUpdate === 'state_update' || sessionUpdate === 'plan_update';

function deliver(connection: Connection, params: v2.SessionNotification, crossing: Crossing): void {
  const { update } = params;
  const session = connection.sessions.get(params.sessionId);
  const kind = kinds.get(update.sessionUpdate);
  if (kind?.isJoined !== true && (isPartOfWork(update) || session.toolCalls.size <= cheapToRepeat)) session.flush();
  try {
    if (kind === undefined) {
      if (update.sessionUpdate.startsWith('_')) {
        crossing.pass();
        return;
      }
      connection.hub.lose('unknown updates', `Version 1 has no update ${update.sessionUpdate}; it was dropped.`);
      return;
    }
    kind.tell(update, { connection, session, crossing, params });
  } finally {
    // Whatever became of the update, it may be the end of a prompt.
    session.prompts.see(update);
  }
}

/** A chunk crosses untouched wherever version 1 has its content. */
const chunkOf =
  (kind: MessageKind): Tell<`${MessageKind}_chunk`> =>
  (update, { connection, session, crossing, params }) => {
    const content = blockToV1(update.content, connection.hub);
    if (content === undefined) return;
    session.messages.append(kind, update.messageId, content);
    if (content === update.content) crossing.pass();
    else session.tell({ ...update, content }, params);
  };

/** A whole message becomes chunks, as far as the client does not have them. */
const wholeOf =
  (kind: MessageKind): Tell<MessageKind> =>
  (update, { connection: { hub }, session, params }) => {
    const { messageId, content, sessionUpdate: _, ...others } = update;
    const isKnown = session.messages.has(kind, messageId);
    if (content === undefined || content === null || content.length === 0) {
      const isLost = content === undefined ? Object.keys(others).length > 0 : isKnown;
      if (isLost)
        hub.lose('whole messages', 'Version 1 can only add to a message; a change without new content was dropped.');
      return;
    }
    const missing = session.messages.missing(kind, messageId, blocksToV1(content, hub));
    if (missing.kind !== 'blocks') {
      const why = missing.kind === 'differs' ? 'has another beginning' : 'is too long to be compared';
      hub.lose('whole messages', `The client keeps its text of the message ${messageId}; the new one ${why}.`);
      return;
    }
    for (const [index, block] of missing.blocks.entries()) {
      session.messages.append(kind, messageId, block);
      // What else the message says belongs to it, not to each of its parts.
      session.tell(
        { ...(index === 0 ? others : undefined), sessionUpdate: `${kind}_chunk`, messageId, content: block },
        params,
      );
    }
  };

const userChunk = chunkOf('user_message');
const wholeUserMessage = wholeOf('user_message');

const subagentsOnly: Tell<'session_message' | 'session_message_chunk'> = (
  update,
  { connection, crossing, session, params },
) => {
  const { hub, gates } = connection;
  if (!gates.subagents) {
    hub.lose('subagents and session messages', 'The client shows no messages between sessions; one was dropped.');
    return;
  }
  if (update.sessionUpdate === 'session_message_chunk') {
    const content = blockToV1(update.content, hub);
    if (content === update.content) crossing.pass();
    else if (content !== undefined) session.tell({ ...update, content }, params);
    return;
  }
  const content = blocksOrSame(update.content, hub);
  if (content === update.content) crossing.pass();
  else session.tell({ ...update, content } as v1.SessionUpdate, params);
};

const all: { readonly [K in keyof Variants]: Tell<K> } = {
  agent_message_chunk: chunkOf('agent_message'),
  agent_thought_chunk: chunkOf('agent_thought'),
  user_message_chunk: (update, news) => {
    if (!news.session.prompts.isEcho(update)) userChunk(update, news);
  },
  agent_message: wholeOf('agent_message'),
  agent_thought: wholeOf('agent_thought'),
  user_message: (update, news) => {
    if (!news.session.prompts.isEcho(update)) wholeUserMessage(update, news);
  },
  // Prompts are answered with it; there is nothing to tell.
  state_update: () => undefined,
  tool_call_update: (update, { session, params }) => {
    const news = session.toolCalls.update(update);
    if (news !== undefined) session.tell(news, params);
  },
  tool_call_content_chunk: (update, { connection, session }) => {
    session.toolCalls.append(update);
    connection.joining.add(session);
  },
  terminal_update: (update, { connection, session }) => {
    const { toolCalls } = session;
    if (!toolCalls.terminals.update(update)) return;
    toolCalls.refresh(update.terminalId);
    connection.joining.add(session);
  },
  terminal_output_chunk: (update, { connection, session }) => {
    const { toolCalls } = session;
    toolCalls.terminals.append(update);
    toolCalls.refresh(update.terminalId);
    connection.joining.add(session);
  },
  plan_update: (update, { connection: { hub, gates }, session, crossing, params }) => {
    const news = gates.plans ? planForPlanClients(update, hub) : session.plans.update(update, hub);
    if (news === (update as v1.SessionUpdate)) crossing.pass();
    else if (news !== undefined) session.tell(news, params);
  },
  plan_removed: (update, { connection: { gates }, session, crossing, params }) => {
    if (gates.plans) {
      crossing.pass();
      return;
    }
    const news = session.plans.remove(update);
    if (news !== undefined) session.tell(news, params);
  },
  available_commands_update: (update, { connection: { hub }, session, params }) => {
    session.tell({ ...update, availableCommands: commandsToV1(update.availableCommands, hub) }, params);
  },
  config_option_update: (update, { connection, session, params }) => {
    const { configOptions: options, ...others } = update;
    takeOptions(connection, {
      session,
      options,
      tell: (configOptions) => {
        session.tell({ ...others, configOptions }, params);
      },
    });
  },
  session_info_update: (_, { crossing }) => {
    crossing.pass();
  },
  usage_update: (_, { crossing }) => {
    crossing.pass();
  },
  notice: (update, { connection: { hub, gates }, crossing, session, params }) => {
    if (gates.notices) {
      crossing.pass();
      return;
    }
    const { severity, title, description, sessionUpdate: _, ...others } = update;
    const heading = severity === 'info' ? title : `${severity}: ${title}`;
    const text = typeof description === 'string' ? `${heading}\n\n${description}` : heading;
    // A message of its own: it does not belong to what the agent is saying.
    session.tell(
      { ...others, sessionUpdate: 'agent_message_chunk', messageId: hub.mintId(), content: { type: 'text', text } },
      params,
    );
  },
  compaction_update: (update, { connection: { hub, gates }, crossing, session, params }) => {
    if (!gates.compaction) {
      hub.lose('notice and compaction', 'The client does not show compactions; one was dropped.');
      return;
    }
    const summary = blocksOrSame(update.summary, hub);
    if (summary === update.summary) crossing.pass();
    else session.tell({ ...update, summary } as v1.SessionUpdate, params);
  },
  compaction_summary_chunk: (update, { connection: { hub, gates }, crossing, session, params }) => {
    if (!gates.compaction) {
      hub.lose('notice and compaction', 'The client does not show compactions; a part of a summary was dropped.');
      return;
    }
    const content = blockToV1(update.content, hub);
    if (content === update.content) crossing.pass();
    else if (content !== undefined) session.tell({ ...update, content }, params);
  },
  subagent_update: (update, { connection, crossing, params }) => {
    const { hub, gates, hidden } = connection;
    if (gates.subagents) {
      crossing.pass();
      return;
    }
    // No session is below itself.
    if (hidden.has(update.sessionId) || update.sessionId === params.sessionId) return;
    hidden.add(update.sessionId);
    const [oldest] = hidden;
    if (hidden.size > hub.limits.sessions && oldest !== undefined) hidden.delete(oldest);
    hub.lose(
      'subagents and session messages',
      'The client shows no subagents; one was dropped, and so is what it says.',
    );
  },
  session_message: subagentsOnly,
  session_message_chunk: subagentsOnly,
};

interface Kind {
  readonly tell: (update: v2.SessionUpdate, news: News) => void;
  readonly isJoined: boolean;
}

/** Any text may stand in place of a tag; only these are found. */
const kinds: ReadonlyMap<string, Kind> = new Map(
  Object.entries(all).map(([tag, tell]) => [tag, { tell: tell as Kind['tell'], isJoined: joined.has(tag) }]),
);

function blocksOrSame(
  blocks: readonly v2.ContentBlock[] | null | undefined,
  hub: Connection['hub'],
): readonly v1.ContentBlock[] | null | undefined {
  return blocks === undefined || blocks === null ? blocks : blocksToV1(blocks, hub);
}
