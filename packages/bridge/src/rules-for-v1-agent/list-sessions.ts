/** `session/list`. If the agent does not have it, the sessions that were opened on this connection are listed. */
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import type * as v2 from '@acp-stack/schema/v2/unstable';

import type { Exchange } from '../translate/exchange.ts';
import type { V1 } from '../protocol/methods.ts';
import type { Connection } from './connection.ts';
import type { OpenedSession } from './sessions.ts';

export function list(
  connection: Connection,
  params: v2.ListSessionsRequest,
  exchange: Exchange<v2.ListSessionsResponse, V1>,
): void {
  const { initialization, sessions } = connection;
  if (initialization.can('list')) {
    exchange.pass();
    return;
  }
  if (!initialization.mayHelp) {
    exchange.refuse(new RpcError(rpcCodes.methodNotFound, 'The agent cannot list sessions.'));
    return;
  }
  const { cursor, cwd, archived } = params;
  if (cursor !== undefined && cursor !== null) {
    exchange.refuse(new RpcError(rpcCodes.invalidParams, 'Unknown cursor: the list has only one page.'));
    return;
  }
  // None of these sessions is archived.
  const listed = archived === 'only' ? [] : sessions.opened;
  exchange.answer({
    sessions: listed.filter(({ place }) => cwd === undefined || cwd === null || place.cwd === cwd).map(infoOf),
  });
}

const infoOf = ({ id: sessionId, place, info }: OpenedSession): v2.SessionInfo => ({ sessionId, ...place, ...info });
