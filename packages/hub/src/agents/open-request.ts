/** The request that opens a session in an agent, by where the session comes from. */
import { errorCodes } from '@acp-stack/schema/v2/unstable';
import { RpcError, rpcCodes, type CallOptions } from '@acp-stack/rpc';
import { CapabilityError, checkSessionSetup, type ClientConnection } from '@acp-stack/sdk';

import type { AgentSessionSetup } from './agent-session.ts';

/** Where a session comes from: it is new, or the agent knows it, or the agent copies one that it knows. */
export type AgentSessionOrigin =
  | { readonly kind: 'new' }
  | { readonly kind: 'resumed' | 'forked'; readonly agentSessionId: string };

/** What the agent has answered. */
interface OpenedByAgent {
  readonly id: string;
  /** The other fields of the response. */
  readonly opened: Readonly<Record<string, unknown>>;
}

/** Sends the request; `timeout` is in milliseconds. */
export async function requestSession(
  connection: ClientConnection,
  { cwd, additionalDirectories, mcpServers }: AgentSessionSetup,
  { origin, ...call }: CallOptions & { readonly origin: AgentSessionOrigin; readonly timeout: number },
): Promise<OpenedByAgent> {
  const places = { cwd, ...(additionalDirectories.length === 0 ? {} : { additionalDirectories }) };
  const method = methodOf(origin);
  const params = checkSessionSetup(method, { ...places, mcpServers }, connection.supports.bind(connection));
  const known = origin.kind === 'new' ? {} : { sessionId: origin.agentSessionId };
  const { sessionId, ...opened }: Readonly<Record<string, unknown>> = {
    ...(await connection.request(method as 'session/resume', { ...params, ...known } as never, call)),
  };
  return { id: origin.kind === 'resumed' ? origin.agentSessionId : String(sessionId), opened };
}

const methodOf = ({ kind }: AgentSessionOrigin): 'session/new' | 'session/resume' | 'session/fork' => {
  if (kind === 'new') return 'session/new';
  return kind === 'resumed' ? 'session/resume' : 'session/fork';
};

/** Errors that mean that the agent will never open the session in this way. */
const finalCodes: Readonly<Record<'resumed' | 'forked', ReadonlySet<number>>> = {
  resumed: new Set([errorCodes.resource_not_found, rpcCodes.methodNotFound, rpcCodes.invalidParams]),
  // It may refuse the options of a copy (FORK-03): that is told, and not taken for an agent that cannot copy.
  forked: new Set([errorCodes.resource_not_found, rpcCodes.methodNotFound]),
};

/** Whether the agent does not know the session, or cannot do this with sessions at all. */
export const isUnknownToAgent = (error: unknown, kind: AgentSessionOrigin['kind']): error is Error =>
  kind !== 'new' &&
  (error instanceof CapabilityError || (error instanceof RpcError && finalCodes[kind].has(error.code)));
