/**
 * The params and the result of `initialize`. From a program that sends the fields of both versions, only those of its
 * own version are read.
 */
import type * as v1 from '@acp-stack/schema/v1/unstable';
import type * as v2 from '@acp-stack/schema/v2/unstable';

import type { LossReporter } from '../loss/loss-reporter.ts';
import { agentCapabilitiesToV2 } from './agent-capabilities.ts';
import { authMethodsToV1, authMethodsToV2 } from './auth-methods.ts';
import { clientCapabilitiesToV1 } from './client-capabilities.ts';
import {
  initializeResultWithMethodsToV1,
  unknown,
  type FieldsOfV1,
  type FieldsOfV2,
} from './initialize-to-v1-client.ts';

export function initializeParamsToV1(
  params: v2.InitializeRequest,
  settings: { readonly extras: boolean; readonly terminals: boolean },
  losses: LossReporter,
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
    clientCapabilities: clientCapabilitiesToV1(capabilities, settings, losses),
  };
}

export function initializeResultToV2(
  result: v1.InitializeResponse,
  settings: { readonly extras: boolean },
  losses: LossReporter,
): v2.InitializeResponse {
  const {
    agentInfo,
    agentCapabilities,
    authMethods,
    info: _,
    capabilities: __,
    ...others
  } = result as v1.InitializeResponse & FieldsOfV2;
  const methods = authMethodsToV2(authMethods, settings, losses);
  return {
    ...others,
    protocolVersion: 2,
    info: agentInfo ?? unknown,
    capabilities: agentCapabilitiesToV2(agentCapabilities, settings, losses),
    ...(methods === undefined ? undefined : { authMethods: methods }),
  };
}

export function initializeResultToV1(result: v2.InitializeResponse, losses: LossReporter): v1.InitializeResponse {
  return initializeResultWithMethodsToV1(result, authMethodsToV1(result.authMethods, losses), losses);
}
