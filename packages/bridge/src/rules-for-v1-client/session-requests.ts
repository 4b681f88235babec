/** The requests of a version 1 client about sessions. */
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import type * as v1 from '@acp-stack/schema/v1/unstable';
import type * as v2 from '@acp-stack/schema/v2/unstable';

import { fail } from '../loss/loss-reporter.ts';
import { commandsToV1 } from '../convert/commands.ts';
import { blocksToV2 } from '../convert/content.ts';
import { findModeOption } from '../convert/modes.ts';
import { setModelMethod, setModelToV2 } from '../extensions/legacy-models.ts';
import { hasNonEmptyField } from '../convert/fields-with-content.ts';
import { sessionParamsToV2, type SessionParamsToV2 } from '../convert/session-params.ts';
import type { Exchange, OnResponse } from '../translate/exchange.ts';
import type { V1, V2WithExtras } from '../protocol/methods.ts';
import type { Rules } from '../translate/rules.ts';
import type { Connection } from './connection.ts';
import { isSameValue } from '../values/same-value.ts';
import { optionsOfResponse, takeOptions } from './session-options.ts';

type ClientRequests = Rules<V1, V2WithExtras>['clientRequests'];
type OpeningParams = v1.NewSessionRequest | v1.LoadSessionRequest | v1.ResumeSessionRequest | v1.ForkSessionRequest;
type Asked<R> = Exchange<R, V2WithExtras>;

/** The error code for a session that the agent does not know. */
const notFound = -32_002;

export function sessionRequests(connection: Connection): ClientRequests {
  return { ...openingRequests(connection), ...settingRequests(connection), ...otherRequests(connection) };
}

function openingRequests(connection: Connection): ClientRequests {
  const { context, sessions } = connection;

  const paramsOf = <P extends OpeningParams>(params: P): SessionParamsToV2<P> => {
    const converted = sessionParamsToV2(params, { extras: connection.extras }, context);
    const needsStdio = converted.mcpServers?.some(({ type }) => type === 'stdio') ?? false;
    if (needsStdio && !connection.startsMcpServers) fail('session/new', 'The agent does not start MCP servers.');
    return converted;
  };

  /** Responds; the commands, which version 2 has in the response, follow as an update. */
  const answerOpened = <R extends v1.ResumeSessionResponse>(
    exchange: Asked<R>,
    sessionId: string,
    response: v2.ResumeSessionResponse,
  ): void => {
    const { configOptions, availableCommands, ...others } = response;
    sessions.reopen(sessionId);
    const session = sessions.get(sessionId);
    session.options = configOptions ?? session.options;
    exchange.answer({ ...others, ...optionsOfResponse(connection, configOptions) } as R);
    if (availableCommands === undefined) return;
    session.sendUpdate({
      sessionUpdate: 'available_commands_update',
      availableCommands: commandsToV1(availableCommands, context),
    });
  };

  /** The session gets its id with the response; earlier updates about it follow. */
  const onCreated = (
    exchange: Asked<v1.NewSessionResponse>,
  ): OnResponse<v2.NewSessionResponse, v1.NewSessionResponse> => ({
    result: (response) => {
      try {
        answerOpened(exchange, response.sessionId, response);
      } finally {
        sessions.endOpening(response.sessionId);
      }
      return undefined;
    },
    error: (error) => {
      exchange.refuse(error);
      sessions.endOpening();
    },
  });

  const reopen = (exchange: Asked<v1.ResumeSessionResponse>, params: v2.ResumeSessionRequest): void => {
    const { sessionId } = params;
    const wasKnown = sessions.has(sessionId);
    const wasClosed = sessions.isClosed(sessionId);
    sessions.reopen(sessionId);
    // A client that opens the session of a subagent wants to see it.
    connection.hidden.delete(sessionId);
    // Kept from now on, because replayed updates arrive before the response.
    const session = sessions.get(sessionId);
    if (params.replayFrom !== undefined) session.startOver();
    exchange.forward('session/resume', params, {
      result: (response) => {
        answerOpened(exchange, sessionId, response);
        return undefined;
      },
      error: (error) => {
        if (wasClosed) sessions.close(sessionId);
        else if (!wasKnown) sessions.release(sessionId);
        exchange.refuse(error);
      },
    });
  };

  return {
    'session/new': (params, exchange) => {
      const converted = paramsOf(params);
      sessions.beginOpening();
      exchange.forward('session/new', converted, onCreated(exchange));
    },
    'session/fork': (params, exchange) => {
      const converted = paramsOf(params);
      sessions.beginOpening();
      exchange.forward('session/fork', converted, onCreated(exchange));
    },
    'session/load': (params, exchange) => {
      reopen(exchange, { ...paramsOf(params), replayFrom: { type: 'start' } });
    },
    'session/resume': (params, exchange) => {
      reopen(exchange, paramsOf(params));
    },
  };
}

/** Sets an option for a request that answers without the options; they follow as an update if something changed. */
function setOption(
  connection: Connection,
  request: v2.SetSessionConfigOptionRequest,
  exchange: Exchange<object, V2WithExtras>,
): void {
  const { sessions } = connection;
  exchange.forward('session/set_config_option', request, {
    result: ({ configOptions: options, ...rest }) => {
      const session = sessions.get(request.sessionId);
      const hasChanged = !isSameValue(session.options, options);
      exchange.answer(rest);
      takeOptions(connection, {
        session,
        options,
        sendOptions: (configOptions) => {
          if (hasChanged) session.sendUpdate({ sessionUpdate: 'config_option_update', configOptions });
        },
      });
      return undefined;
    },
  });
}

/** Requests of released clients that the protocol does not have any more. */
export function olderRequests(connection: Connection): NonNullable<Rules<V1, V2WithExtras>['clientExtensions']> {
  return {
    [setModelMethod]: (params, exchange) => {
      const request = setModelToV2(params, (sessionId) => connection.sessions.find(sessionId)?.options);
      if (request === undefined)
        exchange.refuse(new RpcError(rpcCodes.methodNotFound, 'The session has no models to choose from.'));
      else setOption(connection, request, exchange);
    },
  };
}

function settingRequests(connection: Connection): ClientRequests {
  const { context, sessions } = connection;
  return {
    'session/set_mode': (params, exchange) => {
      const { modeId, ...others } = params;
      const option = findModeOption(sessions.find(params.sessionId)?.options);
      if (option === undefined) {
        exchange.refuse(new RpcError(rpcCodes.methodNotFound, 'The session has no modes.'));
        return;
      }
      setOption(connection, { ...others, configId: option.configId, type: 'id', value: modeId }, exchange);
    },
    'session/set_config_option': (params, exchange) => {
      const { value, type, ...others } = params;
      if (typeof value === 'string' && typeof type === 'string' && type !== 'id')
        context.omit('set_config_option', `Version 1 has no values of type ${String(type)}; it became a plain value.`);
      const picked =
        typeof value === 'boolean' ? ({ type: 'boolean', value } as const) : ({ type: 'id', value } as const);
      exchange.forward(
        'session/set_config_option',
        { ...others, ...picked },
        {
          result: ({ configOptions: options, ...rest }) => {
            takeOptions(connection, {
              session: sessions.get(params.sessionId),
              options,
              sendOptions: (configOptions) => {
                exchange.answer({ ...rest, configOptions });
              },
            });
            return undefined;
          },
        },
      );
    },
  };
}

function otherRequests(connection: Connection): ClientRequests {
  const { context, sessions } = connection;

  /** Closing and deleting forget the session and end its prompts. */
  const ending = <R>(exchange: Asked<R>, sessionId: string): void => {
    exchange.pass({
      result: (result) => {
        sessions.close(sessionId);
        return result as R;
      },
      error: (error) => {
        if (error.code === notFound) sessions.close(sessionId);
        exchange.refuse(error);
      },
    });
  };

  return {
    'session/prompt': (params, exchange) => {
      const { sessionId } = params;
      // version 2 has no empty prompts.
      if (params.prompt.length === 0) fail('session/prompt', 'A prompt must not be empty.');
      if (sessions.isClosed(sessionId)) {
        exchange.refuse(new RpcError(notFound, 'The session is closed.', { data: { sessionId } }));
        return;
      }
      const prompt = blocksToV2(params.prompt, context);
      connection.hidden.delete(sessionId);
      sessions.get(sessionId).prompts.send({ ...params, prompt }, exchange);
    },
    'session/status': (_, exchange) => {
      exchange.pass({
        result: (result) => {
          const { state, ...others } = result as v2.SessionStatusResponse;
          if (hasNonEmptyField(state))
            context.omit('state_update', 'Version 1 has no states; the state of a session was left out.');
          return others;
        },
      });
    },
    'session/close': ({ sessionId }, exchange) => {
      ending(exchange, sessionId);
    },
    'session/delete': ({ sessionId }, exchange) => {
      ending(exchange, sessionId);
    },
  };
}
