/**
 * What a proxy knows of the sessions of its connection: their directories and their tool calls.
 *
 * Directories come only from the requests of the client. What an agent says about the directories of a session is not
 * used, because it would choose where it may work.
 */
import type { AcpProxy, SessionUpdate } from '@acp-stack/sdk';
import type { KnownToolCall } from '@acp-stack/workspace/client';

/** Where a session works. */
export interface SessionDirectories {
  readonly cwd: string;
  readonly additionalDirectories: readonly string[];
}

interface OpenSession {
  /** As the client has opened the session; a child session has those of its parent. */
  readonly place: SessionDirectories | { readonly parent: string };
  /** In the order of their first report. */
  readonly toolCalls: Map<string, KnownToolCall>;
}

/** Tool calls of a session that are remembered; the oldest are forgotten first. */
const maxToolCalls = 1000;

type Opening = { readonly cwd: string; readonly additionalDirectories?: readonly string[] | null };

/** The open sessions of one connection. */
export class OpenSessions {
  readonly #sessions = new Map<string, OpenSession>();

  /** Registers the handlers that open and close sessions. */
  follow(made: AcpProxy): AcpProxy {
    return made
      .onClientRequest('session/new', async (params, next) => {
        const result = await next();
        this.#open(result.sessionId, params);
        return result;
      })
      .onClientRequest('session/fork', async (params, next) => {
        const result = await next();
        this.#open(result.sessionId, params);
        return result;
      })
      .onClientRequest('session/resume', (params, next) => {
        // The agent may ask before it answers.
        this.#open(params.sessionId, params);
        return next();
      })
      .onClientRequest('session/close', async ({ sessionId }, next) => {
        const result = await next();
        this.#sessions.delete(sessionId);
        return result;
      });
  }

  /** The directories of a session; undefined if it is not open here. */
  directories(sessionId: string): SessionDirectories | undefined {
    const place = this.#sessions.get(sessionId)?.place;
    return place !== undefined && 'parent' in place ? this.directories(place.parent) : place;
  }

  /** What was reported of a tool call. */
  toolCall(sessionId: string, toolCallId: string): KnownToolCall | undefined {
    return this.#sessions.get(sessionId)?.toolCalls.get(toolCallId);
  }

  /** Takes in an update of the agent: tool calls, and child sessions, which work where their parent does. */
  observe(sessionId: string, update: SessionUpdate): void {
    const session = this.#sessions.get(sessionId);
    // Only a child of an open session is added, so no session is its own ancestor.
    if (session === undefined || this.directories(sessionId) === undefined) return;
    if (update.sessionUpdate === 'subagent_update') {
      if (this.directories(update.sessionId) === undefined) this.#set(update.sessionId, { parent: sessionId });
    } else if (update.sessionUpdate === 'tool_call_update') {
      const { sessionUpdate: _, toolCallId, ...reported } = update;
      keep(session.toolCalls, toolCallId, { ...session.toolCalls.get(toolCallId), ...reported });
    } else if (update.sessionUpdate === 'tool_call_content_chunk') {
      const known = session.toolCalls.get(update.toolCallId);
      keep(session.toolCalls, update.toolCallId, { ...known, content: [...(known?.content ?? []), update.content] });
    }
  }

  #open(sessionId: string, { cwd, additionalDirectories }: Opening): void {
    this.#set(sessionId, { cwd, additionalDirectories: additionalDirectories ?? [] });
  }

  #set(sessionId: string, place: OpenSession['place']): void {
    const toolCalls = this.#sessions.get(sessionId)?.toolCalls ?? new Map<string, KnownToolCall>();
    this.#sessions.set(sessionId, { place, toolCalls });
  }
}

function keep(toolCalls: Map<string, KnownToolCall>, id: string, call: KnownToolCall): void {
  toolCalls.set(id, call);
  const [oldest] = toolCalls.keys();
  if (toolCalls.size > maxToolCalls && oldest !== undefined) toolCalls.delete(oldest);
}
