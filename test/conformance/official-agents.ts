/** Agents on the official SDK, one of each version: what the suite finds wrong with them has to be explained. */
import type { Connect } from '@acp-stack/conformance';
import * as one from '@agentclientprotocol/sdk';
import * as two from '@agentclientprotocol/sdk/experimental/v2/unstable';

import { byteLink } from '../interop/official-stream.ts';

const info = { name: 'official', version: '2.4.0' };
const call = { toolCallId: 'call', title: 'Read', kind: 'read', locations: [{ path: '/notes.txt', line: 1 }] } as const;
const content = { type: 'text', text: 'hello' } as const;
const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' as const }];

/** Reports a tool call, asks for permission, and says hello. */
function agentOfVersion1(): one.AgentApp {
  let sessions = 0;
  return one
    .agent()
    .onRequest('initialize', () => ({ protocolVersion: 1, agentInfo: info, agentCapabilities: {} }))
    .onRequest('session/new', () => ({ sessionId: `session-${(sessions += 1)}` }))
    .onRequest('session/prompt', async ({ params: { sessionId }, client }) => {
      await client.notify('session/update', {
        sessionId,
        update: { sessionUpdate: 'tool_call', ...call, locations: [...call.locations] },
      });
      const question = { sessionId, toolCall: { toolCallId: 'call' }, options };
      await client.request('session/request_permission', question).catch(() => undefined);
      await client.notify('session/update', { sessionId, update: { sessionUpdate: 'agent_message_chunk', content } });
      return { stopReason: 'end_turn' as const };
    })
    .onNotification('session/cancel', () => undefined);
}

async function work(
  client: two.AgentContext,
  { sessionId, prompt }: two.PromptRequest,
  messageId: string,
): Promise<void> {
  const tell = (update: two.SessionUpdate): Promise<void> => client.notify('session/update', { sessionId, update });
  await tell({ sessionUpdate: 'user_message', messageId, content: prompt });
  await tell({ sessionUpdate: 'state_update', state: 'running' });
  await tell({ sessionUpdate: 'tool_call_update', ...call, locations: [...call.locations] });
  const subject = { type: 'tool_call' as const, toolCall: { toolCallId: 'call' } };
  const question = { sessionId, title: 'Read?', subject, options };
  await client.request('session/request_permission', question).catch(() => undefined);
  await tell({ sessionUpdate: 'agent_message_chunk', messageId: `answer-${messageId}`, content });
  await tell({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' });
}

/** The same in version 2. */
function agentOfVersion2(): two.AgentApp {
  let sessions = 0;
  let prompts = 0;
  return two
    .agent()
    .onRequest('initialize', () => ({ protocolVersion: 2, info, capabilities: { session: {} } }))
    .onRequest('session/new', () => ({ sessionId: `session-${(sessions += 1)}` }))
    .onRequest('session/list', () => ({ sessions: [] }))
    .onRequest('session/close', () => ({}))
    .onRequest('session/resume', () => ({}))
    .onRequest('session/prompt', ({ params, client }) => {
      const messageId = `message-${(prompts += 1)}`;
      setImmediate(() => void work(client, params, messageId).catch(() => undefined));
      return { messageId };
    })
    .onNotification('session/cancel', () => undefined);
}

const apps = { 1: agentOfVersion1, 2: agentOfVersion2 } as const;

/** Connects the suite to a new agent of the official SDK. */
export function officialConnect(version: 1 | 2): Connect {
  return (receiver) => {
    const { channel, stream } = byteLink();
    const connection = apps[version]().connect(stream);
    channel.open({
      receive: (message, text) => receiver.text(text ?? JSON.stringify(message)),
      reject: ({ text }) => receiver.text(text ?? ''),
      ended: () => receiver.ended('it closed the connection'),
    });
    return Promise.resolve({
      send: (text) => void channel.send(undefined, text),
      close: () => {
        connection.close();
        channel.destroy();
        return Promise.resolve();
      },
    });
  };
}
