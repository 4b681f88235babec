/** The handshake of a client of version 1 with an agent of version 2; light, because it may take place before the rest is loaded. */
import type * as v1 from '@acp-stack/schema/v1/unstable';
import type * as v2 from '@acp-stack/schema/v2/unstable';

import type { LossReporter } from '../loss/loss-reporter.ts';
import { agentCapabilitiesToV1 } from './agent-capabilities.ts';
import { clientCapabilitiesToV2 } from './client-capabilities.ts';

/** Who does not say who they are. */
export const unknown: v2.Implementation = { name: 'unknown', version: 'unknown' };

/** What a program that sends the fields of both versions sends besides those of version 1. */
export type FieldsOfV2 = Partial<Pick<v2.InitializeRequest, 'info' | 'capabilities'>>;
/** What a program that sends the fields of both versions sends besides those of version 2. */
export type FieldsOfV1 = Partial<Pick<v1.InitializeRequest & v1.InitializeResponse, FieldOfV1>>;
type FieldOfV1 = 'clientInfo' | 'clientCapabilities' | 'agentInfo' | 'agentCapabilities';

export function initializeParamsToV2(
  params: v1.InitializeRequest,
  settings: { readonly extras: boolean },
  losses: LossReporter,
): v2.InitializeRequest {
  const {
    clientInfo,
    clientCapabilities,
    info: _,
    capabilities: __,
    ...others
  } = params as v1.InitializeRequest & FieldsOfV2;
  const capabilities = clientCapabilitiesToV2(clientCapabilities, settings, losses);
  return {
    ...others,
    protocolVersion: 2,
    info: clientInfo ?? unknown,
    ...(capabilities === undefined ? undefined : { capabilities }),
  };
}

/** A client of version 1 that names no kind of elicitation shows forms; version 2 reads the same as none. */
export function withForms(params: v2.InitializeRequest): v2.InitializeRequest {
  const { capabilities } = params;
  const elicitation = capabilities?.elicitation;
  if (elicitation === undefined || elicitation === null || 'form' in elicitation || 'url' in elicitation) return params;
  return { ...params, capabilities: { ...capabilities, elicitation: { ...elicitation, form: {} } } };
}

/** The answer of an agent, with its ways to log in converted already. */
export function initializeResultWithMethodsToV1(
  result: v2.InitializeResponse,
  methods: readonly v1.AuthMethod[] | undefined,
  losses: LossReporter,
): v1.InitializeResponse {
  const {
    info,
    capabilities,
    authMethods,
    agentInfo: _,
    agentCapabilities: __,
    ...others
  } = result as v2.InitializeResponse & FieldsOfV1;
  const hasAuthMethods = authMethods !== undefined && authMethods.length > 0;
  return {
    ...others,
    protocolVersion: 1,
    agentInfo: info,
    agentCapabilities: agentCapabilitiesToV1(capabilities, { hasAuthMethods }, losses),
    ...(methods === undefined ? undefined : { authMethods: methods }),
  };
}

/** A way to log in that the agent sees to itself. */
export function agentMethodToV1(method: v2.AuthMethodAgent & { readonly type?: string }): v1.AuthMethod {
  const { methodId, type: _, ...others } = method;
  return { ...others, id: methodId };
}
