/** What a client of version 1 is sent for each update of a session. */
import type * as v1 from '@acp-stack/schema/v1/unstable';
import type * as v2 from '@acp-stack/schema/v2/unstable';

import { updateMethod } from '../protocol/method-names.ts';
import { commandsToV1 } from '../convert/commands.ts';
import { blocksToV1, blockToV1 } from '../convert/content.ts';
import { hasCapability } from '../convert/fields-with-content.ts';
import type { V1, V2WithExtras } from '../protocol/methods.ts';
import type { IncomingNotification, Rules } from '../translate/rules.ts';
import { isSameValue } from '../values/same-value.ts';
import type { Connection } from './connection.ts';
import { reportLostState } from './report-lost-state.ts';
import { OutgoingUpdate } from './outgoing-update.ts';
import { planForPlanClients } from './plans.ts';
import type { MessageKind } from './sent-messages.ts';
import { takeOptions } from './session-options.ts';

type Variants = v2.SessionUpdateVariants;
type Forward<K extends keyof Variants> = (update: Variants[K], outgoing: OutgoingUpdate) => void;

/** Updates that are joined with more of their kind before they are sent. */
const joined: ReadonlySet<string> = new Set<keyof Variants>([
  'tool_call_content_chunk',
  'terminal_update',
  'terminal_output_chunk',
]);

/** Takes an update of the agent. */
export function receiveUpdate(
  connection: Connection,
  params: v2.SessionNotification,
  incoming: IncomingNotification,
): void {
  const { sessionId } = params;
  const { sessions, hidden, textChunks } = connection;
  textChunks.flush();
  if (hidden.size > 0 && hidden.has(sessionId)) return;
  if (sessions.isClosed(sessionId) && !sessions.mustWait(sessionId)) {
    const reason = `it told ${params.update.sessionUpdate} of the closed session ${sessionId}`;
    connection.context.report({ kind: 'ignored-by-bridge', from: 'agent', reason });
    return;
  }
  if (sessions.mustWait(sessionId)) putOff(connection, params, incoming);
  else deliver(connection, params, incoming);
}

function putOff(connection: Connection, params: v2.SessionNotification, incoming: IncomingNotification): void {
  connection.sessions.putOff({ from: 'agent', method: updateMethod, sessionId: params.sessionId }, () => {
    deliver(connection, params, incoming);
  });
}

/** Records plain text of the agent, unless the client is not to see the session, or not yet. */
export const textChunkRecorder =
  ({ sessions, hidden, batches, textChunks }: Connection): Rules<V1, V2WithExtras>['recordTextChunk'] =>
  (chunk) => {
    const { sessionId, update } = chunk;
    if (update.messageId === undefined) return undefined;
    if (hidden.size > 0 || sessions.isClosed(sessionId) || sessions.mustWait(sessionId)) return undefined;
    if (batches.holdsBack) sessions.get(sessionId).flush();
    textChunks.add(sessionId, update.messageId, update.content.text);
    return chunk;
  };

function deliver(connection: Connection, params: v2.SessionNotification, incoming: IncomingNotification): void {
  const { update } = params;
  const session = connection.sessions.get(params.sessionId);
  const kind = kinds.get(update.sessionUpdate);
  if (kind?.isJoined !== true) session.flush();
  const outgoing = new OutgoingUpdate({ connection, session }, params, incoming);
  try {
    if (kind !== undefined) kind.forward(update, outgoing);
    else connection.context.lose('unknown updates', `Version 1 has no update ${update.sessionUpdate}; it was dropped.`);
    if (!outgoing.isSent) outgoing.end();
  } finally {
    // Even an update that could not be converted may end a prompt.
    session.see(update);
  }
}

/** A chunk is passed on unchanged if version 1 has its content. */
const chunkOf =
  (kind: MessageKind): Forward<`${MessageKind}_chunk`> =>
  (update, outgoing) => {
    const content = blockToV1(update.content, outgoing.connection.context);
    if (content === undefined) return;
    outgoing.session.messages.append(kind, update.messageId, content);
    if (content === update.content) outgoing.pass();
    else outgoing.send({ ...update, content });
  };

/** Sends a whole message as chunks, without the part that the client already has. */
const wholeOf =
  (kind: MessageKind): Forward<MessageKind> =>
  (update, outgoing) => {
    const { session } = outgoing;
    const { context } = outgoing.connection;
    const { messageId, content, sessionUpdate: _, ...others } = update;
    if (content === undefined || content === null || content.length === 0) {
      if (content !== undefined || Object.keys(others).length > 0)
        context.lose(
          'whole messages',
          'Version 1 can only add to a message; a change without new content was dropped.',
        );
      return;
    }
    const missing = session.messages.missing(kind, messageId, blocksToV1(content, context));
    if (missing.kind !== 'blocks') {
      const why = missing.kind === 'differs' ? 'begins differently' : 'is too long to be compared';
      context.lose('whole messages', `The client keeps its text of the message ${messageId}; the new text ${why}.`);
      return;
    }
    for (const [index, block] of missing.blocks.entries()) {
      session.messages.append(kind, messageId, block);
      // The other fields belong to the message, not to each of its chunks.
      outgoing.send({
        ...(index === 0 ? others : undefined),
        sessionUpdate: `${kind}_chunk`,
        messageId,
        content: block,
      });
    }
    if (missing.blocks.length === 0)
      outgoing.omit('whole messages', others, `Other fields of a message without new content`);
  };

const userChunk = chunkOf('user_message');
const wholeUserMessage = wholeOf('user_message');

/** The client knows its own messages. */
const unlessEcho =
  <K extends 'user_message' | 'user_message_chunk'>(forward: Forward<K>): Forward<K> =>
  (update, outgoing) => {
    if (!outgoing.session.prompts.isEcho(update)) {
      forward(update, outgoing);
      return;
    }
    const { sessionUpdate: _, messageId: __, content: ___, ...others } = update;
    outgoing.omit('session/prompt', others, 'Other fields of the echo of a prompt');
  };

const subagentsOnly: Forward<'session_message' | 'session_message_chunk'> = (update, outgoing) => {
  const { context, features } = outgoing.connection;
  if (!features.subagents) {
    context.lose(
      'subagents and session messages',
      'The client does not show messages between sessions; one was dropped.',
    );
    return;
  }
  if (update.sessionUpdate === 'session_message_chunk') {
    const content = blockToV1(update.content, context);
    if (content === update.content) outgoing.pass();
    else if (content !== undefined) outgoing.send({ ...update, content });
    return;
  }
  const content = blocksOrSame(update.content, context);
  if (content === update.content) outgoing.pass();
  else outgoing.send({ ...update, content } as v1.SessionUpdate);
};

const all: { readonly [K in keyof Variants]: Forward<K> } = {
  agent_message_chunk: chunkOf('agent_message'),
  agent_thought_chunk: chunkOf('agent_thought'),
  user_message_chunk: unlessEcho<'user_message_chunk'>(userChunk),
  agent_message: wholeOf('agent_message'),
  agent_thought: wholeOf('agent_thought'),
  user_message: unlessEcho<'user_message'>(wholeUserMessage),
  // It ends prompts; there is nothing to send.
  state_update: (update, { connection, session }) => {
    const { prompts } = session;
    // A repeated snapshot contains nothing new.
    if (!isSameValue({ ...prompts.state, sessionUpdate: update.sessionUpdate }, update))
      reportLostState(update, { losses: connection.context, isPrompted: !prompts.isEmpty });
    if (update.state === 'idle') session.toolCalls.reportUnshown();
  },
  tool_call_update: (update, outgoing) => {
    const converted = outgoing.session.toolCalls.update(update);
    if (converted === undefined) return;
    outgoing.send(converted);
    outgoing.session.toolCalls.sendOpened();
  },
  tool_call_content_chunk: (update, outgoing) => {
    const { sessionUpdate: _, toolCallId, content: __, ...others } = update;
    outgoing.omit('tool_call_content_chunk', others, `Other fields of a chunk of the tool call ${toolCallId}`);
    outgoing.session.toolCalls.append(update);
    outgoing.connection.batches.add(outgoing.session);
  },
  terminal_update: (update, outgoing) => {
    const { sessionUpdate: _, output, capabilities, ...fields } = update;
    const { terminalId, ...beside } = fields;
    const { items, shownByClient } = outgoing.session.toolCalls;
    // The client sees the terminals that it runs itself.
    if (items.isClientTerminal(terminalId)) return;
    const others = shownByClient?.take(fields) ?? beside;
    const { data: __, ...otherFields } = output ?? { data: '' };
    const more = hasCapability(capabilities) ? { capabilities: 'cancel' } : undefined;
    const lost = { ...others, ...more, output: otherFields };
    outgoing.omit('display terminals', lost, `Fields of the terminal ${terminalId} other than its output`);
    outgoing.session.toolCalls.terminalUpdate(update);
    outgoing.connection.batches.add(outgoing.session);
  },
  terminal_output_chunk: (update, outgoing) => {
    const { sessionUpdate: _, terminalId, data: __, ...others } = update;
    if (outgoing.session.toolCalls.items.isClientTerminal(terminalId)) return;
    outgoing.omit('display terminals', others, `Fields of the terminal ${terminalId} other than its output`);
    outgoing.session.toolCalls.terminalOutput(update);
    outgoing.connection.batches.add(outgoing.session);
  },
  plan_update: (update, outgoing) => {
    const { context, features } = outgoing.connection;
    const converted = features.plans
      ? planForPlanClients(update, context)
      : outgoing.session.plans.update(update, context);
    if (converted === (update as v1.SessionUpdate)) outgoing.pass();
    else if (converted !== undefined) outgoing.send(converted);
  },
  plan_removed: (update, outgoing) => {
    if (outgoing.connection.features.plans) {
      outgoing.pass();
      return;
    }
    const converted = outgoing.session.plans.remove(update);
    const { sessionUpdate: _, planId, ...others } = update;
    if (converted === undefined)
      outgoing.omit('plan', others, `Other fields of the removal of the unknown plan ${planId}`);
    else outgoing.send(converted);
  },
  available_commands_update: (update, outgoing) => {
    outgoing.send({
      ...update,
      availableCommands: commandsToV1(update.availableCommands, outgoing.connection.context),
    });
  },
  config_option_update: (update, outgoing) => {
    const { configOptions: options, ...others } = update;
    takeOptions(outgoing.connection, {
      session: outgoing.session,
      options,
      sendOptions: (configOptions) => {
        outgoing.send({ ...others, configOptions });
      },
    });
  },
  session_info_update: (_, outgoing) => {
    outgoing.pass();
  },
  usage_update: (_, outgoing) => {
    outgoing.pass();
  },
  notice: (update, outgoing) => {
    const { context, features } = outgoing.connection;
    if (features.notices) {
      outgoing.pass();
      return;
    }
    const { severity, title, description, sessionUpdate: _, ...others } = update;
    const heading = severity === 'info' ? title : `${severity}: ${title}`;
    const text = typeof description === 'string' ? `${heading}\n\n${description}` : heading;
    // A message of its own, which is not part of the agent's message.
    outgoing.send({
      ...others,
      sessionUpdate: 'agent_message_chunk',
      messageId: context.mintId(),
      content: { type: 'text', text },
    });
  },
  compaction_update: (update, outgoing) => {
    const { context, features } = outgoing.connection;
    if (!features.compaction) {
      context.lose('notice and compaction', 'The client does not show compactions; one was dropped.');
      return;
    }
    const summary = blocksOrSame(update.summary, context);
    if (summary === update.summary) outgoing.pass();
    else outgoing.send({ ...update, summary } as v1.SessionUpdate);
  },
  compaction_summary_chunk: (update, outgoing) => {
    const { context, features } = outgoing.connection;
    if (!features.compaction) {
      context.lose('notice and compaction', 'The client does not show compactions; a part of a summary was dropped.');
      return;
    }
    const content = blockToV1(update.content, context);
    if (content === update.content) outgoing.pass();
    else if (content !== undefined) outgoing.send({ ...update, content });
  },
  subagent_update: (update, outgoing) => {
    if (outgoing.connection.features.subagents) outgoing.pass();
    else hideSubagent(update.sessionId, outgoing);
  },
  session_message: subagentsOnly,
  session_message_chunk: subagentsOnly,
};

/** A client that shows no subagents is not sent their updates either. */
function hideSubagent(sessionId: string, { connection: { context, hidden }, session }: OutgoingUpdate): void {
  // A session is not its own child.
  if (sessionId !== session.id) {
    hidden.add(sessionId);
    const [oldest] = hidden;
    if (hidden.size > context.limits.sessions && oldest !== undefined) hidden.delete(oldest);
  }
  context.lose(
    'subagents and session messages',
    'The client does not show subagents; one was dropped, and so are its updates.',
  );
}

interface Kind {
  readonly forward: (update: v2.SessionUpdate, outgoing: OutgoingUpdate) => void;
  readonly isJoined: boolean;
}

/** Any string may stand in place of a tag; only these are found. */
const kinds: ReadonlyMap<string, Kind> = new Map(
  Object.entries(all).map(([tag, forward]) => [
    tag,
    { forward: forward as Kind['forward'], isJoined: joined.has(tag) },
  ]),
);

function blocksOrSame(
  blocks: readonly v2.ContentBlock[] | null | undefined,
  context: Connection['context'],
): readonly v1.ContentBlock[] | null | undefined {
  return blocks === undefined || blocks === null ? blocks : blocksToV1(blocks, context);
}
