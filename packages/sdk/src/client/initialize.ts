/**
 * The client's side of `initialize`: sends the request and reads the response.
 *
 * A connection that does not agree on a version is closed (INIT-07). Until it has agreed, requests of the agent are
 * refused and its notifications ignored.
 */
import { ConnectionError, RpcError, rpcCodes, type CallOptions } from '@acp-stack/rpc';
import {
  errorCodes,
  validators,
  type AgentCapabilities,
  type AuthMethod,
  type ClientCapabilities,
  type Implementation,
  type InitializeRequest,
  type InitializeResponse,
} from '@acp-stack/schema/v2/unstable';

import type { Connection } from '../connection/connection.ts';
import { summarizeProblems } from '../connection/problem-summary.ts';
import { withoutAgentExtras, withoutClientExtras } from '../connection/version-1-extras.ts';
import { ProtocolVersionError } from './protocol-version-error.ts';

/** The version of the protocol that this side speaks. */
const protocolVersion = 2;

/** The agent's description in the response. */
export interface AgentDescription {
  readonly info: Implementation;
  readonly capabilities: AgentCapabilities;
  readonly authMethods: readonly AuthMethod[];
}

/** Sends `initialize`; resolves with the agent's description. */
export async function initialize(
  connection: Connection<'client'>,
  self: { readonly info: Implementation; readonly capabilities: ClientCapabilities },
  options?: CallOptions,
): Promise<AgentDescription> {
  connection.setAdmission(() => new RpcError(rpcCodes.invalidRequest, 'The connection is not initialized yet.'));
  try {
    // Where the version is negotiated, the channel leaves out what is not for an agent of version 2.
    const isOnly2 = connection.version === 2;
    const ours = isOnly2 ? withoutClientExtras(self.capabilities) : self.capabilities;
    const params: InitializeRequest = { protocolVersion, info: self.info, capabilities: withLosses(ours) };
    const { info, authMethods, meta, ...theirs } = read(await connection.requestRaw('initialize', params, options));
    const capabilities = connection.version === 1 ? theirs.capabilities : withoutAgentExtras(theirs.capabilities);
    connection.setAdvertised({ capabilities, authMethods, meta });
    connection.setAdmission(undefined);
    return { info, capabilities, authMethods };
  } catch (error) {
    const reason = versionError(error, connection.version === 1 ? 1 : protocolVersion);
    connection.destroy(reason);
    throw reason;
  }
}

/** The capabilities, with the offer to be told of a lost session by `_acp-stack.dev/session_lost` (EXT-09). */
const withLosses = ({ _meta, ...capabilities }: ClientCapabilities): ClientCapabilities => ({
  ...capabilities,
  _meta: { ..._meta, 'acp-stack.dev/sessionLost': {} },
});

/** Checks the version first: the other fields depend on it. */
function read(response: unknown): AgentDescription & { readonly meta: unknown } {
  const version = (response as { readonly protocolVersion?: unknown } | null)?.protocolVersion;
  if (typeof version === 'number' && version !== protocolVersion)
    throw new ProtocolVersionError(protocolVersion, [version]);
  const checked = validators.InitializeResponse.check(response);
  if (!checked.ok) {
    const problems = summarizeProblems(checked.problems);
    throw new ConnectionError('malformed', `The response to initialize is malformed: ${problems}`);
  }
  const { info, capabilities = {}, authMethods = [], _meta: meta }: InitializeResponse = checked.value;
  return { info, capabilities, authMethods, meta };
}

/** The error of an agent that does not speak this version, as a `ProtocolVersionError`. */
function versionError(error: unknown, requested: number): Error {
  if (error instanceof RpcError && error.code === errorCodes.unsupported_protocol_version) {
    const { supported } = Object(error.data) as { readonly supported?: unknown };
    const versions = Array.isArray(supported) ? supported.filter((each) => typeof each === 'number') : [];
    return new ProtocolVersionError(requested, versions, { cause: error });
  }
  return error instanceof Error ? error : new Error('initialize failed', { cause: error });
}
