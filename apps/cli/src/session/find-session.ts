/** Finds a stored session by its id, or by the beginning of it. */
import { isJsonObject } from '@acp-stack/schema/json-object';

import { isHub } from '../config/agent-server.ts';
import { CommandError, exitCodes } from '../errors/command-error.ts';
import type { AgentRun } from '../connect/run-with-agent.ts';
import { UsageError } from '../errors/usage-error.ts';

export interface FoundSession {
  readonly sessionId: string;
  /** Undefined if the agent cannot list sessions. */
  readonly cwd: string | undefined;
  readonly title?: string | null;
  readonly updatedAt?: string | null;
}

/** Sessions to look through; after that, the id is used as given. */
const maxSessions = 10_000;

/** Searches the sessions that the agent lists; if it cannot list any, the id is used as given. */
export async function findSession(agentRun: AgentRun, idOrPrefix: string): Promise<FoundSession> {
  if (idOrPrefix === '') throw new UsageError('the id of the session is empty');
  if (!canList(agentRun)) return { sessionId: idOrPrefix, cwd: undefined };
  const matching: FoundSession[] = [];
  let seen = 0;
  for await (const info of agentRun.connection.list()) {
    if (info.sessionId === idOrPrefix) return info;
    if (info.sessionId.startsWith(idOrPrefix)) matching.push(info);
    seen += 1;
    if (seen >= maxSessions) return matching[0] ?? { sessionId: idOrPrefix, cwd: undefined };
  }
  const [first, second] = matching;
  if (first === undefined) {
    const { server } = agentRun;
    const where = isHub(server) ? `--hub ${server.name}` : '--all';
    const words = `session ${idOrPrefix} not found; acp sessions list ${where} lists them`;
    throw new CommandError(exitCodes.noSession, words);
  }
  if (second !== undefined) throw new UsageError(`several sessions begin with ${idOrPrefix}; give more of the id`);
  return first;
}

/** A connected agent, and how it described itself. */
type Described = Pick<AgentRun, 'connection' | 'initializeResponse'>;

/** Whether the agent can list its sessions. */
export const canList = (agentRun: Described): boolean => offers(agentRun, 'list');

/** Whether the agent can close sessions. */
export const canClose = (agentRun: AgentRun): boolean => offers(agentRun, 'close');

/** Whether the agent can replay a session. */
export const canLoad = (agentRun: Described): boolean => offers(agentRun, 'load');

/** Whether the agent can resume a session; a version 1 agent that can load sessions can do that too. */
export const canResume = (agentRun: AgentRun): boolean => offers(agentRun, 'resume') || canLoad(agentRun);

/**
 * A version 2 agent with sessions supports all of this. A version 1 agent has capabilities for it, which the SDK does
 * not show (LIST-01).
 */
function offers({ connection, initializeResponse }: Described, name: 'list' | 'close' | 'load' | 'resume'): boolean {
  if (connection.version === 2) return connection.supports('session');
  const capabilities = initializeResponse.result?.['agentCapabilities'];
  if (!isJsonObject(capabilities)) return false;
  if (name === 'load') return capabilities['loadSession'] === true;
  const sessions = capabilities['sessionCapabilities'];
  return isJsonObject(sessions) && isJsonObject(sessions[name]);
}
