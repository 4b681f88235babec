/**
 * The client's half of `initialize`: the version, who is who, what both can do.
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

import { ProtocolVersionError } from './protocol-version-error.ts';
import type { Connection } from '../connection/connection.ts';
import { summarizeProblems } from '../connection/problem-summary.ts';

/** The version of the protocol that this side speaks. */
const protocolVersion = 2;

/** What the agent said about itself. */
export interface AgentDescription {
  readonly info: Implementation;
  readonly capabilities: AgentCapabilities;
  readonly authMethods: readonly AuthMethod[];
}

/** Introduces this side, and answers with what the agent says about itself. */
export async function initialize(
  connection: Connection<'client'>,
  self: { readonly info: Implementation; readonly capabilities: ClientCapabilities },
  options?: CallOptions,
): Promise<AgentDescription> {
  connection.setAdmission(() => new RpcError(rpcCodes.invalidRequest, 'The connection is not initialized yet.'));
  try {
    const params: InitializeRequest = { protocolVersion, ...self };
    const description = read(await connection.requestRaw('initialize', params, options));
    const { capabilities, authMethods } = description;
    connection.setAdvertised({ capabilities, authMethods });
    connection.setAdmission(undefined);
    return description;
  } catch (error) {
    const reason = clearer(error);
    connection.destroy(reason);
    throw reason;
  }
}

/** The version is looked at first: what else an answer holds depends on it. */
function read(answer: unknown): AgentDescription {
  const version = (answer as { readonly protocolVersion?: unknown } | null)?.protocolVersion;
  if (typeof version === 'number' && version !== protocolVersion)
    throw new ProtocolVersionError(protocolVersion, [version]);
  const checked = validators.InitializeResponse.check(answer);
  if (!checked.ok) {
    const problems = summarizeProblems(checked.problems);
    throw new ConnectionError('malformed', `The response to initialize is malformed: ${problems}`);
  }
  const { info, capabilities = {}, authMethods = [] }: InitializeResponse = checked.value;
  return { info, capabilities, authMethods };
}

/** An agent that has no version at or below ours says so with an error of its own. */
function clearer(error: unknown): Error {
  if (error instanceof RpcError && error.code === errorCodes.unsupported_protocol_version) {
    const { supported } = Object(error.data) as { readonly supported?: unknown };
    const versions = Array.isArray(supported) ? supported.filter((each) => typeof each === 'number') : [];
    return new ProtocolVersionError(protocolVersion, versions, { cause: error });
  }
  return error instanceof Error ? error : new Error('initialize failed', { cause: error });
}
