/** Lets clients log in and out, and tells them how things stand. */
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import type { AuthMethod } from '@acp-stack/schema/v2/unstable';
import type { Agent, RequestHandlerContext } from '@acp-stack/sdk';

import { authRequired, type LoginDesk } from './login-desk.ts';
import { authMethodsOf, keyVariable, type LoginKind } from './login-kinds.ts';

export interface ServeAuthOptions {
  /** Checks what was typed on the page. */
  readonly isPassword: (given: string) => boolean;
}

type Context = RequestHandlerContext<'agent'>;

/** Answers the methods of authentication; without a way to log in, they say that none is needed. */
export function serveAuth<A extends Agent>(app: A, desk: LoginDesk, { isPassword }: ServeAuthOptions): A {
  app.on('auth/status', () => desk.status);
  const [first, ...others] = authMethodsOf(desk.kinds);
  if (first === undefined) return serveNobody(app);
  const authMethods: readonly [AuthMethod, ...AuthMethod[]] = [first, ...others];
  app.onLogin(authMethods, {
    login: ({ methodId }, context) =>
      telling(desk, context, async () => {
        const kind = methodId as LoginKind;
        if (kind === 'env' && !desk.hasKey) {
          throw authRequired(`${keyVariable} is not set; start the agent with it.`, desk.kinds);
        }
        if (kind === 'agent' && context.connection.supports('elicitation.url')) {
          await visitPage(desk, context, isPassword);
        } else await desk.logIn(kind);
      }),
    logout: (context) => telling(desk, context, () => desk.logOut()),
  });
  return app;
}

/** An agent that asks nobody to log in has no way that could be named, and nothing to forget. */
function serveNobody<A extends Agent>(app: A): A {
  app.on('auth/login', ({ methodId }) => {
    throw new RpcError(rpcCodes.invalidParams, 'This agent needs no login.', { data: { methodId } });
  });
  app.on('auth/logout', () => ({}));
  return app;
}

/** Does something and tells the client how things stand, if that has changed (AUTH-20). */
async function telling(
  desk: LoginDesk,
  { connection, afterResponse }: Context,
  work: () => Promise<void>,
): Promise<void> {
  const before = desk.status.state;
  await work();
  const { status } = desk;
  if (status.state !== before) afterResponse(() => void connection.notify('auth/status_update', status));
}

/** Sends the user to a page for the password; the client learns when the page has served its purpose (ELIC-09). */
async function visitPage(
  desk: LoginDesk,
  { id, connection, request, signal }: Context,
  isPassword: (given: string) => boolean,
): Promise<void> {
  // Loaded here, because a server is nothing that every start should pay for.
  const { openLoginPage } = await import('./login-page.ts');
  const page = await openLoginPage(isPassword);
  try {
    const elicitationId = crypto.randomUUID();
    const { action } = await request('elicitation/create', {
      mode: 'url',
      message: 'Type the password of the acp-stack agent on this page.',
      elicitationId,
      url: page.url,
      // Version 2 has no null as an id, and no client of version 1 logs in with one.
      requestId: id as string | number,
    }).catch((error: unknown) => {
      if (!(error instanceof RpcError) || signal.aborted) throw error;
      // Its code is about that question: passed on, it would say that there is no login.
      throw authRequired(`The client could not show the page: ${error.message}`, desk.kinds);
    });
    // Only consent is consent (ELIC-13).
    if (action !== 'accept') throw authRequired('The user did not log in.', desk.kinds);
    await Promise.race([page.done, aborted(signal)]);
    await desk.logIn('agent');
    await connection.notify('elicitation/complete', { elicitationId });
  } finally {
    await page[Symbol.asyncDispose]();
  }
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const stop = (): void => {
      reject(signal.reason as Error);
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
