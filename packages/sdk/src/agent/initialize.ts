/**
 * The agent's side of `initialize`: reads the request and makes the response.
 *
 * Until it has succeeded, other requests are refused and notifications ignored; it may be repeated until the first
 * other request (INIT-13, INIT-14).
 */
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import {
  errorCodes,
  validators,
  type AgentCapabilities,
  type AuthMethod,
  type ClientCapabilities,
  type Implementation,
  type InitializeResponse,
  type PositionEncodingKind,
} from '@acp-stack/schema/v2/unstable';

import type { Connection } from '../connection/connection.ts';
import type { Admission } from '../connection/handler-table.ts';
import { withoutAgentExtras, withoutClientExtras } from '../connection/version-1-extras.ts';
import type { AuthStatusReports } from './login/auth-status-reports.ts';
import { offeredMethod } from './login/offered-method.ts';
import { withPositionEncoding } from './next-edit-capabilities.ts';

/** The versions that this side speaks, lowest first. */
const supported = [2];

export interface InitializeOptions {
  readonly info: Implementation;
  readonly capabilities: AgentCapabilities;
  readonly authMethods: readonly AuthMethod[];
  /** Tells clients of version 1 whether the user is logged in. */
  readonly authStatus?: AuthStatusReports | undefined;
  /** Returns the error with which a request is refused; undefined if it is admitted. */
  readonly admit?: ((method: string, connection: Connection<'agent'>) => RpcError | undefined) | undefined;
  /** The position encodings that the agent supports. */
  readonly positionEncodings?: readonly PositionEncodingKind[] | undefined;
}

/** The client's description in the request. */
export interface ClientDescription {
  readonly info: Implementation;
  readonly capabilities: ClientCapabilities;
}

const unknownClient: Implementation = { name: 'unknown', version: 'unknown' };

/**
 * Handles `initialize` on `connection`; `onInitialized` is called each time, with the client's description and the
 * capabilities that the client is sent.
 */
export function serveInitialize(
  connection: Connection<'agent'>,
  options: InitializeOptions,
  onInitialized: (client: ClientDescription, advertised: AgentCapabilities) => void,
): void {
  const { admit } = options;
  let agreed: { readonly requested: number } | undefined;
  let hasBegun = false;

  connection.setAdmission((method, kind) => {
    if (method === 'initialize') return undefined;
    if (agreed === undefined) return new RpcError(rpcCodes.invalidRequest, 'Send initialize first.');
    if (kind === 'notification') return undefined;
    hasBegun = true;
    connection.setAdmission(admit === undefined ? undefined : admitRequests(admit, connection));
    return admit?.(method, connection);
  });

  connection.onRawRequest('initialize', (params, { afterResponse }): InitializeResponse => {
    if (hasBegun)
      throw new RpcError(rpcCodes.invalidRequest, 'initialize was already sent, and other requests followed.');
    const requested = requestedVersion(params);
    if (agreed !== undefined && requested < agreed.requested) {
      throw new RpcError(rpcCodes.invalidRequest, 'A repeated initialize must not ask for a lower version.');
    }
    // No program speaks version 0; it is answered as version 1 asks for what an agent does not know (INIT-05, X-23).
    const protocolVersion = supported.findLast((version) => version <= requested || requested === 0);
    if (protocolVersion === undefined) {
      const message = `Version ${requested} of the protocol is not supported.`;
      throw new RpcError(errorCodes.unsupported_protocol_version, message, { data: { requested, supported } });
    }
    const isOlder = connection.version === 1;
    const client = readClient(params, { isExact: requested === protocolVersion, isOlder });
    agreed = { requested };
    connection.setAdvertised({ capabilities: client.capabilities });
    const { info, positionEncodings } = options;
    const offered = isOlder ? options.capabilities : withoutAgentExtras(options.capabilities);
    const reports = isOlder ? options.authStatus : undefined;
    const encoded = withPositionEncoding(offered, client.capabilities, positionEncodings);
    const capabilities = reports?.advertised(encoded) ?? encoded;
    onInitialized(client, capabilities);
    afterResponse(() => {
      reports?.begin(connection);
    });
    const authMethods = options.authMethods.flatMap((each) => offeredMethod(each, client.capabilities, isOlder) ?? []);
    return { protocolVersion, info, capabilities, ...(authMethods.length === 0 ? {} : { authMethods }) };
  });
}

/** The rule after the first request: the program refuses requests, such as those that need a login. */
const admitRequests =
  (admit: NonNullable<InitializeOptions['admit']>, connection: Connection<'agent'>): Admission =>
  (method, kind) =>
    kind === 'request' && method !== 'initialize' ? admit(method, connection) : undefined;

/** The version that the client requests; throws -32602 if it is malformed (INIT-12). */
function requestedVersion(params: unknown): number {
  const version = (params as { protocolVersion?: unknown } | null | undefined)?.protocolVersion;
  if (validators.ProtocolVersion.is(version)) return version;
  throw new RpcError(rpcCodes.invalidParams, 'protocolVersion must be an integer from 0 to 65535.');
}

/** The client's description: required of a client of this version (INIT-04), optional for a newer one (INIT-15). */
function readClient(
  params: unknown,
  { isExact, isOlder }: { readonly isExact: boolean; readonly isOlder: boolean },
): ClientDescription {
  const checked = validators.InitializeRequest.check(params);
  if (checked.ok) {
    const { info, capabilities = {} } = checked.value;
    return { info, capabilities: withForms(isOlder ? capabilities : withoutClientExtras(capabilities)) };
  }
  if (isExact) {
    const { problems } = checked;
    throw new RpcError(rpcCodes.invalidParams, 'The params of initialize are malformed.', { data: { problems } });
  }
  return { info: unknownClient, capabilities: {} };
}

/** A client that offers elicitation without a mode supports forms (ELIC-17, X-18). */
function withForms(capabilities: ClientCapabilities): ClientCapabilities {
  const { elicitation } = capabilities;
  if (elicitation === undefined || elicitation === null) return capabilities;
  if (elicitation.form !== undefined || elicitation.url !== undefined) return capabilities;
  return { ...capabilities, elicitation: { ...elicitation, form: {} } };
}
