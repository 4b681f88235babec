/**
 * Translates a plain `initialize` of a version 1 client before the bridge is loaded.
 *
 * A client that starts an agent waits for the response to `initialize`, and loading the bridge takes about as long as
 * the rest of the start. So a plain `initialize` is translated without it, by the same functions, and the bridge
 * receives it afterwards. What the bridge might repair, refuse or report is not plain, and waits for it.
 */
import { classify, type Request, type Response } from '@acp-stack/rpc';
import type * as v1 from '@acp-stack/schema/v1/unstable';
import { isAuthMethod, validators, type AuthMethodAgent, type InitializeResponse } from '@acp-stack/schema/v2/unstable';

import { withSteering } from '../extensions/steering-offer.ts';
import { nothingLost } from '../loss/loss-reporter.ts';
import {
  agentMethodToV1,
  initializeParamsToV2,
  initializeResultWithMethodsToV1,
  withForms,
} from '../convert/initialize-to-v1-client.ts';
import { isRecord } from '../values/is-object.ts';
import { isIdOfBothVersions } from '../protocol/request-ids.ts';

/** Returns the request in version 2; undefined if it has to wait for the bridge. */
export function earlyRequest(request: Request, extras: boolean): Request | undefined {
  const { jsonrpc, id, method } = request;
  if (classify(request, 'or-null').kind !== 'request' || !isIdOfBothVersions(id)) return undefined;
  const params = request.params as v1.InitializeRequest;
  const { clientCapabilities = {} } = params;
  if (!isRecord(clientCapabilities)) return undefined;
  const { fs = {}, auth = {}, terminal = false, nes } = clientCapabilities;
  if (![{ terminal }, fs, auth].every(hasFlagsAlone) || nes !== undefined) return undefined;
  const shown = initializeParamsToV2(params, { extras }, nothingLost);
  return validators.InitializeRequest.is(shown) ? { jsonrpc, id, method, params: withForms(shown) } : undefined;
}

/** Returns a response of version 2 in version 1; undefined if it has to wait for the bridge. */
export function earlyResponse(answer: Response): Response | undefined {
  const { jsonrpc, id, result } = answer as Response & { readonly result?: InitializeResponse };
  if (!validators.InitializeResponse.is(result) || result.protocolVersion !== 2) return undefined;
  const { authMethods } = result;
  if (authMethods?.every(isAuthMethod.agent) === false) return undefined;
  const methods = (authMethods as readonly AuthMethodAgent[] | undefined)?.map(agentMethodToV1);
  const shown = initializeResultWithMethodsToV1(result, methods, nothingLost);
  return { jsonrpc, id, result: withSteering(shown, result.capabilities) };
}

const hasFlagsAlone = (value: unknown): boolean =>
  isRecord(value) && Object.values(value).every((field) => typeof field === 'boolean');
