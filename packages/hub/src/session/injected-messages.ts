/**
 * The requests about injected messages (draft): `session/inject`, `session/revoke_inject`, `session/replace_inject`.
 *
 * The hub itself keeps messages that wait for the end of the work. A message that steers the work is passed to the
 * agent, which alone knows when it can be steered. The owner of a session may revoke and replace all messages, a
 * controller those of its principal.
 */
import { InjectError } from '@acp-stack/sdk';
import { rpcCodes } from '@acp-stack/rpc';
import type { InjectMode } from '@acp-stack/schema/v2/unstable';

import type { InboxEntry, LogRecord, PendingMessage } from '../store/records.ts';
import type { AgentLink } from './agent-link.ts';
import { fateRecord } from './ended-work.ts';
import { invalidParams } from './item-error.ts';
import type { MessageQueue } from './message-queue.ts';
import { requireContent } from './prompt-content.ts';
import type { SessionLog } from './session-log.ts';
import type { Outcome } from './session-state.ts';

/** Gives an item to the agent; `settled` turns its result into the records and the outcome of the item. */
export type CallAgent = (
  entry: InboxEntry,
  method: string,
  params: Readonly<Record<string, unknown>>,
  settled?: (result: unknown) => { readonly records: readonly LogRecord[]; readonly outcome: Outcome },
) => void | Promise<void>;

export interface InjectedMessagesInit {
  readonly log: SessionLog;
  readonly queue: MessageQueue;
  readonly link: Pick<AgentLink, 'session'>;
  readonly callAgent: CallAgent;
}

const done: Outcome = { result: {} };

export class InjectedMessages {
  readonly #init: InjectedMessagesInit;

  constructor(init: InjectedMessagesInit) {
    this.#init = init;
  }

  /** `session/inject`. */
  inject(entry: InboxEntry): void | Promise<void> {
    const { log, queue, callAgent } = this.#init;
    const { content } = entry.request.params;
    const mode = entry.request.params['mode'] as InjectMode;
    const { capabilities } = log.state;
    const offered = capabilities.session?.inject?.modes ?? [];
    const modes: readonly InjectMode[] = offered.includes('steer') ? ['queue', 'steer'] : ['queue'];
    if (!modes.includes(mode)) {
      const data = { reason: 'unsupported_mode', mode, modes } as const;
      throw new InjectError(rpcCodes.invalidParams, 'The agent of this session does not offer this mode.', { data });
    }
    const blocks = requireContent(content, capabilities);
    if (mode === 'steer' && !queue.isRunning) throw InjectError.precondition({ reason: 'no_running_turn' });
    const message = queue.newMessage(entry, 'inject', blocks);
    const { messageId } = message;
    const added: LogRecord = { kind: 'pending', change: 'added', message };
    if (mode === 'queue') {
      void log.settle(message, { result: { messageId } }, [added]);
      queue.pump(true);
      return undefined;
    }
    return callAgent(entry, 'session/inject', { mode, content: blocks }, (result) => {
      const agentMessageId = (result as { readonly messageId: string }).messageId;
      queue.aliases.add(agentMessageId, messageId, false);
      return { records: [added], outcome: { result: { messageId } } };
    });
  }

  /** `session/revoke_inject`; revoking it again succeeds. */
  revoke(entry: InboxEntry): void | Promise<void> {
    const { log, queue, callAgent } = this.#init;
    const { messageId } = entry.request.params;
    if (typeof messageId === 'string' && log.state.fates.get(messageId) === 'revoked') {
      void log.settle(nameOf(entry), done);
      return undefined;
    }
    const message = this.#find(entry);
    const revoked = fateRecord('revoked', message);
    if (message.mode === 'steer') {
      return callAgent(entry, 'session/revoke_inject', { messageId: this.#agentIdOf(message) }, () => {
        return { records: log.state.pending.has(message.messageId) ? [revoked] : [], outcome: done };
      });
    }
    void log.settle(nameOf(entry), done, message.from === 'prompt' ? queue.refuse(message) : [revoked]);
    return undefined;
  }

  /**
   * Takes back the messages of a principal that steer the work and wait in the agent, as far as the agent can: the
   * principal may not work in the session any more.
   */
  async withdrawSteering(principal: string): Promise<void> {
    const { log, queue, link } = this.#init;
    const agent = link.session;
    for (const message of log.state.pending.values()) {
      if (message.principal !== principal || message.mode !== 'steer') continue;
      const messageId = queue.aliases.agentIdOf(message.messageId);
      if (messageId === undefined || agent === undefined) continue;
      try {
        await agent.request('session/revoke_inject', { messageId });
        if (log.state.pending.has(message.messageId)) await log.write([fateRecord('revoked', message)]);
      } catch {
        // The agent has delivered it, or is gone.
      }
    }
  }

  /** `session/replace_inject`: id, mode and place stay. */
  replace(entry: InboxEntry): void | Promise<void> {
    const { log, queue, callAgent } = this.#init;
    const { capabilities } = log.state;
    const message = this.#find(entry);
    const content = requireContent(entry.request.params['content'], capabilities);
    queue.requireSize(content, message.messageId);
    const { messageId } = message;
    const replaced: LogRecord = { kind: 'pending', change: 'replaced', message: { ...message, content } };
    const outcome: Outcome = { result: { messageId } };
    if (message.mode === 'steer') {
      if (capabilities.session?.inject?.pending?.replace !== true)
        throw InjectError.precondition({ reason: 'replace_not_supported', messageId });
      return callAgent(entry, 'session/replace_inject', { messageId: this.#agentIdOf(message), content }, () => {
        return { records: log.state.pending.has(messageId) ? [replaced] : [], outcome };
      });
    }
    void log.settle(nameOf(entry), outcome, [replaced]);
    return undefined;
  }

  /** The message that a request is about; throws if it does not wait any more, or is another controller's. */
  #find({ request }: InboxEntry): PendingMessage {
    const { state } = this.#init.log;
    const { messageId } = request.params;
    if (typeof messageId !== 'string') throw invalidParams('The messageId must be a string.');
    const message = state.pending.get(messageId);
    if (message === undefined) {
      if (state.fates.get(messageId) === 'delivered')
        throw InjectError.precondition({ reason: 'already_delivered', messageId });
      throw InjectError.unknown(messageId);
    }
    const isAllowed = message.principal === request.principal || state.members?.[request.principal] === 'owner';
    if (!isAllowed) throw InjectError.precondition({ reason: 'not_owner', messageId });
    // The agent has it, or may have: its `user_message` follows.
    if (state.handed.has(message.item)) throw InjectError.precondition({ reason: 'already_delivered', messageId });
    return message;
  }

  #agentIdOf({ messageId }: PendingMessage): string {
    const agentMessageId = this.#init.queue.aliases.agentIdOf(messageId);
    if (agentMessageId === undefined) throw InjectError.unknown(messageId);
    return agentMessageId;
  }
}

const nameOf = ({ item, request }: InboxEntry): { readonly item: number; readonly key: string } => ({
  item,
  key: request.key,
});
