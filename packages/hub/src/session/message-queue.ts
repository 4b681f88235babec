/**
 * The messages of users on their way to the agent: prompts and injected messages, one turn at a time, in the order of
 * the inbox.
 *
 * A message is handed to the agent at most once, and only when the log says so. It is delivered with the first sign
 * that the agent has taken it, which is a report of the message or the response: then its `user_message`, the end of
 * its waiting and the result of a prompt are stored together.
 */
import { randomUUID } from 'node:crypto';

import { RpcError, rpcCodes } from '@acp-stack/rpc';
import type { ContentBlock, InjectMode, SessionUpdate } from '@acp-stack/schema/v2/unstable';

import type { AgentSession } from '../agents/agent-session.ts';
import type { InboxEntry, LogRecord, PendingMessage } from '../store/records.ts';
import type { AgentLink } from './agent-link.ts';
import { deliveredRecords, fateRecord } from './ended-work.ts';
import { errorObject, invalidParams, isConnectionLoss } from './item-error.ts';
import { MessageAliases } from './message-aliases.ts';
import { requireContent } from './prompt-content.ts';
import type { SessionLog } from './session-log.ts';
import { isUpdate } from './session-state.ts';

export interface MessageQueueInit {
  readonly log: SessionLog;
  readonly link: AgentLink;
  /** Nothing works and nothing waits. */
  readonly onRest: () => void;
}

/** The params of a prompt besides its content: they are for one turn, and only in the inbox. */
type OtherParams = Readonly<Record<string, unknown>>;

/** A message that the agent was given, until the agent is idle again. */
interface Turn {
  readonly message: PendingMessage;
  readonly agent: AgentSession;
  state: 'handed' | 'accepted';
  /** What the agent has reported of its work since. */
  work: 'none' | 'running' | 'ended';
}

/** How many messages may wait, in all and of one client. */
const maxPending = 64;
const maxPendingOfClient = 16;

/** How many bytes of content may wait, if it is more than one message. */
const maxPendingBytes = 32 * 1024 * 1024;

const sizes = new WeakMap<readonly ContentBlock[], number>();

/** The size of content as JSON; it never changes. */
function bytesOf(content: readonly ContentBlock[]): number {
  const known = sizes.get(content);
  if (known !== undefined) return known;
  const bytes = Buffer.byteLength(JSON.stringify(content));
  sizes.set(content, bytes);
  return bytes;
}

const cancelledPrompt = new RpcError(rpcCodes.requestCancelled, 'The prompt was cancelled before the agent got it.');

const withdrawnPrompt = new RpcError(
  rpcCodes.requestCancelled,
  'Your role in this session has ended before your turn.',
);

export class MessageQueue {
  readonly aliases: MessageAliases = new MessageAliases();
  readonly #init: MessageQueueInit;
  readonly #others = new Map<number, OtherParams>();
  #turn: Turn | undefined;
  #isOpening = false;
  #isFinishing = false;
  #isEnded = false;

  constructor(init: MessageQueueInit) {
    this.#init = init;
  }

  /** Whether the agent works, or a message is on its way. Without an agent that can be started, messages only wait. */
  get isBusy(): boolean {
    const areOnTheirWay = !this.#isFinishing && this.#init.log.state.agent !== 'failed';
    return this.isRunning || this.#isOpening || (areOnTheirWay && this.#next() !== undefined);
  }

  /** Whether the agent has work that a message could steer. */
  get isRunning(): boolean {
    return this.#turn !== undefined || this.#init.log.state.activity !== 'idle';
  }

  /** `session/prompt`: gives it to the agent, or lets it wait. */
  prompt(entry: InboxEntry): void {
    const { log, link } = this.#init;
    const { prompt, ...others } = entry.request.params;
    const content = requireContent(prompt, log.state.capabilities);
    const message = this.newMessage(entry, 'prompt', content);
    if (Object.keys(others).length > 0) this.#others.set(entry.item, others);
    const isFree = !this.isBusy && !this.#isFinishing && this.#next() === undefined && link.session !== undefined;
    if (!isFree) void log.write([{ kind: 'pending', change: 'added', message }]);
    if (isFree) this.#hand(message, link.session);
    else this.pump(true);
  }

  /** A message that a client asks for, with an id of its own. Throws if too many wait. */
  newMessage(entry: InboxEntry, from: PendingMessage['from'], content: readonly ContentBlock[]): PendingMessage {
    const { item, request } = entry;
    const { principal, client, key } = request;
    const waiting = [...this.#init.log.state.pending.values()];
    const ofClient = waiting.filter((each) => each.client === client && each.principal === principal).length;
    if (waiting.length >= maxPending || ofClient >= maxPendingOfClient) {
      const data = {
        reason: 'too_many_pending',
        limit: waiting.length >= maxPending ? maxPending : maxPendingOfClient,
      };
      throw new RpcError(rpcCodes.internalError, 'Too many messages wait; let some be delivered first.', { data });
    }
    this.requireSize(content);
    const mode = from === 'inject' ? (request.params['mode'] as InjectMode) : 'queue';
    return { messageId: randomUUID(), mode, content, principal, client, item, key, from };
  }

  /** Throws if the content is too large for a record, or, with what waits except `replaced`, for the memory. */
  requireSize(content: readonly ContentBlock[], replaced?: string): void {
    const { log } = this.#init;
    const bytes = bytesOf(content);
    if (bytes > log.maxContentBytes) throw invalidParams('The message is too large to be stored.');
    const waiting = [...log.state.pending.values()].filter(({ messageId }) => messageId !== replaced);
    const sum = waiting.reduce((total, each) => total + bytesOf(each.content), bytes);
    if (waiting.length === 0 || sum <= maxPendingBytes) return;
    const data = { reason: 'too_many_pending', limit: maxPendingBytes };
    throw new RpcError(rpcCodes.internalError, 'Too much waits; let some messages be delivered first.', { data });
  }

  /** Takes the other params of a prompt that waited when this node became the owner. */
  restore({ item, request }: InboxEntry): void {
    const { prompt: _, ...others } = request.params;
    if (Object.keys(others).length > 0) this.#others.set(item, others);
  }

  /**
   * Gives the next message to the agent if it is idle; opens the agent for it if needed. An agent that could not be
   * opened is tried again only if `isNew`: for a new message, and by a new owner.
   */
  pump(isNew = false): void {
    const { log, link, onRest } = this.#init;
    if (this.#isEnded || this.#isFinishing || this.isRunning || this.#isOpening) return;
    const message = this.#next();
    if (message === undefined || (log.state.agent === 'failed' && !isNew)) {
      onRest();
      return;
    }
    if (link.session !== undefined) {
      this.#hand(message, link.session);
      return;
    }
    this.#isOpening = true;
    link.open().then(
      () => {
        this.#isOpening = false;
        this.pump();
      },
      (error: unknown) => {
        this.#isOpening = false;
        // A prompt was not accepted yet. An injected message was, so it stays until the agent can be opened.
        if (this.#isEnded) return;
        void log.write(this.refusePrompts(error));
        // An opening that was cancelled has not failed: messages that were accepted go on.
        if (log.state.agent === 'failed') onRest();
        else this.pump();
      },
    );
  }

  /** The records that refuse the prompts which wait: a cancelled session, or an agent that cannot be opened. */
  refusePrompts(error: unknown = cancelledPrompt): readonly LogRecord[] {
    const { log } = this.#init;
    const prompts = [...log.state.pending.values()].filter(
      ({ from, item }) => from === 'prompt' && !log.state.handed.has(item),
    );
    return prompts.flatMap((message) => this.refuse(message, error));
  }

  /** The records that take back what waits of a principal: it may not work in the session any more. */
  withdraw(principal: string): readonly LogRecord[] {
    return this.#takeBack((message) => message.principal === principal, withdrawnPrompt);
  }

  /** The records that take back everything that waits: the session is put away. */
  takeBackAll(): readonly LogRecord[] {
    return this.#takeBack(() => true, cancelledPrompt);
  }

  #takeBack(isMeant: (message: PendingMessage) => boolean, error: RpcError): readonly LogRecord[] {
    const { pending, handed } = this.#init.log.state;
    const messages = [...pending.values()].filter(
      (message) => isMeant(message) && message.mode !== 'steer' && !handed.has(message.item),
    );
    return messages.flatMap((message) =>
      message.from === 'prompt' ? this.refuse(message, error) : [fateRecord('revoked', message)],
    );
  }

  /** The records that refuse a prompt which waits. */
  refuse(message: PendingMessage, error: unknown = cancelledPrompt): readonly LogRecord[] {
    this.#others.delete(message.item);
    return [fateRecord('revoked', message), ...this.#init.log.resultsOf(message, { error: errorObject(error) })];
  }

  /** What the agent was given and has not confirmed. */
  get unconfirmed(): readonly PendingMessage[] {
    return this.#turn?.state === 'handed' ? [this.#turn.message] : [];
  }

  /** The agent is gone; the log says what became of the message that it had. */
  lost(): void {
    this.#turn = undefined;
  }

  /** No further message is given to the agent: those that wait are for the next owner. */
  finish(): void {
    this.#isFinishing = true;
  }

  /** Nothing more is given to the agent. */
  end(): void {
    this.#isEnded = true;
    this.#turn = undefined;
  }

  // ------------------------------------------------------------------------------------------ what the agent says

  /** An update of the agent as it is shown; undefined if it is not, because the message is shown already. */
  shown(update: SessionUpdate): SessionUpdate | undefined {
    const isWhole = isUpdate(update, 'user_message');
    if (!isWhole && !isUpdate(update, 'user_message_chunk')) return update;
    const turn = this.#turn;
    if (this.aliases.messageIdOf(update.messageId) === undefined && turn?.state === 'handed') {
      this.aliases.add(update.messageId, turn.message.messageId, true);
      this.#accept(turn);
      return undefined;
    }
    const messageId = this.aliases.messageIdOf(update.messageId);
    if (messageId === undefined) return update;
    if (this.aliases.report(update.messageId)) this.#deliver(messageId);
    // A report that comes again changes the message; the chunks of the first one repeat what is shown.
    else if (isWhole) return { ...update, messageId };
    return undefined;
  }

  /** The agent has reported what it does; the log has it. */
  noteState(update: SessionUpdate): void {
    const turn = this.#turn;
    if (!isUpdate(update, 'state_update') || turn === undefined) return;
    if (update.state !== 'idle') turn.work = 'running';
    else if (turn.work === 'running') turn.work = 'ended';
    if (update.state === 'idle' && turn.state === 'accepted') this.#turn = undefined;
  }

  // ------------------------------------------------------------------------------------------ turns

  #next(): PendingMessage | undefined {
    const { pending, handed } = this.#init.log.state;
    for (const message of pending.values()) if (message.mode !== 'steer' && !handed.has(message.item)) return message;
    return undefined;
  }

  #hand(message: PendingMessage, agent: AgentSession | undefined): void {
    if (agent === undefined) return;
    const { log, link } = this.#init;
    const turn: Turn = { message, agent, state: 'handed', work: 'none' };
    this.#turn = turn;
    const others = this.#others.get(message.item);
    this.#others.delete(message.item);
    const give = async (): Promise<void> => {
      if (this.#turn !== turn) return;
      try {
        const response = await agent.request('session/prompt', { ...others, prompt: message.content });
        if (this.#turn === turn) this.#accept(turn, (response as { readonly messageId?: string } | null)?.messageId);
      } catch (error) {
        if (this.#turn !== turn) return;
        if (isConnectionLoss(error)) link.lose(agent, 'The connection to the agent was lost.');
        else this.#refused(turn, error);
      }
    };
    log.hand(message).then(give, () => undefined);
  }

  /** The agent has taken the message. */
  #accept(turn: Turn, agentMessageId?: string): void {
    const { message } = turn;
    if (agentMessageId !== undefined) this.aliases.add(agentMessageId, message.messageId, false);
    if (turn.state === 'accepted') return;
    turn.state = 'accepted';
    const { log, link } = this.#init;
    link.noteAnswer();
    const result = { result: { messageId: message.messageId } };
    // If the agent dies before it reports any work, the turn ends all the same.
    const delivered = deliveredRecords(log.state, message, { awaitsWork: turn.work === 'none' });
    void log.write([...delivered, ...(message.from === 'prompt' ? log.resultsOf(message, result) : [])]);
    // The response may be noticed after the updates that follow it.
    if (turn.work === 'ended') {
      this.#turn = undefined;
      this.pump();
    }
  }

  /** The agent has answered a prompt with an error. */
  #refused({ message, state }: Turn, error: unknown): void {
    const { log } = this.#init;
    this.#turn = undefined;
    const ending: LogRecord = {
      kind: 'update',
      update: { sessionUpdate: 'state_update', state: 'idle', stopReason: 'error', error: errorObject(error) },
    };
    if (state === 'accepted') {
      // It has reported the message before; work that it has begun ends with a report of its own.
      if (log.state.activity === 'idle') void log.write([ending]);
    } else if (message.from === 'inject') {
      // It was accepted by the hub, and only a revocation may drop it: users see it, and that it failed.
      void log.write([...this.#delivered(message), ending]);
    } else if (log.state.pending.has(message.messageId)) void log.write(this.refuse(message, error));
    else void log.settle(message, { error: errorObject(error) });
    this.pump();
  }

  /** The agent has delivered a message that steers its work. */
  #deliver(messageId: string): void {
    const { log } = this.#init;
    const message = log.state.pending.get(messageId);
    if (message !== undefined) void log.write(this.#delivered(message));
  }

  #delivered(message: PendingMessage): readonly LogRecord[] {
    return deliveredRecords(this.#init.log.state, message);
  }
}
