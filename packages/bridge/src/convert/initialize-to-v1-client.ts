/**
 * The part of `initialize` between a client of version 1 and an agent of version 2. It is a module of its own, because
 * it may be needed before the rest of the bridge is loaded.
 */
import type * as v1 from '@acp-stack/schema/v1/unstable';
import type * as v2 from '@acp-stack/schema/v2/unstable';

import type { LossReporter } from '../loss/loss-reporter.ts';
import { agentCapabilitiesToV1 } from './agent-capabilities.ts';
import { clientCapabilitiesToV2 } from './client-capabilities.ts';

/** Stands for an implementation that does not name itself. */
export const unknown: v2.Implementation = { name: 'unknown', version: 'unknown' };

/** The fields of version 2 that a program of both versions sends besides those of version 1. */
export type FieldsOfV2 = Partial<Pick<v2.InitializeRequest, 'info' | 'capabilities'>>;
/** The fields of version 1 that a program of both versions sends besides those of version 2. */
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

/** A client of version 1 that names no kind of elicitation shows forms; in version 2 it would show none. */
export function withForms(params: v2.InitializeRequest): v2.InitializeRequest {
  const { capabilities } = params;
  const elicitation = capabilities?.elicitation;
  if (elicitation === undefined || elicitation === null || 'form' in elicitation || 'url' in elicitation) return params;
  return { ...params, capabilities: { ...capabilities, elicitation: { ...elicitation, form: {} } } };
}

/** Returns the agent's result for version 1, with login methods that were converted before. */
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

/** Returns a login method that the agent handles itself. */
export function agentMethodToV1(method: v2.AuthMethodAgent & { readonly type?: string }): v1.AuthMethod {
  const { methodId, type: _, ...others } = method;
  return { ...others, id: methodId };
}
