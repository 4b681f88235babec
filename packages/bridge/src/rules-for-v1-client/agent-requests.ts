/** The requests of an agent of version 2 to a client of version 1. */
import { RpcError, rpcCodes, type RequestId } from '@acp-stack/rpc';
import type * as v1 from '@acp-stack/schema/v1/unstable';
import type { CreateElicitationRequest, RequestPermissionResponse } from '@acp-stack/schema/v2/unstable';

import { elicitationToV1 } from '../convert/elicitation.ts';
import { connectWithBothIds } from '../convert/mcp-servers.ts';
import { permissionToV1 } from '../convert/permission.ts';
import type { Exchange } from '../translate/exchange.ts';
import type { V1, V2WithExtras } from '../protocol/methods.ts';
import type { Rules } from '../translate/rules.ts';
import type { Connection } from './connection.ts';

type AgentRequests = Rules<V1, V2WithExtras>['agentRequests'];

export function agentRequests(connection: Connection): AgentRequests {
  const { context, sessions } = connection;
  return {
    'session/request_permission': (params, exchange) => {
      const { sessionId } = params;
      putQuestion(connection, { exchange, sessionId, resultOnClose: cancelledOutcome }, () => {
        const { toolCalls } = sessions.get(sessionId);
        const converted = permissionToV1(params, {
          losses: context,
          mintId: () => context.mintId(),
          toolTitle: (toolCallId) => toolCalls.title(toolCallId),
          toolCall: (update) => toolCalls.forPermission(update),
        });
        exchange.forward('session/request_permission', converted, {});
      });
    },
    'elicitation/create': (params, exchange) => {
      const { sessionId } = params as { readonly sessionId?: string };
      putQuestion(connection, { exchange, sessionId, resultOnClose: { action: 'cancel' } }, () => {
        exchange.forward('elicitation/create', elicitationToV1(withClientId(params, context), context), {});
      });
    },
    'mcp/connect': (params, exchange) => {
      exchange.forward('mcp/connect', connectWithBothIds(params), {});
    },
    // A file that was read or written in full is the text that later patches apply to.
    'fs/read_text_file': ({ sessionId, path, line, limit }, exchange) => {
      const isWhole = (line ?? undefined) === undefined && (limit ?? undefined) === undefined;
      exchange.pass({
        result: (result) => {
          const response = result as v1.ReadTextFileResponse;
          if (isWhole) sessions.find(sessionId)?.toolCalls.items.files.set(path, response.content);
          return response;
        },
      });
    },
    'fs/write_text_file': ({ sessionId, path, content }, exchange) => {
      exchange.pass({
        result: (result) => {
          sessions.find(sessionId)?.toolCalls.items.files.set(path, content);
          return result as v1.WriteTextFileResponse;
        },
      });
    },
    'terminal/create': ({ sessionId }, exchange) => {
      exchange.pass({
        result: (result) => {
          const response = result as v1.CreateTerminalResponse;
          sessions.find(sessionId)?.toolCalls.items.noteClientTerminal(response.terminalId);
          return response;
        },
      });
    },
  };
}

interface Question<R> {
  readonly exchange: Exchange<R, V1>;
  readonly sessionId: string | undefined;
  /** The response if the request can no longer be sent to the client. */
  readonly resultOnClose: R;
}

/** Asks the client when it knows the session, unless the session has been closed. */
function putQuestion<R>(
  { sessions }: Connection,
  { exchange, sessionId, resultOnClose }: Question<R>,
  ask: () => void,
): void {
  const work = (): void => {
    if (exchange.hasResponded) return;
    exchange.onCancel = undefined;
    exchange.resultOnClose = resultOnClose;
    if (sessionId !== undefined && sessions.isClosed(sessionId)) exchange.answer(resultOnClose);
    else ask();
  };
  if (sessionId === undefined || !sessions.mustWait(sessionId)) {
    work();
    return;
  }
  // The request was not sent to the client yet.
  exchange.onCancel = () => {
    exchange.answer(resultOnClose);
  };
  sessions.putOff({ from: 'agent', method: exchange.method, sessionId }, work, (error) => {
    exchange.refuse(refusal(error));
  });
}

/** An elicitation about a request names it by the client's id of it (ELIC-02). */
function withClientId(params: CreateElicitationRequest, context: Connection['context']): CreateElicitationRequest {
  const { requestId } = params as { readonly requestId?: RequestId };
  if (requestId === undefined) return params;
  const own = context.clientIdOf(requestId);
  return own === undefined || own === requestId ? params : ({ ...params, requestId: own } as CreateElicitationRequest);
}

/** Never an approval. */
const cancelledOutcome: RequestPermissionResponse = { outcome: { outcome: 'cancelled' } };

const refusal = (error: Error): RpcError =>
  error instanceof RpcError
    ? error
    : new RpcError(rpcCodes.internalError, 'The request could not be passed on to the client.');
