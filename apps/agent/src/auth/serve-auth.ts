/** Lets clients log in and out, and tells them how things stand. */
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import type { AuthMethod } from '@acp-stack/schema/v2/unstable';
import type { Agent, RequestHandlerContext } from '@acp-stack/sdk';

import { rejectionOnAbort } from '../signals/rejection-on-abort.ts';
import { authRequired, type LoginController } from './login-controller.ts';
import { authMethodsOf, keyVariable, type LoginKind } from './login-kinds.ts';

export interface ServeAuthOptions {
  /** Checks what was typed on the page. */
  readonly isPassword: (given: string) => boolean;
}

type Context = RequestHandlerContext<'agent'>;

/** Answers the methods of authentication; without a way to log in, they say that none is needed. */
export function serveAuth<A extends Agent>(app: A, controller: LoginController, { isPassword }: ServeAuthOptions): A {
  app.on('auth/status', () => controller.status);
  const [first, ...others] = authMethodsOf(controller.kinds);
  if (first === undefined) return serveNobody(app);
  const authMethods: readonly [AuthMethod, ...AuthMethod[]] = [first, ...others];
  app.onLogin(authMethods, {
    login: ({ methodId }, context) =>
      telling(controller, context, async () => {
        const kind = methodId as LoginKind;
        if (kind === 'env' && !controller.hasKey) {
          throw authRequired(`${keyVariable} is not set; start the agent with it.`, controller.kinds);
        }
        if (kind === 'agent' && context.connection.supports('elicitation.url')) {
          await visitPage(controller, context, isPassword);
        } else await controller.logIn(kind);
      }),
    logout: (context) => telling(controller, context, () => controller.logOut()),
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
  controller: LoginController,
  { connection, afterResponse }: Context,
  work: () => Promise<void>,
): Promise<void> {
  const before = controller.status.state;
  await work();
  const { status } = controller;
  if (status.state !== before) afterResponse(() => void connection.notify('auth/status_update', status));
}

/** Sends the user to a page for the password; the client learns when the page has served its purpose (ELIC-09). */
async function visitPage(
  controller: LoginController,
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
      throw authRequired(`The client could not show the page: ${error.message}`, controller.kinds);
    });
    // Only consent is consent (ELIC-13).
    if (action !== 'accept') throw authRequired('The user did not log in.', controller.kinds);
    await Promise.race([page.done, rejectionOnAbort(signal)]);
    await controller.logIn('agent');
    await connection.notify('elicitation/complete', { elicitationId });
  } finally {
    await page[Symbol.asyncDispose]();
  }
}
