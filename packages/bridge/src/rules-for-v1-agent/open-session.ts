/** The requests that open a session: new, resume, fork. */
import { RpcError, rpcCodes, type ErrorObject } from '@acp-stack/rpc';
import type * as v1 from '@acp-stack/schema/v1/unstable';
import { isReplayFrom } from '@acp-stack/schema/v2/unstable';
import type * as v2 from '@acp-stack/schema/v2/unstable';

import { nonEmptyFieldNames, hasNonEmptyField } from '../convert/fields-with-content.ts';
import { sessionParamsToV1 } from '../convert/session-params.ts';
import { readModels, withoutModels } from '../extensions/legacy-models.ts';
import type { Exchange } from '../translate/exchange.ts';
import type { V1 } from '../protocol/methods.ts';
import type { Connection } from './connection.ts';
import type { Place, Session } from './session.ts';
import type { Sessions } from './sessions.ts';

type Opened<R> = Omit<R, 'modes' | 'configOptions'> & Pick<v2.NewSessionResponse, 'configOptions'>;

/** `session/new`. */
export function openNew(
  { context, initialization, sessions }: Connection,
  params: v2.NewSessionRequest,
  exchange: Exchange<v2.NewSessionResponse, V1>,
): void {
  exchange.forward('session/new', sessionParamsToV1(params, initialization, context), {
    result: (result) => openedAnew(sessions, params, result),
  });
}

/** `session/fork`: the new session has the directories that the request names. */
export function openFork(
  { context, initialization, sessions }: Connection,
  params: v2.ForkSessionRequest,
  exchange: Exchange<v2.ForkSessionResponse, V1>,
): void {
  exchange.forward('session/fork', sessionParamsToV1(params, initialization, context), {
    result: (result) => openedAnew(sessions, params, result),
  });
}

/** `session/resume`: with a replay it is what version 1 calls loading. */
export function resume(connection: Connection, params: v2.ResumeSessionRequest, exchange: ResumeExchange): void {
  const { initialization } = connection;
  const { replayFrom } = params;
  if (replayFrom !== undefined && replayFrom !== null) {
    if (!isReplayFrom.start(replayFrom)) {
      exchange.refuse(
        new RpcError(rpcCodes.invalidParams, `The agent can only replay from the start, not from ${replayFrom.type}.`),
      );
    } else if (initialization.can('load')) reopen(connection, 'session/load', { params, exchange, isSilent: false });
    else
      exchange.refuse(
        new RpcError(rpcCodes.methodNotFound, 'The agent cannot replay a session, because it has no session/load.'),
      );
    return;
  }
  if (initialization.can('resume')) reopen(connection, 'session/resume', { params, exchange, isSilent: false });
  else if (initialization.can('load') && initialization.mayHelp)
    reopen(connection, 'session/load', { params, exchange, isSilent: true });
  else exchange.refuse(new RpcError(rpcCodes.methodNotFound, 'The agent cannot resume a session.'));
}

type ResumeExchange = Exchange<v2.ResumeSessionResponse, V1>;

interface Reopening {
  readonly params: v2.ResumeSessionRequest;
  readonly exchange: ResumeExchange;
  /** Whether the client does not want the replayed updates. */
  readonly isSilent: boolean;
}

function reopen(
  { context, initialization, sessions }: Connection,
  method: 'session/resume' | 'session/load',
  { params, exchange, isSilent }: Reopening,
): void {
  const { replayFrom, ...others } = params;
  const { type: _, ...otherFields } = replayFrom ?? { type: 'start' };
  if (hasNonEmptyField(otherFields))
    context.omit('session/load', `Other fields of replayFrom were left out: ${nonEmptyFieldNames(otherFields)}.`);
  const converted = sessionParamsToV1(others, initialization, context);
  const before = sessions.find(params.sessionId)?.place;
  // Replayed updates arrive before the response, and their paths are relative to the directory named here.
  const session = sessions.open(params.sessionId, params);
  if (method === 'session/load') session.messages.beginReplay();
  else session.messages.interrupt();
  if (isSilent) session.silentLoads += 1;
  // A client that wants the replay begins anew, so that a tool call it has seen before is new to it.
  const restore = method === 'session/load' && !isSilent ? session.toolCalls.forget() : undefined;
  const settle = (): void => {
    session.messages.endReplay();
    if (isSilent) session.silentLoads -= 1;
  };
  exchange.forward(method, converted, {
    result: (result: v1.LoadSessionResponse) => {
      settle();
      const answer = opened(session, result);
      // SETUP-18: the state follows the replayed updates and precedes the response.
      session.sendUpdate(session.prompts.state);
      return answer;
    },
    error: (error: ErrorObject) => {
      settle();
      restore?.();
      if (before === undefined) sessions.abandon(session);
      else session.place = before;
      exchange.refuse(error);
    },
  });
}

/** A session that was unknown; most agents say nothing more about it. */
function openedAnew<R extends v1.NewSessionResponse>(sessions: Sessions, place: Place, result: R): Opened<R> {
  const { sessionId, modes, configOptions } = result;
  if (isGiven(modes) || isGiven(configOptions) || readModels(result) !== undefined)
    return opened(sessions.open(sessionId, place), result);
  sessions.openQuietly(sessionId, place);
  const { modes: _, configOptions: __, ...others } = result;
  return others;
}

const isGiven = (value: object | null | undefined): boolean => value !== undefined && value !== null;

function opened<R extends v1.LoadSessionResponse>(session: Session, result: R): Opened<R> {
  const models = readModels(result);
  const { modes, configOptions, ...others } = models === undefined ? result : withoutModels(result);
  const shown = session.config.open({
    models,
    ...(modes === undefined ? undefined : { modes }),
    ...(configOptions === undefined ? undefined : { configOptions }),
  });
  return shown === undefined ? others : { ...others, configOptions: shown };
}
