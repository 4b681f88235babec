/** Serves the authentication methods of the protocol. */
import { describeError, rpcCodes, RpcError } from '@acp-stack/rpc';
import type { AuthMethod } from '@acp-stack/schema/v2/unstable';
import type { Agent, RequestHandlerContext } from '@acp-stack/sdk';

import { rejectionOnAbort } from '../signals/rejection-on-abort.ts';
import { authRequired, type LoginController } from './login-controller.ts';
import { authMethodsOf, keyVariable, type LoginKind, type TerminalAuth } from './login-kinds.ts';

export interface ServeAuthOptions {
  /** Checks a password from the login page. */
  readonly isPassword: (given: string) => boolean;
  /** For clients of version 1 that run whole commands; if absent, they are offered no login in a terminal. */
  readonly terminalAuth?: TerminalAuth | undefined;
}

type Context = RequestHandlerContext<'agent'>;

/** Registers the authentication methods; without login methods they report that no login is needed. */
export function serveAuth<A extends Agent>(app: A, controller: LoginController, options: ServeAuthOptions): A {
  const { isPassword, terminalAuth } = options;
  app.on('auth/status', (_, { connection }) => controller.status(connection));
  const [first, ...others] = authMethodsOf(controller.kinds, terminalAuth);
  if (first === undefined) return serveWithoutLogin(app);
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
        } else await controller.logIn(kind, context.connection);
      }),
    status: (connection) => controller.status(connection),
    logout: (context) => telling(controller, context, () => controller.logOut(context.connection)),
    // Older clients confirm here that the user has logged in in a terminal.
    terminal: (_, { connection }) => {
      if (!controller.isLoggedIn(connection))
        throw authRequired('Log in in a terminal first, then try again.', controller.kinds);
    },
  });
  return app;
}

/** For an agent without a login: there is no method to log in with, and logging out does nothing. */
function serveWithoutLogin<A extends Agent>(app: A): A {
  app.on('auth/login', ({ methodId }) => {
    throw new RpcError(rpcCodes.invalidParams, 'This agent does not need a login.', { data: { methodId } });
  });
  app.on('auth/logout', () => ({}));
  return app;
}

/** Runs `work` and notifies the client if the status has changed (AUTH-20). */
async function telling(
  controller: LoginController,
  { connection, afterResponse }: Context,
  work: () => Promise<void>,
): Promise<void> {
  const before = controller.status(connection).state;
  await work();
  const status = controller.status(connection);
  if (status.state !== before) afterResponse(() => void connection.notify('auth/status_update', status));
}

/** Sends the user to the login page, and tells the client when the page is done (ELIC-09). */
async function visitPage(
  controller: LoginController,
  { id, connection, request, signal }: Context,
  isPassword: (given: string) => boolean,
): Promise<void> {
  // Loaded on demand, so that starting the agent does not load an HTTP server.
  const { openLoginPage } = await import('./login-page.ts');
  const page = await openLoginPage(isPassword);
  try {
    const elicitationId = crypto.randomUUID();
    const { action } = await request('elicitation/create', {
      mode: 'url',
      message: `Enter the password of the acp-stack agent on this page, and the code ${page.code}.`,
      elicitationId,
      url: page.url,
      // Version 2 does not allow null as an id, and no client of version 1 logs in with one.
      requestId: id as string | number,
    }).catch((error: unknown) => {
      if (!(error instanceof RpcError) || signal.aborted) throw error;
      // Its code belongs to the elicitation; passed on, it would mean that there is no such login method.
      throw authRequired(`The client could not show the page: ${describeError(error)}`, controller.kinds);
    });
    // Only `accept` is consent (ELIC-13).
    if (action !== 'accept') throw authRequired('The user did not log in.', controller.kinds);
    const done = page.done.catch((error: unknown) => {
      throw authRequired(describeError(error), controller.kinds);
    });
    await Promise.race([done, rejectionOnAbort(signal)]);
    await controller.logIn('agent', connection);
    await connection.notify('elicitation/complete', { elicitationId });
  } finally {
    await page[Symbol.asyncDispose]();
  }
}
