/** `session/set_config_option`: sets an option of the agent, its mode, or its model. */
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import { isSetSessionConfigOptionRequest } from '@acp-stack/schema/v2/unstable';
import type * as v2 from '@acp-stack/schema/v2/unstable';

import { setModelMethod, type SetModelRequest } from '../extensions/legacy-models.ts';
import { fail } from '../loss/loss-reporter.ts';
import type { Exchange } from '../translate/exchange.ts';
import type { V1 } from '../protocol/methods.ts';
import type { Connection } from './connection.ts';
import type { Session } from './session.ts';

type SetExchange = Exchange<v2.SetSessionConfigOptionResponse, V1>;

export function setConfigOption(
  { sessions }: Connection,
  params: v2.SetSessionConfigOptionRequest,
  exchange: SetExchange,
): void {
  const session = sessions.of(params.sessionId);
  if (session.config.isModes(params.configId)) {
    setMode(session, params, exchange);
    return;
  }
  if (session.config.isModels(params.configId)) {
    setModel(session, params, exchange);
    return;
  }
  exchange.forward('session/set_config_option', valueToV1(params), {
    result: ({ configOptions, ...others }) => ({ ...others, configOptions: session.config.replace(configOptions) }),
  });
}

function setMode(session: Session, params: v2.SetSessionConfigOptionRequest, exchange: SetExchange): void {
  const { sessionId, value, type, configId: _, ...others } = params;
  if (type !== 'id' || typeof value !== 'string' || !session.config.hasMode(value)) {
    exchange.refuse(new RpcError(rpcCodes.invalidParams, 'The session has no such mode.', { data: { value } }));
    return;
  }
  exchange.forward(
    'session/set_mode',
    { ...others, sessionId, modeId: value },
    {
      result: (result) => ({
        ...result,
        configOptions: session.config.enterMode(value) ?? session.config.shown ?? [],
      }),
    },
  );
}

function setModel(session: Session, params: v2.SetSessionConfigOptionRequest, exchange: SetExchange): void {
  const { sessionId, value, type, configId: _, ...others } = params;
  if (type !== 'id' || typeof value !== 'string' || !session.config.hasModel(value)) {
    exchange.refuse(new RpcError(rpcCodes.invalidParams, 'The session has no such model.', { data: { value } }));
    return;
  }
  const request: SetModelRequest = { ...others, sessionId, modelId: value };
  exchange.forwardExtension(setModelMethod, request, {
    result: () => ({ configOptions: session.config.enterModel(value) }),
  });
}

function valueToV1(params: v2.SetSessionConfigOptionRequest): V1['session/set_config_option']['params'] {
  if (isSetSessionConfigOptionRequest.boolean(params)) return params;
  if (!isSetSessionConfigOptionRequest.id(params))
    return fail('set_config_option', `The agent does not support values of type ${params.type}.`);
  const { type: _, ...others } = params;
  return others;
}
