/** What a client of version 1 is told of each piece of news about a session. */
import type * as v1 from '@acp-stack/schema/v1/unstable';
import type * as v2 from '@acp-stack/schema/v2/unstable';

import { commandsToV1 } from '../convert/commands.ts';
import { blocksToV1, blockToV1 } from '../convert/content.ts';
import { offersSomething, saysSomething } from '../convert/says.ts';
import type { PlainSpeech } from '../plain-speech.ts';
import type { Crossing } from '../rules.ts';
import { isSameValue } from '../same-value.ts';
import type { Connection } from './connection.ts';
import { tellLostState } from './lost-state.ts';
import { News } from './news.ts';
import { planForPlanClients } from './plans.ts';
import type { MessageKind } from './sent-messages.ts';
import { takeOptions } from './session-options.ts';

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
  const { sessions, hidden, speeches } = connection;
  speeches.settle();
  if (hidden.size > 0 && hidden.has(sessionId)) return;
  if (sessions.isClosed(sessionId) && !sessions.mustWait(sessionId)) {
    const reason = `it told ${params.update.sessionUpdate} of the closed session ${sessionId}`;
    connection.hub.report({ kind: 'ignored-by-bridge', from: 'agent', reason });
    return;
  }
  if (sessions.mustWait(sessionId)) putOff(connection, params, crossing);
  else deliver(connection, params, crossing);
}

function putOff(connection: Connection, params: v2.SessionNotification, crossing: Crossing): void {
  connection.sessions.putOff({ from: 'agent', method: 'session/update', sessionId: params.sessionId }, () => {
    deliver(connection, params, crossing);
  });
}

/** What the agent says crosses as it is, unless the client is not to hear of the session, or not yet. */
export function receiveSpeech(connection: Connection, { sessionId, update }: PlainSpeech): boolean {
  const { sessions, hidden, joining, speeches } = connection;
  if (hidden.size > 0 || sessions.isClosed(sessionId) || sessions.mustWait(sessionId)) return false;
  if (joining.holdsBack) sessions.get(sessionId).flush();
  speeches.add(sessionId, update.messageId, update.content.text);
  return true;
}

function deliver(connection: Connection, params: v2.SessionNotification, crossing: Crossing): void {
  const { update } = params;
  const session = connection.sessions.get(params.sessionId);
  const kind = kinds.get(update.sessionUpdate);
  if (kind?.isJoined !== true) session.flush();
  const news = new News({ connection, session }, params, crossing);
  try {
    if (kind !== undefined) kind.tell(update, news);
    else if (update.sessionUpdate.startsWith('_')) news.pass();
    else connection.hub.lose('unknown updates', `Version 1 has no update ${update.sessionUpdate}; it was dropped.`);
    if (!news.isTold) news.end();
  } finally {
    // Whatever became of the update, it may be the end of a prompt.
    session.see(update);
  }
}

/** A chunk crosses untouched wherever version 1 has its content. */
const chunkOf =
  (kind: MessageKind): Tell<`${MessageKind}_chunk`> =>
  (update, news) => {
    const content = blockToV1(update.content, news.connection.hub);
    if (content === undefined) return;
    news.session.messages.append(kind, update.messageId, content);
    if (content === update.content) news.pass();
    else news.tell({ ...update, content });
  };

/** A whole message becomes chunks, as far as the client does not have them. */
const wholeOf =
  (kind: MessageKind): Tell<MessageKind> =>
  (update, news) => {
    const { session } = news;
    const { hub } = news.connection;
    const { messageId, content, sessionUpdate: _, ...others } = update;
    const isKnown = session.messages.has(kind, messageId);
    if (content === undefined || content === null || content.length === 0) {
      if (saysSomething(others) || (content !== undefined && isKnown))
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
      news.tell({ ...(index === 0 ? others : undefined), sessionUpdate: `${kind}_chunk`, messageId, content: block });
    }
    if (missing.blocks.length === 0)
      news.omit('whole messages', others, `What a message without new content says beside it`);
  };

const userChunk = chunkOf('user_message');
const wholeUserMessage = wholeOf('user_message');

/** The client knows what it said itself. */
const unlessEcho =
  <K extends 'user_message' | 'user_message_chunk'>(tell: Tell<K>): Tell<K> =>
  (update, news) => {
    if (!news.session.prompts.isEcho(update)) {
      tell(update, news);
      return;
    }
    const { sessionUpdate: _, messageId: __, content: ___, ...others } = update;
    news.omit('session/prompt', others, 'What the echo of a prompt says beside it');
  };

const subagentsOnly: Tell<'session_message' | 'session_message_chunk'> = (update, news) => {
  const { hub, gates } = news.connection;
  if (!gates.subagents) {
    hub.lose('subagents and session messages', 'The client shows no messages between sessions; one was dropped.');
    return;
  }
  if (update.sessionUpdate === 'session_message_chunk') {
    const content = blockToV1(update.content, hub);
    if (content === update.content) news.pass();
    else if (content !== undefined) news.tell({ ...update, content });
    return;
  }
  const content = blocksOrSame(update.content, hub);
  if (content === update.content) news.pass();
  else news.tell({ ...update, content } as v1.SessionUpdate);
};

const all: { readonly [K in keyof Variants]: Tell<K> } = {
  agent_message_chunk: chunkOf('agent_message'),
  agent_thought_chunk: chunkOf('agent_thought'),
  user_message_chunk: unlessEcho<'user_message_chunk'>(userChunk),
  agent_message: wholeOf('agent_message'),
  agent_thought: wholeOf('agent_thought'),
  user_message: unlessEcho<'user_message'>(wholeUserMessage),
  // Prompts are answered with it; there is nothing to tell.
  state_update: (update, { connection, session }) => {
    const { prompts } = session;
    // A snapshot that is repeated says nothing new.
    if (!isSameValue({ ...prompts.state, sessionUpdate: update.sessionUpdate }, update))
      tellLostState(update, { c: connection.hub, isPrompted: !prompts.isEmpty });
    if (update.state === 'idle') session.toolCalls.tellUnshown();
  },
  tool_call_update: (update, news) => {
    const told = news.session.toolCalls.update(update);
    if (told !== undefined) news.tell(told);
  },
  tool_call_content_chunk: (update, news) => {
    const { sessionUpdate: _, toolCallId, content: __, ...others } = update;
    news.omit('tool_call_content_chunk', others, `What a piece of the tool call ${toolCallId} says beside its content`);
    news.session.toolCalls.append(update);
    news.connection.joining.add(news.session);
  },
  terminal_update: (update, news) => {
    const { sessionUpdate: _, terminalId, output, capabilities, ...others } = update;
    // What it runs itself it sees without being told.
    if (news.session.toolCalls.items.isClientTerminal(terminalId)) return;
    const { data: __, ...beside } = output ?? { data: '' };
    const more = offersSomething(capabilities) ? { capabilities: 'cancel' } : undefined;
    const lost = { ...others, ...more, output: beside };
    news.omit('display terminals', lost, `What is said of the terminal ${terminalId} beside its output`);
    news.session.toolCalls.terminalUpdate(update);
    news.connection.joining.add(news.session);
  },
  terminal_output_chunk: (update, news) => {
    const { sessionUpdate: _, terminalId, data: __, ...others } = update;
    if (news.session.toolCalls.items.isClientTerminal(terminalId)) return;
    news.omit('display terminals', others, `What is said of the terminal ${terminalId} beside its output`);
    news.session.toolCalls.terminalOutput(update);
    news.connection.joining.add(news.session);
  },
  plan_update: (update, news) => {
    const { hub, gates } = news.connection;
    const told = gates.plans ? planForPlanClients(update, hub) : news.session.plans.update(update, hub);
    if (told === (update as v1.SessionUpdate)) news.pass();
    else if (told !== undefined) news.tell(told);
  },
  plan_removed: (update, news) => {
    if (news.connection.gates.plans) {
      news.pass();
      return;
    }
    const told = news.session.plans.remove(update);
    const { sessionUpdate: _, planId, ...others } = update;
    if (told === undefined) news.omit('plan', others, `What the removal of the unknown plan ${planId} says beside it`);
    else news.tell(told);
  },
  available_commands_update: (update, news) => {
    news.tell({ ...update, availableCommands: commandsToV1(update.availableCommands, news.connection.hub) });
  },
  config_option_update: (update, news) => {
    const { configOptions: options, ...others } = update;
    takeOptions(news.connection, {
      session: news.session,
      options,
      tell: (configOptions) => {
        news.tell({ ...others, configOptions });
      },
    });
  },
  session_info_update: (_, news) => {
    news.pass();
  },
  usage_update: (_, news) => {
    news.pass();
  },
  notice: (update, news) => {
    const { hub, gates } = news.connection;
    if (gates.notices) {
      news.pass();
      return;
    }
    const { severity, title, description, sessionUpdate: _, ...others } = update;
    const heading = severity === 'info' ? title : `${severity}: ${title}`;
    const text = typeof description === 'string' ? `${heading}\n\n${description}` : heading;
    // A message of its own: it does not belong to what the agent is saying.
    news.tell({
      ...others,
      sessionUpdate: 'agent_message_chunk',
      messageId: hub.mintId(),
      content: { type: 'text', text },
    });
  },
  compaction_update: (update, news) => {
    const { hub, gates } = news.connection;
    if (!gates.compaction) {
      hub.lose('notice and compaction', 'The client does not show compactions; one was dropped.');
      return;
    }
    const summary = blocksOrSame(update.summary, hub);
    if (summary === update.summary) news.pass();
    else news.tell({ ...update, summary } as v1.SessionUpdate);
  },
  compaction_summary_chunk: (update, news) => {
    const { hub, gates } = news.connection;
    if (!gates.compaction) {
      hub.lose('notice and compaction', 'The client does not show compactions; a part of a summary was dropped.');
      return;
    }
    const content = blockToV1(update.content, hub);
    if (content === update.content) news.pass();
    else if (content !== undefined) news.tell({ ...update, content });
  },
  subagent_update: (update, news) => {
    if (news.connection.gates.subagents) news.pass();
    else hideSubagent(update.sessionId, news);
  },
  session_message: subagentsOnly,
  session_message_chunk: subagentsOnly,
};

/** A client that shows no subagents is spared what they say as well. */
function hideSubagent(sessionId: string, { connection: { hub, hidden }, session }: News): void {
  // No session is below itself.
  if (sessionId !== session.id) {
    hidden.add(sessionId);
    const [oldest] = hidden;
    if (hidden.size > hub.limits.sessions && oldest !== undefined) hidden.delete(oldest);
  }
  hub.lose('subagents and session messages', 'The client shows no subagents; one was dropped, and so is what it says.');
}

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
