/**
 * An agent on the official SDK that does with a prompt what a test says.
 *
 * It behaves as version 2 asks of an agent: it echoes the prompt, says that it works, and ends with idle. Cancelling
 * its work is up to it, because the official SDK does not do that for it.
 */
import * as official from '@agentclientprotocol/sdk/experimental/v2/unstable';

/** One prompt that the agent works on. */
export interface TheirTurn {
  readonly sessionId: string;
  readonly messageId: string;
  /** The text of the prompt. */
  readonly words: string;
  readonly client: official.AgentContext;
  /** Aborts when the client cancels the session's work. */
  readonly signal: AbortSignal;
  /** Sends an update of the session. */
  readonly say: (update: official.SessionUpdate) => Promise<void>;
  /** Sends some text of one message. */
  readonly text: (words: string) => Promise<void>;
}

/** What the agent does with a prompt; `end_turn` when it says nothing else. */
export type Work = (turn: TheirTurn) => unknown;

export interface OfficialAgentOptions {
  readonly capabilities?: official.AgentCapabilities;
  readonly authMethods?: official.AuthMethod[];
  /** What else opening a session is answered with. */
  readonly opened?: Omit<official.NewSessionResponse, 'sessionId'>;
  /** What it does before it answers that a session is open. */
  readonly onOpen?: (params: official.NewSessionRequest) => Promise<void>;
}

export const theirInfo: official.Implementation = { name: 'official-agent', version: '2.4.0' };

/** Makes the agent; further handlers can be added. */
export function officialAgent(work: Work = () => undefined, options: OfficialAgentOptions = {}): official.AgentApp {
  const { capabilities = { session: {} }, authMethods, opened = {} } = options;
  const running = new Map<string, AbortController>();
  let count = 0;
  return official
    .agent()
    .onRequest('initialize', () => ({
      protocolVersion: 2,
      info: theirInfo,
      capabilities,
      ...(authMethods === undefined ? {} : { authMethods }),
    }))
    .onRequest('session/new', async ({ params }) => {
      await options.onOpen?.(params);
      count += 1;
      return { sessionId: `garden-${count}`, ...opened };
    })
    .onRequest('session/prompt', async ({ params, client }) => {
      const { sessionId, prompt } = params;
      count += 1;
      const messageId = `message-${count}`;
      const controller = new AbortController();
      running.set(sessionId, controller);
      const say: TheirTurn['say'] = (update) => client.notify('session/update', { sessionId, update });
      await say({ sessionUpdate: 'user_message', messageId, content: prompt });
      await say({ sessionUpdate: 'state_update', state: 'running' });
      const turn: TheirTurn = {
        sessionId,
        messageId,
        words: prompt.map((block) => (official.ContentBlock.isText(block) ? block.text : '')).join(''),
        client,
        signal: controller.signal,
        say,
        text: (words) =>
          say({
            sessionUpdate: 'agent_message_chunk',
            messageId: `reply-to-${messageId}`,
            content: { type: 'text', text: words },
          }),
      };
      // The prompt is answered now that it is inserted; the work goes on.
      void carryOut(work, turn).finally(() => running.delete(sessionId));
      return { messageId };
    })
    .onNotification('session/cancel', ({ params }) => {
      running.get(params.sessionId)?.abort();
    });
}

const cancelled: official.SessionUpdate = { sessionUpdate: 'state_update', state: 'idle', stopReason: 'cancelled' };

async function carryOut(work: Work, turn: TheirTurn): Promise<void> {
  const { say, signal } = turn;
  await new Promise((resolve) => void setImmediate(resolve));
  try {
    await work(turn);
    if (signal.aborted) await say(cancelled);
    else await say({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' });
  } catch {
    const error = { code: -32_603, message: 'The work failed.' };
    if (signal.aborted) await say(cancelled);
    else await say({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'error', error });
  }
}

/** Rejects when `signal` aborts. */
export const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
  });
