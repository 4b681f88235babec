/** The requests that end a session: close, delete, archive. */
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import { errorCodes } from '@acp-stack/schema/v1/unstable';
import type * as v2 from '@acp-stack/schema/v2/unstable';

import type { Exchange } from '../translate/exchange.ts';
import type { V1 } from '../protocol/methods.ts';
import type { Connection } from './connection.ts';

/** Milliseconds that an agent without `session/close` has to end its work. */
const lastWordsMs = 5000;

/** `session/close`. If the agent does not have it, the session is cancelled and forgotten. */
export function close(
  connection: Connection,
  params: v2.CloseSessionRequest,
  exchange: Exchange<v2.CloseSessionResponse, V1>,
): void {
  const { context, initialization, sessions } = connection;
  const { sessionId } = params;
  if (initialization.can('close')) {
    // Before it closes, the agent may wait for responses to its own requests.
    sessions.find(sessionId)?.cancel();
    exchange.forward('session/close', params, {
      result: (result) => {
        sessions.close(sessionId);
        return result;
      },
      error: (error) => {
        // CLOSE-03: a session that version 1 does not find is closed in version 2.
        if (error.code !== errorCodes.resource_not_found) {
          exchange.refuse(error);
          return;
        }
        sessions.close(sessionId);
        exchange.answer({});
      },
    });
    return;
  }
  if (!initialization.mayHelp) {
    exchange.refuse(new RpcError(rpcCodes.methodNotFound, 'The agent cannot close a session.'));
    return;
  }
  const session = sessions.find(sessionId);
  if (session === undefined) {
    sessions.close(sessionId);
    exchange.answer({});
    return;
  }
  context.notifyAgent('session/cancel', { sessionId });
  session.isClosing = true;
  session.cancel();
  // CLOSE-04: updates about the end of the work come before the response.
  session.prompts.afterWork(lastWordsMs, () => {
    if (session.isClosing) sessions.close(sessionId);
    exchange.answer({});
  });
}

/** `session/delete`. */
export function remove(
  { sessions }: Connection,
  params: v2.DeleteSessionRequest,
  exchange: Exchange<v2.DeleteSessionResponse, V1>,
): void {
  exchange.forward('session/delete', params, {
    result: (result) => {
      sessions.close(params.sessionId);
      return result;
    },
  });
}

/** `session/archive`, which closes the session (ARCH-01). */
export function archive(
  { sessions }: Connection,
  params: v2.ArchiveSessionRequest,
  exchange: Exchange<v2.ArchiveSessionResponse, V1>,
): void {
  sessions.find(params.sessionId)?.cancel();
  exchange.forward('session/archive', params, {
    result: (result) => {
      sessions.close(params.sessionId);
      return result;
    },
  });
}
