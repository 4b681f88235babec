/** A stored session by its id, or by the beginning of it. */
import { isFields } from '../config/checked-fields.ts';
import { CommandError, exitCodes } from '../errors/command-error.ts';
import type { AgentRun } from '../connect/run-with-agent.ts';
import { UsageError } from '../errors/usage-error.ts';

export interface FoundSession {
  readonly sessionId: string;
  /** Undefined when the agent has no list to look it up in. */
  readonly cwd: string | undefined;
  readonly title?: string | null;
  readonly updatedAt?: string | null;
}

/** Sessions that are looked through; an agent that lists more is taken at the user's word. */
const mostSessions = 10_000;

/** Looks through what the agent lists; where it lists nothing, the id is taken as it is. */
export async function findSession(agentRun: AgentRun, given: string): Promise<FoundSession> {
  if (given === '') throw new UsageError('the id of the session is empty');
  if (!canList(agentRun)) return { sessionId: given, cwd: undefined };
  const fitting: FoundSession[] = [];
  let seen = 0;
  for await (const info of agentRun.connection.list()) {
    if (info.sessionId === given) return info;
    if (info.sessionId.startsWith(given)) fitting.push(info);
    seen += 1;
    if (seen >= mostSessions) return fitting[0] ?? { sessionId: given, cwd: undefined };
  }
  const [first, second] = fitting;
  if (first === undefined) {
    throw new CommandError(
      exitCodes.noSession,
      `there is no session ${given}; acp sessions list --all shows those that there are`,
    );
  }
  if (second !== undefined) throw new UsageError(`several sessions begin with ${given}; write more of the id`);
  return first;
}

/** Whether the agent has a list of its sessions. */
export const canList = (agentRun: AgentRun): boolean => hasOf(agentRun, 'list');

/** Whether the agent closes sessions by themselves. */
export const canClose = (agentRun: AgentRun): boolean => hasOf(agentRun, 'close');

/** Whether the agent tells what was said in a session. */
export const canLoad = (agentRun: AgentRun): boolean => hasOf(agentRun, 'load');

/** Whether the agent goes on with a session; one of version 1 that loads does that too. */
export const canResume = (agentRun: AgentRun): boolean => hasOf(agentRun, 'resume') || canLoad(agentRun);

/** Version 2 does all of this wherever it has sessions; version 1 says so, and is otherwise shown as one that does nothing (LIST-01). */
function hasOf({ connection, initializeResponse }: AgentRun, name: 'list' | 'close' | 'load' | 'resume'): boolean {
  if (connection.version === 2) return connection.supports('session');
  const capabilities = initializeResponse.result?.['agentCapabilities'];
  if (!isFields(capabilities)) return false;
  if (name === 'load') return capabilities['loadSession'] === true;
  const sessions = capabilities['sessionCapabilities'];
  return isFields(sessions) && isFields(sessions[name]);
}
