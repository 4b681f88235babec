/** The hub as the client of one agent: updates, questions, and pages that users were sent to. */
import { packageVersion } from '@acp-stack/schema/package-version';
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { client, type Client, type RequestHandlerContext, type Result } from '@acp-stack/sdk';

import { VisitedPages } from './visited-pages.ts';

type Question = 'session/request_permission' | 'elicitation/create';

export interface AgentClientHandlers {
  /** The version of the hub, which the agent is told. */
  readonly version?: string | undefined;
  readonly update: (sessionId: string, update: SessionUpdate) => void | Promise<void>;
  /** Asks in the session of a question; the answer is `cancelled` if no user can be asked. */
  readonly ask: <R>(
    method: Question,
    request: Readonly<Record<string, unknown>>,
    context: Pick<RequestHandlerContext<'client'>, 'signal' | 'connection'> & { readonly cancelled: R },
  ) => Promise<R>;
}

/** The answers to questions that no user was asked. */
const cancelledPermission: Result<'session/request_permission'> = { outcome: { outcome: 'cancelled' } };
const cancelledElicitation: Result<'elicitation/create'> = { action: 'cancel' };

/** A client with these handlers, for one agent. */
export function agentClient({ version = packageVersion, update, ask }: AgentClientHandlers): Client {
  const pages = new VisitedPages();
  // A login in a terminal is for the program that runs the hub; agents name it only if they may.
  const info = { name: 'acp-hub', title: 'acp-stack hub', version };
  return client(info, { capabilities: { auth: { terminal: {} } } })
    .on('session/update', ({ sessionId, update: change }) => update(sessionId, change))
    .on('session/request_permission', (request, { signal, connection }) =>
      ask('session/request_permission', { ...request }, { signal, connection, cancelled: cancelledPermission }),
    )
    .on('elicitation/create', async (request, { signal, connection }) => {
      const answer = await ask(
        'elicitation/create',
        { ...request },
        { signal, connection, cancelled: cancelledElicitation },
      );
      if (answer.action === 'accept') pages.accepted(request);
      return answer;
    })
    .on('elicitation/complete', ({ elicitationId }) => {
      const done = pages.completed(elicitationId);
      return done === undefined ? undefined : update(done.sessionId, done.notice);
    });
}
