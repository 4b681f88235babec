/** What the hub needs of an agent: sessions that are opened in it, and what it says in them. */
import type {
  AgentCapabilities,
  AuthMethod,
  Implementation,
  McpServer,
  SessionUpdate,
} from '@acp-stack/schema/v2/unstable';

import type { AgentSource } from './agent-source.ts';
import type { QuestionRecord } from '../store/records.ts';

/** What a session is opened with in the agent. */
export interface AgentSessionSetup {
  readonly cwd: string;
  readonly additionalDirectories: readonly string[];
  readonly mcpServers: readonly McpServer[];
  /** The principal that the session belongs to: agents are not shared between principals. */
  readonly principal: string;
}

/** A question of the agent. */
export type AgentQuestion = Pick<QuestionRecord, 'method' | 'params'>;

/** What happens in a session of an agent. Calls come in the order in which the agent sent the messages. */
export interface AgentEvents {
  /** An update of the session. Until the promise resolves, nothing more of the session is read from the agent. */
  readonly update: (update: SessionUpdate) => void | Promise<void>;
  /** A question; resolves with the result that the agent is sent. `signal` aborts when the agent withdraws it. */
  readonly ask: (question: AgentQuestion, signal: AbortSignal) => Promise<unknown>;
  /** The agent has ended or its connection was lost; nothing follows. `reason` is one sentence. */
  readonly lost: (reason: string) => void;
  /** Aborts when nothing waits any more for the session to be opened; its opening then rejects at once. */
  readonly givenUp?: AbortSignal;
}

/** A session that is open in an agent. */
export interface AgentSession {
  /** The id that the agent gave it. */
  readonly id: string;
  /** What the agent said when it opened the session, without its id. */
  readonly opened: Readonly<Record<string, unknown>>;
  readonly capabilities: AgentCapabilities;
  readonly info: Implementation;
  /** Sends a request about this session, such as `session/prompt`; `params` are without `sessionId`. */
  request(method: string, params: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<unknown>;
  /** Cancels the running work. */
  cancel(): void;
  /** Closes the session in the agent; the agent itself ends when it has no session left. */
  close(): Promise<void>;
}

/** The agents that sessions may use, by name. */
export interface AgentPool {
  /** The names, the default first. */
  readonly names: readonly string[];
  /** Opens a new session. Rejects with one sentence if the agent cannot be started or refuses. */
  open(agent: string, setup: AgentSessionSetup, events: AgentEvents): Promise<AgentSession>;
  /** Opens a session that the agent knows; rejects with `cannot_resume` if it does not, or cannot. */
  resume(agent: string, agentSessionId: string, setup: AgentSessionSetup, events: AgentEvents): Promise<AgentSession>;
  /** Opens a copy of a session that the agent knows; rejects with `cannot_fork` if it does not, or cannot. */
  fork(agent: string, agentSessionId: string, setup: AgentSessionSetup, events: AgentEvents): Promise<AgentSession>;
  /** How many agents run, in all and by principal. */
  count(principal?: string): number;
  /** Ends all agents. */
  close(): Promise<void>;
}

/** What an agent says of itself when it is started. */
export interface AgentDescription {
  /** Its name and its version. */
  readonly info: Implementation;
  /** What it can do. */
  readonly capabilities: AgentCapabilities;
  /** How it can be logged in; empty if it needs no login. */
  readonly authMethods: readonly AuthMethod[];
  /** The version of the protocol that it speaks. */
  readonly version: 1 | 2;
}

/** For which principal, whose agents are not shared with others, and until when. */
export interface AgentUser {
  /** The name of the principal. */
  readonly principal: string;
  /** Gives up waiting. */
  readonly signal?: AbortSignal;
}

/** A pool whose agents can be asked and logged in besides their sessions. */
export interface LoginPool extends AgentPool {
  /** Adds an agent; sessions may use it from now on. A name that is known means this agent from now on. */
  add(name: string, source: AgentSource): void;
  /** What an agent says of itself; it is started for that if it does not run for the principal. */
  describe(agent: string, user: AgentUser): Promise<AgentDescription>;
  /** Logs in, in each process of the agent that runs for the principal; one is started if there is none. */
  login(agent: string, methodId: string, user: AgentUser): Promise<void>;
  /** The agent was logged in outside of the hub: processes without a session are replaced by new ones. */
  loggedIn(agent: string, user: AgentUser): Promise<void>;
}

/** The agent does not know the session any more, or cannot resume sessions at all. */
export class CannotResumeError extends Error {
  readonly code = 'cannot_resume';
}

/** The agent does not know the session that should be copied, or cannot copy sessions at all. */
export class CannotForkError extends Error {
  readonly code = 'cannot_fork';
}
