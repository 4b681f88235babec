/** What the owner of a session does with each item of the inbox. */
import { RpcError, rpcCodes, type ErrorObject } from '@acp-stack/rpc';
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';

import { guestPrefix, hubName, isPrincipalName } from '../access/principal.ts';
import { includesRole, requireRole } from '../access/roles.ts';
import { maxMembers, type SummaryPatch } from '../store/hub-store.ts';
import {
  answerMethod,
  membersMethod,
  type InboxEntry,
  type InboxItem,
  type LogRecord,
  type MembersChange,
} from '../store/records.ts';
import type { AgentSession } from '../agents/agent-session.ts';
import type { AgentLink } from './agent-link.ts';
import { cancelledNotice } from './ended-work.ts';
import { InjectedMessages, type CallAgent } from './injected-messages.ts';
import { errorObject, invalidParams, isConnectionLoss } from './item-error.ts';
import type { MessageQueue } from './message-queue.ts';
import type { OpenQuestions } from './open-questions.ts';
import type { SessionLog } from './session-log.ts';

export interface ItemHandlersInit {
  readonly sessionId: string;
  readonly log: SessionLog;
  readonly link: AgentLink;
  readonly queue: MessageQueue;
  readonly questions: OpenQuestions;
}

/**
 * Starts an item: when it returns, or its promise resolves, the log says that the item was started. Throws what the
 * client gets as an error.
 */
type ItemHandler = (entry: InboxEntry) => void | Promise<void>;

const maxTitleLength = 1000;
/** How many bytes the list of members has at most as JSON; the summary of a session has it twice. */
const maxMembersBytes = 24 * 1024;

const roles = new Set<unknown>(['owner', 'controller', 'observer']);

export class ItemHandlers {
  readonly #init: ItemHandlersInit;
  readonly #handlers: Readonly<Record<string, ItemHandler>>;
  readonly #injected: InjectedMessages;

  constructor(init: ItemHandlersInit) {
    this.#init = init;
    const { log, link, queue, questions } = init;
    const injected = new InjectedMessages({ log, queue, link, callAgent: this.#callAgent });
    this.#injected = injected;
    this.#handlers = {
      'session/prompt': (entry) => {
        queue.prompt(entry);
      },
      'session/inject': (entry) => injected.inject(entry),
      'session/revoke_inject': (entry) => injected.revoke(entry),
      'session/replace_inject': (entry) => injected.replace(entry),
      'session/cancel': (entry) => {
        this.#cancel(entry);
      },
      'session/set_config_option': (entry) => this.#setConfigOption(entry),
      'session/set_title': (entry) => this.#setTitle(entry),
      'session/archive': (entry) => {
        this.#archive(entry);
      },
      'session/unarchive': (entry) => {
        void this.#init.log.settle(nameOf(entry), { result: {} }, [], { archived: false });
      },
      'tool_call/cancel': (entry) => this.#callAgent(entry, entry.request.method, entry.request.params),
      'terminal/cancel': (entry) => this.#callAgent(entry, entry.request.method, entry.request.params),
      [answerMethod]: (entry) => {
        questions.answer(entry);
      },
      [membersMethod]: (entry) => {
        this.#setMember(entry);
      },
    };
  }

  /** Starts an item. An item whose key was seen before has no effect; it gets the result of the first. */
  async start(entry: InboxEntry): Promise<void> {
    const { log } = this.#init;
    const { item, request } = entry;
    const { key, method } = request;
    const name = { item, key };
    const before = log.state.results.get(key);
    if (before !== undefined) {
      void log.write([{ kind: 'result', ...name, ...before }]);
      return;
    }
    if (this.#isOpen(key)) {
      void log.hand(name);
      return;
    }
    try {
      this.#requireMember(request);
      if (log.state.isPast(key)) throw alreadyHandled();
      const handler = Object.hasOwn(this.#handlers, method) ? this.#handlers[method] : undefined;
      if (handler === undefined) throw new RpcError(rpcCodes.methodNotFound, `The hub does not know ${method}.`);
      await handler(entry);
    } catch (error) {
      void log.settle(name, { error: errorObject(error) });
    }
  }

  /** Throws unless the principal may still ask for this: it may have lost its role since the item was stored. */
  #requireMember({ principal: name, method }: InboxItem): void {
    if (name === hubName) return;
    const { sessionId, log } = this.#init;
    const guest = name.startsWith(guestPrefix) ? { onlySession: sessionId } : {};
    const session = { sessionId, members: log.state.members ?? {} };
    requireRole({ name, isOperator: false, ...guest }, session, { method, sessionId });
  }

  /** Whether an item with this key was started and has no result yet. */
  #isOpen(key: string): boolean {
    const { handed, pending } = this.#init.log.state;
    for (const other of handed.values()) if (other === key) return true;
    for (const message of pending.values()) if (message.from === 'prompt' && message.key === key) return true;
    return false;
  }

  /**
   * Gives an item to the agent, which is opened for it. Other items wait for neither the agent nor its response: the
   * item counts as handed over from the beginning.
   */
  readonly #callAgent: CallAgent = ({ item, request }, method, params, settled) => {
    const { log, link } = this.#init;
    const name = { item, key: request.key };
    const isOpen = (): boolean => log.state.handed.has(item);
    const call = async (agent: AgentSession): Promise<void> => {
      try {
        const result = await agent.request(method, params);
        link.noteAnswer();
        // The agent may have been lost meanwhile, and the item answered.
        if (!isOpen()) return;
        const { records, outcome } = settled?.(result) ?? { records: [], outcome: { result: result ?? {} } };
        await log.settle(name, outcome, records);
      } catch (error) {
        if (isConnectionLoss(error)) link.lose(agent, 'The connection to the agent was lost.');
        else if (isOpen()) void log.settle(name, { error: this.#agentError(error) });
      }
    };
    const open = async (opening: Promise<AgentSession>): Promise<void> => {
      try {
        let agent = await opening;
        // It may be lost before this continues; the number of agents that are started in vain is limited.
        while (isOpen() && link.session !== agent) agent = await link.open();
        if (isOpen()) await call(agent);
      } catch (error) {
        if (isOpen()) void log.settle(name, { error: errorObject(error) });
      }
    };
    const opening = link.open();
    // Until the item is stored nothing waits for it.
    opening.catch(() => undefined);
    log.hand(name).then(
      () => open(opening),
      () => undefined,
    );
  };

  /** The error of the agent, with the id of the message that clients know. */
  #agentError(error: unknown): ErrorObject {
    const object = errorObject(error);
    const { messageId } = (object.data ?? {}) as { readonly messageId?: unknown };
    const known = typeof messageId === 'string' ? this.#init.queue.aliases.messageIdOf(messageId) : undefined;
    return known === undefined ? object : { ...object, data: { ...(object.data as object), messageId: known } };
  }

  /** Cancels the work and the prompts that wait; injected messages stay (CANCEL-09, INJ-16). */
  #cancel(entry: InboxEntry): void {
    this.#endWork(entry, this.#init.queue.refusePrompts());
  }

  /** Cancels the work of the agent and its questions, and settles the item with `records` and a summary. */
  #endWork({ item, request }: InboxEntry, ended: readonly LogRecord[], summary?: SummaryPatch): void {
    const { log, link, questions } = this.#init;
    const { records, stored } = questions.cancel();
    const told = log.state.activity === 'idle' ? [] : cancelledNotice(log.state, 'The work was', request.principal);
    const { key } = request;
    log.settle({ item, key }, { result: {} }, [...ended, ...records, ...told], summary).then(
      () => {
        link.cancel();
        stored();
      },
      () => undefined,
    );
  }

  /** The agent tells only the client that asked; the others get an update. */
  #setConfigOption(entry: InboxEntry): void | Promise<void> {
    const { method, params } = entry.request;
    return this.#callAgent(entry, method, params, (result) => {
      const { configOptions } = (result ?? {}) as { readonly configOptions?: readonly unknown[] };
      const update = { sessionUpdate: 'config_option_update', configOptions } as SessionUpdate;
      return { records: configOptions === undefined ? [] : [{ kind: 'update', update }], outcome: { result } };
    });
  }

  /** The hub keeps the title; an agent that has titles too is told. */
  #setTitle(entry: InboxEntry): void | Promise<void> {
    const { log, link } = this.#init;
    const { method, params } = entry.request;
    const title = typeof params['title'] === 'string' ? params['title'].trim() : '';
    if (title.length > maxTitleLength) throw invalidParams(`A title has at most ${maxTitleLength} characters.`);
    if (title === '') throw invalidParams('A title must not be empty.');
    if ((link.session?.capabilities.session?.title ?? null) !== null) return this.#callAgent(entry, method, params);
    const update: LogRecord = { kind: 'update', update: { sessionUpdate: 'session_info_update', title } };
    void log.settle(nameOf(entry), { result: {} }, [update], { title });
    return undefined;
  }

  /** Nothing works or waits in a session that is put away (ARCH-01). */
  #archive(entry: InboxEntry): void {
    this.#endWork(entry, this.#init.queue.takeBackAll(), { archived: true });
  }

  #setMember(entry: InboxEntry): void {
    const { log, queue } = this.#init;
    const { principal, role }: Partial<MembersChange> = entry.request.params;
    if (typeof principal !== 'string' || !isPrincipalName(principal))
      throw invalidParams('The name of a principal has 1 to 200 visible characters.');
    if (role === undefined || (role !== null && !roles.has(role)))
      throw invalidParams('A role is owner, controller or observer.');
    if (role === 'owner' && principal.startsWith(guestPrefix))
      throw invalidParams('A guest cannot be an owner; invite it with an account first.');
    const others = Object.entries(log.state.members ?? {}).filter(([name]) => name !== principal);
    const members = Object.fromEntries(role === null ? others : [...others, [principal, role]]);
    if (Object.keys(members).length > maxMembers || Buffer.byteLength(JSON.stringify(members)) > maxMembersBytes)
      throw invalidParams(`A session has at most ${maxMembers} members; remove one first.`);
    if (!Object.values(members).includes('owner')) throw invalidParams('A session needs an owner; name another first.');
    // What waits of a member that may not work in the session any more never reaches the agent.
    const mayWork = role !== null && includesRole(role, 'controller');
    const withdrawn = mayWork ? [] : queue.withdraw(principal);
    const records: readonly LogRecord[] = [...withdrawn, { kind: 'members', members }];
    log.settle(nameOf(entry), { result: {} }, records, { members }).then(
      () => (mayWork ? undefined : this.#injected.withdrawSteering(principal)),
      () => undefined,
    );
  }
}

/** A message that is repeated very late: it was given to the agent, and what came of it is in the history. */
const alreadyHandled = (): RpcError =>
  new RpcError(rpcCodes.internalError, 'This message was sent long ago and is not sent again; see the history.', {
    data: { reason: 'already_handled' },
  });

const nameOf = ({ item, request }: InboxEntry): { readonly item: number; readonly key: string } => ({
  item,
  key: request.key,
});
