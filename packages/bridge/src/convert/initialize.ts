/** The handshake; a program that sends the fields of both versions is read by those of its own. */
import type * as v1 from '@acp-stack/schema/v1/unstable';
import type * as v2 from '@acp-stack/schema/v2/unstable';

import type { Conversion } from '../conversion.ts';
import { agentCapabilitiesToV1, agentCapabilitiesToV2 } from './agent-capabilities.ts';
import { authMethodsToV1, authMethodsToV2 } from './auth-methods.ts';
import { clientCapabilitiesToV1, clientCapabilitiesToV2 } from './client-capabilities.ts';

/** Who does not say who they are. */
const unknown: v2.Implementation = { name: 'unknown', version: 'unknown' };

type FieldsOfV2 = Partial<Pick<v2.InitializeRequest, 'info' | 'capabilities'>>;
type FieldsOfV1 = Partial<Pick<v1.InitializeRequest & v1.InitializeResponse, FieldOfV1>>;
type FieldOfV1 = 'clientInfo' | 'clientCapabilities' | 'agentInfo' | 'agentCapabilities';

export function initializeParamsToV2(
  params: v1.InitializeRequest,
  settings: { readonly extras: boolean },
  c: Conversion,
): v2.InitializeRequest {
  const {
    clientInfo,
    clientCapabilities,
    info: _,
    capabilities: __,
    ...others
  } = params as v1.InitializeRequest & FieldsOfV2;
  const capabilities = clientCapabilitiesToV2(clientCapabilities, settings, c);
  return {
    ...others,
    protocolVersion: 2,
    info: clientInfo ?? unknown,
    ...(capabilities === undefined ? undefined : { capabilities }),
  };
}

export function initializeParamsToV1(
  params: v2.InitializeRequest,
  settings: { readonly extras: boolean; readonly terminals: boolean },
  c: Conversion,
): v1.InitializeRequest {
  const {
    info,
    capabilities,
    clientInfo: _,
    clientCapabilities: __,
    ...others
  } = params as v2.InitializeRequest & FieldsOfV1;
  return {
    ...others,
    protocolVersion: 1,
    clientInfo: info,
    clientCapabilities: clientCapabilitiesToV1(capabilities, settings, c),
  };
}

export function initializeResultToV2(
  result: v1.InitializeResponse,
  settings: { readonly extras: boolean },
  c: Conversion,
): v2.InitializeResponse {
  const {
    agentInfo,
    agentCapabilities,
    authMethods,
    info: _,
    capabilities: __,
    ...others
  } = result as v1.InitializeResponse & FieldsOfV2;
  const methods = authMethodsToV2(authMethods, settings, c);
  return {
    ...others,
    protocolVersion: 2,
    info: agentInfo ?? unknown,
    capabilities: agentCapabilitiesToV2(agentCapabilities, settings, c),
    ...(methods === undefined ? undefined : { authMethods: methods }),
  };
}

export function initializeResultToV1(result: v2.InitializeResponse, c: Conversion): v1.InitializeResponse {
  const {
    info,
    capabilities,
    authMethods,
    agentInfo: _,
    agentCapabilities: __,
    ...others
  } = result as v2.InitializeResponse & FieldsOfV1;
  const methods = authMethodsToV1(authMethods, c);
  const hasAuthMethods = authMethods !== undefined && authMethods.length > 0;
  return {
    ...others,
    protocolVersion: 1,
    agentInfo: info,
    agentCapabilities: agentCapabilitiesToV1(capabilities, { hasAuthMethods }, c),
    ...(methods === undefined ? undefined : { authMethods: methods }),
  };
}
