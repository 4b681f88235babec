/**
 * What the program that runs a hub offers agents of the machine of its user, such as the files of an editor.
 *
 * A hub by itself offers nothing: it may be on another machine than its users.
 */
import type { RequestPermissionOutcome, RequestPermissionRequest, SessionUpdate } from '@acp-stack/schema/v2/unstable';
import type { Client, RequestHandlerContext } from '@acp-stack/sdk';

import { agentClient, type AgentClientHandlers } from './agent-client.ts';

/** A session that is open in an agent. */
export interface OfferedSession {
  /** The id that the agent gave it. */
  readonly id: string;
  /** Its working directory. */
  readonly cwd: string;
  /** Its additional directories. */
  readonly info: { readonly additionalDirectories: readonly string[] };
  /** Aborts when the session is not open in the agent any more. */
  readonly signal: AbortSignal;
}

/** One running agent, as the program that offers it something sees it. */
export interface OfferedAgent {
  /** The name in the options of the hub. */
  readonly name: string;
  /** A session that is open in the agent; undefined if there is none with this id. */
  readonly session: (sessionId: string) => OfferedSession | undefined;
  /** Asks the users of a session, as if the agent had asked; `context` is that of the request that needs the answer. */
  readonly ask: (
    request: RequestPermissionRequest,
    context: Pick<RequestHandlerContext<'client'>, 'signal' | 'connection'>,
  ) => Promise<RequestPermissionOutcome>;
}

/** What happens in the sessions of an agent. */
export interface AgentObserver {
  /** Called with each update, before clients see it. */
  readonly update?: (sessionId: string, update: SessionUpdate) => void;
  /** Called with each question of the agent that was answered. */
  readonly decided?: (request: RequestPermissionRequest, outcome: RequestPermissionOutcome) => void;
}

/** Registers handlers on `app`, the client of one agent, before it is connected; returns what is to be observed. */
export type OfferMachine = (app: Client, agent: OfferedAgent) => AgentObserver | undefined;

/** The client of one agent, with what `offer` registers. */
export function offeringClient(
  offer: OfferMachine | undefined,
  agent: Pick<OfferedAgent, 'name' | 'session'>,
  handlers: AgentClientHandlers,
): Client {
  if (offer === undefined) return agentClient(handlers);
  const observers: AgentObserver[] = [];
  const app = agentClient({
    ...handlers,
    update: (sessionId, update) => {
      for (const observer of observers) observer.update?.(sessionId, update);
      return handlers.update(sessionId, update);
    },
    ask: async (method, request, context) => {
      const answer = await handlers.ask(method, request, context);
      if (method === 'session/request_permission')
        for (const { decided } of observers)
          decided?.(request as unknown as RequestPermissionRequest, Object(answer).outcome as RequestPermissionOutcome);
      return answer;
    },
  });
  const ask: OfferedAgent['ask'] = async (request, { signal, connection }) => {
    const cancelled: { readonly outcome: RequestPermissionOutcome } = { outcome: { outcome: 'cancelled' } };
    const asked = await handlers.ask('session/request_permission', { ...request }, { signal, connection, cancelled });
    return asked.outcome;
  };
  const observer = offer(app, { ...agent, ask });
  if (observer !== undefined) observers.push(observer);
  return app;
}
