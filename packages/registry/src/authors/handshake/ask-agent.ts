/** Starts an agent, sends `initialize`, and ends it and everything that it started. */
import { packageVersion } from '@acp-stack/schema/package-version';
import type { Channel } from '@acp-stack/rpc';
import { client, type ClientConnection } from '@acp-stack/sdk';
import { AgentProcessError, spawnAgent, type AgentCommand, type SpawnAgentOptions } from '@acp-stack/stdio';

/** What an agent says about itself. */
export type AgentDescription = Pick<ClientConnection, 'agentInfo' | 'authMethods'>;

/** How long an agent may take, and what it gets. */
export interface AskOptions extends Pick<SpawnAgentOptions, 'passEnv'> {
  readonly timeout: number;
  readonly signal?: AbortSignal;
  readonly observe?: (channel: Channel) => Channel;
}

/** Milliseconds that an agent has to end after it answered. */
const grace = { end: 500, terminate: 1500 };

/** Milliseconds for an agent that sends other messages first; a silent one is given up before, and explained. */
const afterFirstMessage = 1000;

/** What the agent answers to `initialize`. Rejects with an error whose message is one sentence. */
export async function askAgent(
  command: AgentCommand,
  { timeout, signal, passEnv, observe = (channel) => channel }: AskOptions,
): Promise<AgentDescription> {
  const startUp = { silence: timeout, total: timeout };
  const process = spawnAgent(command, { startUp, grace, ...(passEnv !== undefined && { passEnv }) });
  // Clients that can run a login program say so in both ways; agents offer it only to those.
  const capabilities = { auth: { terminal: {} }, _meta: { 'terminal-auth': true } };
  const checker = client({ name: 'acp-stack-registry', version: packageVersion }, { capabilities });
  try {
    const limits = { timeout: timeout + afterFirstMessage };
    const connection = await checker.connect(observe(process), { ...limits, ...(signal !== undefined && { signal }) });
    const { agentInfo, authMethods } = connection;
    return { agentInfo, authMethods };
  } catch (error) {
    throw processError(error) ?? error;
  } finally {
    await process.kill();
  }
}

/** The error of the process, which says more than that of the connection. */
function processError(error: unknown): AgentProcessError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof AgentProcessError) return cause;
  }
  return undefined;
}
