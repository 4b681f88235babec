/** Asks a running hub for what only hubs can do. */
import { hubMethods } from '@acp-stack/hub';
import { isJsonObject, type JsonObject } from '@acp-stack/schema/json-object';

import type { AgentFlags } from '../../command-line/agent-options.ts';
import { prepare, runWithAgent, type AgentRun, type AgentRunOptions } from '../../connect/run-with-agent.ts';
import { findSession } from '../../session/find-session.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** The flags of commands that talk to a hub. */
export type HubClientFlags = Pick<
  AgentFlags,
  'hub' | 'header' | 'tokenFile' | 'config' | 'timeout' | 'trace' | 'logLevel'
>;

export interface HubCommand<Flags> {
  readonly flags: Flags;
  readonly version: string;
}

/** Calls a method that only a hub has. */
export async function ask(
  { agent, connection, deadline }: AgentRun,
  method: keyof typeof hubMethods,
  params: JsonObject,
): Promise<JsonObject> {
  const result = await agent.explained(() => deadline.until(connection.request(hubMethods[method], params)));
  return isJsonObject(result) ? result : {};
}

/** The id of a session of the hub that begins with `idOrPrefix`. */
export async function sessionIdOf(run: AgentRun, idOrPrefix: string): Promise<string> {
  const { sessionId } = await run.agent.explained(() => run.deadline.until(findSession(run, idOrPrefix)));
  return sessionId;
}

/** Connects to the hub, runs `work`, and closes the connection. */
export async function withHub<Flags extends HubClientFlags>(
  { flags, version }: HubCommand<Flags>,
  terminal: Terminal,
  work: (run: AgentRun) => Promise<number>,
  options: Pick<AgentRunOptions, 'isUnlimited'> = {},
): Promise<number> {
  const { hub = true, header, tokenFile, config, timeout, trace, logLevel } = flags;
  const given = { hub, header, tokenFile, config, timeout, trace, logLevel };
  const agentFlags = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as AgentFlags;
  const invocation = { flags: agentFlags, version };
  return runWithAgent(invocation, await prepare(invocation, terminal), options, work);
}
