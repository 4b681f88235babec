/** What an agent of version 2 asks of a client of version 1. */
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import type * as v1 from '@acp-stack/schema/v1/unstable';

import { elicitationToV1 } from '../convert/elicitation.ts';
import { permissionToV1 } from '../convert/permission.ts';
import type { V1, V2WithExtras } from '../methods.ts';
import type { Rules } from '../rules.ts';
import type { Connection } from './connection.ts';

export function agentRequests({ hub, sessions }: Connection): Rules<V1, V2WithExtras>['agentRequests'] {
  return {
    'session/request_permission': (params, exchange) => {
      const { sessionId } = params;
      const work = (): void => {
        if (exchange.isAnswered) return;
        exchange.onCancel = undefined;
        const { toolCalls } = sessions.get(sessionId);
        const converted = permissionToV1(params, {
          c: hub,
          mintId: () => hub.mintId(),
          toolTitle: (toolCallId) => toolCalls.title(toolCallId),
          toolCall: (update) => toolCalls.asked(update),
        });
        exchange.forward('session/request_permission', converted, {});
      };
      if (!sessions.mustWait(sessionId)) {
        work();
        return;
      }
      // Nobody was asked yet.
      exchange.onCancel = () => {
        exchange.answer({ outcome: { outcome: 'cancelled' } });
      };
      sessions.putOff({ from: 'agent', method: exchange.method, sessionId }, work, (error) => {
        exchange.refuse(refusal(error));
      });
    },
    'elicitation/create': (params, exchange) => {
      exchange.forward('elicitation/create', elicitationToV1(params, hub), {});
    },
    // What is read and written in full is what later patches apply to.
    'fs/read_text_file': ({ sessionId, path, line, limit }, exchange) => {
      const isWhole = (line ?? undefined) === undefined && (limit ?? undefined) === undefined;
      exchange.pass({
        result: (result) => {
          const response = result as v1.ReadTextFileResponse;
          if (isWhole) sessions.get(sessionId).toolCalls.files.set(path, response.content);
          return response;
        },
      });
    },
    'fs/write_text_file': ({ sessionId, path, content }, exchange) => {
      exchange.pass({
        result: (result) => {
          sessions.get(sessionId).toolCalls.files.set(path, content);
          return result as v1.WriteTextFileResponse;
        },
      });
    },
    'terminal/create': ({ sessionId }, exchange) => {
      exchange.pass({
        result: (result) => {
          const response = result as v1.CreateTerminalResponse;
          sessions.get(sessionId).toolCalls.noteClientTerminal(response.terminalId);
          return response;
        },
      });
    },
  };
}

const refusal = (error: Error): RpcError =>
  error instanceof RpcError
    ? error
    : new RpcError(rpcCodes.internalError, 'The question could not be put to the client.');
