/**
 * `budget`: limits the turns, the tokens and the cost of each session, or of all sessions together.
 *
 * Tokens and cost are what the agent reports: `usage_update` during a turn, by which the turn is cancelled as soon as a
 * limit is reached, and `usage` at its end. From then on prompts are refused. An agent that reports nothing can only be
 * limited by `turns`: a turn counts unless the agent refuses it before it does anything. What a session has used stays
 * known when it is closed and opened again, for as long as the connection lives. So many sessions can be known; then
 * those that have used nothing are forgotten, and where there is none, further sessions get no turn.
 */
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import { proxy, type AcpProxy, type ProxyComponent, type ProxyNext, type SessionUpdate } from '@acp-stack/sdk';

import { infoOf, perConnection, showNotice } from './per-connection.ts';
import { nonEmptyText, oneOf, positiveInteger, positiveNumber, readSettings, type Settings } from './settings.ts';
import { nothingSpent, SessionSpending, sumOf, type Spent } from './session-spending.ts';

/** The limits; one that is absent does not limit. */
export interface BudgetOptions {
  /** The maximum number of turns. */
  readonly turns?: number;
  /** The maximum number of tokens. */
  readonly tokens?: number;
  /** The maximum cost, in `currency`. */
  readonly cost?: number;
  /** The currency of `cost`, as the agent reports it; `USD` when absent. */
  readonly currency?: string;
  /** Whether each session has this budget, or all sessions of all connections share it; `session` when absent. */
  readonly scope?: 'session' | 'all';
  /** The maximum number of sessions of a connection that have used something; 10,000 when absent. */
  readonly maxSessions?: number;
}

interface OpenSession {
  readonly spending: SessionSpending;
  isRunning: boolean;
  /** Whether the running turn was cancelled here. */
  isCancelled: boolean;
  hasOtherCurrency: boolean;
  /** How many messages of the agent show that it works. */
  work: number;
}

/** Updates that do not show that an agent works; its state is looked at separately. */
const idleUpdates: ReadonlySet<SessionUpdate['sessionUpdate']> = new Set([
  'user_message',
  'user_message_chunk',
  'available_commands_update',
  'config_option_update',
  'session_info_update',
  'notice',
]);

const isWork = (update: SessionUpdate): boolean =>
  update.sessionUpdate === 'state_update'
    ? update.state === 'idle' && (update.usage ?? undefined) !== undefined
    : !idleUpdates.has(update.sessionUpdate);

const defaultMaxSessions = 10_000;

/** What each option may be. */
export const budgetSettings: Settings<BudgetOptions> = {
  turns: positiveInteger,
  tokens: positiveInteger,
  cost: positiveNumber,
  currency: nonEmptyText,
  scope: oneOf('session', 'all'),
  maxSessions: positiveInteger,
};

/** Limits the turns, the tokens and the cost of sessions; throws a `TypeError` if an option is wrong. */
export function budget(given: BudgetOptions): ProxyComponent {
  const options = readSettings('budget', given, { settings: budgetSettings });
  if ([options.turns, options.tokens, options.cost].every((limit) => limit === undefined))
    throw new TypeError('budget needs at least one of turns, tokens and cost.');
  const { currency = 'USD', scope = 'session', maxSessions = defaultMaxSessions } = options;
  const isShared = scope === 'all';
  let total = nothingSpent;
  const count = (difference: Spent): void => {
    total = sumOf(total, difference);
  };
  /** Which of the limits was reached, in words. */
  const reached = ({ spending }: OpenSession, limits: readonly (keyof Spent)[]): string | undefined => {
    const spent = isShared ? total : spending.spent;
    const name = limits.find((each) => spent[each] >= (options[each] ?? Infinity));
    if (name === undefined) return undefined;
    const unit = name === 'cost' ? currency : name;
    return `${isShared ? 'the sessions have' : 'the session has'} used ${spent[name]} of ${options[name]} ${unit}`;
  };

  const makeProxy = (): AcpProxy => {
    const sessions = new Map<string, OpenSession>();
    /** Whether a session would be counted in the same way if it were met again. */
    const mayForget = ({ spending, isRunning }: OpenSession): boolean =>
      !isRunning && !spending.hasSpent && spending.countsEarlier === !isShared;
    /** Makes room for one more session; false if all have used something. */
    const hasRoom = (): boolean => {
      if (sessions.size < maxSessions) return true;
      for (const [sessionId, session] of sessions) if (mayForget(session)) return sessions.delete(sessionId);
      return false;
    };
    const open = (sessionId: string, isNew: boolean): OpenSession => {
      const spending = new SessionSpending({ currency, countsEarlier: isNew || !isShared });
      const session = { spending, isRunning: false, isCancelled: false, hasOtherCurrency: false, work: 0 };
      if (hasRoom()) sessions.set(sessionId, session);
      return session;
    };
    const openAnew = async <R extends { readonly sessionId: string }>(
      _: unknown,
      next: () => Promise<R>,
    ): Promise<R> => {
      const result = await next();
      if (!sessions.has(result.sessionId)) open(result.sessionId, true);
      return result;
    };
    const find = (sessionId: string): OpenSession => sessions.get(sessionId) ?? open(sessionId, false);
    /** A session that only the agent names counts in the sum of all; alone it is no session of the client. */
    const known = (sessionId: string): OpenSession | undefined =>
      isShared ? find(sessionId) : sessions.get(sessionId);
    const admit = async <R>({ sessionId }: { readonly sessionId: string }, next: ProxyNext<never, R>): Promise<R> => {
      const session = find(sessionId);
      if (!sessions.has(sessionId)) {
        const message = `budget: ${maxSessions} sessions of this connection have used something; open another connection.`;
        throw new RpcError(rpcCodes.invalidRequest, message, { data: { reason: 'budget' } });
      }
      const reason = reached(session, ['turns', 'tokens', 'cost']);
      if (reason !== undefined) {
        const message = `budget: ${reason}; ${isShared ? 'raise the limit' : 'start a new session or raise the limit'}.`;
        throw new RpcError(rpcCodes.invalidRequest, message, { data: { reason: 'budget' } });
      }
      count(session.spending.begin());
      const { work, isRunning } = session;
      try {
        return await next();
      } catch (error) {
        // What an agent does while a turn is running belongs to that turn.
        if (session.work === work || isRunning) count(session.spending.undo());
        throw error;
      }
    };
    /** What a session has used stays known, also of one that was deleted: the agent may open it again. */
    const ended = (sessionId: string): void => {
      const session = sessions.get(sessionId);
      if (session === undefined) return;
      [session.isRunning, session.isCancelled] = [false, false];
      if (mayForget(session)) sessions.delete(sessionId);
    };
    return proxy(infoOf('budget'))
      .onClientRequest('session/new', openAnew)
      .onClientRequest('session/fork', openAnew)
      .onClientRequest('session/resume', ({ sessionId }, next) => {
        find(sessionId);
        return next();
      })
      .onClientRequest('session/prompt', admit)
      .onClientRequest('session/inject', (params, next) => (params.mode === 'steer' ? next() : admit(params, next)))
      .onClientRequest('session/close', async ({ sessionId }, next) => {
        const result = await next();
        ended(sessionId);
        return result;
      })
      .onClientRequest('session/delete', async ({ sessionId }, next) => {
        const result = await next();
        ended(sessionId);
        return result;
      })
      .onAgentRequest('session/request_permission', (params, next) => {
        const session = known(params.sessionId);
        if (session !== undefined) session.work += 1;
        return next();
      })
      .onAgentNotification('session/update', async ({ sessionId, update }, next, { agent, client }) => {
        const session = known(sessionId);
        if (session === undefined) return next();
        count(session.spending.observe(update));
        if (isWork(update)) session.work += 1;
        if (update.sessionUpdate === 'state_update') session.isRunning = update.state !== 'idle';
        if (!session.isRunning) session.isCancelled = false;
        await next();
        const other = update.sessionUpdate === 'usage_update' ? update.cost?.currency : undefined;
        if (options.cost !== undefined && other !== undefined && other !== currency && !session.hasOtherCurrency) {
          session.hasOtherCurrency = true;
          const title = `budget: the agent reports its cost in ${other}, so the limit in ${currency} has no effect.`;
          await showNotice(client, sessionId, { severity: 'warning', title });
        }
        // The turn that runs is one of the turns that were allowed.
        const reason = session.isRunning && !session.isCancelled ? reached(session, ['tokens', 'cost']) : undefined;
        if (reason === undefined) return;
        session.isCancelled = true;
        await agent.notify('session/cancel', { sessionId });
        await showNotice(client, sessionId, { severity: 'error', title: `budget: ${reason}; the turn was cancelled.` });
      });
  };
  return perConnection('budget', makeProxy);
}
