/** Creates sessions for clients: new ones and copies, as far as the operator and the quotas allow. */
import type {
  ForkSessionRequest,
  ForkSessionResponse,
  NewSessionRequest,
  NewSessionResponse,
} from '@acp-stack/schema/v2/unstable';

import type { Principal } from '../access/principal.ts';
import type { Quotas } from '../access/quotas.ts';
import type { SetupPolicy } from '../access/setup-policy.ts';
import type { AgentSessionSetup } from '../agents/agent-session.ts';
import { agentOf } from '../attach/hub-meta.ts';
import type { SessionHistory } from '../history/session-history.ts';
import type { NodeDirectory } from '../nodes/node-directory.ts';
import { forkSession } from '../session/fork-session.ts';
import type { SessionOptions } from '../session/owned-session.ts';
import type { SessionHost } from '../session/session-host.ts';
import { createSession, type CreatedSession } from '../session/take-session.ts';
import { newSessionId, type NewSession } from '../store/hub-store.ts';
import type { SessionSummary } from '../store/records.ts';

export interface NewSessionParts {
  readonly host: SessionHost;
  readonly directory: NodeDirectory;
  readonly policy: SetupPolicy;
  readonly quotas: Quotas;
  readonly history: SessionHistory;
  readonly options: SessionOptions;
}

/** What a client asks for, with the agent that it names or that the source has. */
interface AskedSession extends Pick<NewSessionRequest, 'cwd' | 'additionalDirectories' | 'mcpServers'> {
  readonly agent: unknown;
}

type Open = (session: NewSession, setup: AgentSessionSetup) => Promise<CreatedSession>;

export class NewSessions {
  readonly #parts: NewSessionParts;

  constructor(parts: NewSessionParts) {
    this.#parts = parts;
  }

  /** `session/new`. */
  readonly create = (
    principal: Principal,
    params: NewSessionRequest,
    signal: AbortSignal,
  ): Promise<NewSessionResponse> => {
    const { host, options } = this.#parts;
    const { _meta: meta } = params;
    const asked = { ...params, agent: agentOf(meta) };
    return this.#open(principal, asked, (session, setup) =>
      createSession(host, session, { ...options, setup, signal }),
    );
  };

  /** `session/fork`: a copy of a session that the principal may copy; it has the same agent. */
  readonly fork = async (
    principal: Principal,
    params: ForkSessionRequest,
    { summary, signal }: { readonly summary: SessionSummary; readonly signal: AbortSignal },
  ): Promise<ForkSessionResponse> => {
    const { host, history, options, quotas } = this.#parts;
    const source = { summary, history: history.replay(summary.sessionId, summary.last) };
    const asked = { ...params, agent: summary.agent };
    const response = await this.#open(principal, asked, (session, setup) =>
      forkSession(host, session, { ...options, source, setup, signal }),
    );
    quotas.changed(principal.name);
    return response;
  };

  async #open(
    { name }: Principal,
    { agent: askedAgent, cwd: askedCwd, additionalDirectories: askedDirectories, mcpServers }: AskedSession,
    open: Open,
  ): Promise<CreatedSession['response']> {
    const { directory, policy, quotas } = this.#parts;
    directory.assertAccepting();
    const { agent, ...setup } = await policy.allow({
      agent: askedAgent,
      cwd: askedCwd,
      ...(askedDirectories ? { additionalDirectories: askedDirectories } : {}),
      ...(mcpServers ? { mcpServers } : {}),
    });
    const reserved = await quotas.createSession(name);
    try {
      const { cwd, additionalDirectories } = setup;
      const { node } = directory;
      const created = { sessionId: newSessionId(), owner: name, agent, cwd, additionalDirectories, node };
      const { session, response } = await open(created, { ...setup, principal: name });
      directory.add(session);
      return response;
    } finally {
      reserved[Symbol.dispose]();
    }
  }
}
