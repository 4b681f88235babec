/** A session that is open in an agent, as the hub uses it. */
import type { AgentCapabilities, ContentBlock, Implementation, RuntimeContext } from '@acp-stack/schema/v2/unstable';
import { checkPrompt, type ClientConnection, type CustomMethod } from '@acp-stack/sdk';

import { isLoginRequired, loginRequired } from './agent-failure.ts';
import type { AgentSession } from './agent-session.ts';

interface Parts {
  readonly id: string;
  readonly opened: Readonly<Record<string, unknown>>;
  readonly connection: ClientConnection;
  /** The name of the agent in the options of the hub. */
  readonly agent: string;
  /** How long the agent may take to close the session, in milliseconds. */
  readonly closeTime: number;
  /** The agent is about to be asked to close the session. */
  readonly onClosing: () => void;
  /** The agent has closed it, or has had its time: nothing of it is delivered any more. */
  readonly onClosed: () => void;
}

export class OpenAgentSession implements AgentSession {
  readonly id: string;
  readonly opened: Readonly<Record<string, unknown>>;
  readonly #parts: Parts;
  #closing: Promise<void> | undefined;

  constructor(parts: Parts) {
    this.id = parts.id;
    this.opened = parts.opened;
    this.#parts = parts;
  }

  get capabilities(): AgentCapabilities {
    return this.#parts.connection.capabilities;
  }

  get info(): Implementation {
    return this.#parts.connection.agentInfo;
  }

  async request(method: string, params: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<unknown> {
    const { connection } = this.#parts;
    if (method === 'session/prompt') {
      const { prompt, runtimeContext } = params as {
        readonly prompt: readonly ContentBlock[];
        readonly runtimeContext?: readonly RuntimeContext[];
      };
      checkPrompt(prompt, runtimeContext, connection.supports.bind(connection));
    }
    // The gate and the result are checked for each known method.
    const known = method as CustomMethod;
    const call = signal === undefined ? {} : { signal };
    return connection.request(known, { ...params, sessionId: this.id }, call).catch((error: unknown) => {
      throw isLoginRequired(error) ? loginRequired(this.#parts.agent, error) : error;
    });
  }

  cancel(): void {
    this.#parts.connection.notify('session/cancel', { sessionId: this.id }).catch(() => undefined);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const { connection, closeTime, onClosing, onClosed } = this.#parts;
    onClosing();
    // Whatever the agent says, the session is closed for the hub.
    await connection.request('session/close', { sessionId: this.id }, { timeout: closeTime }).catch(() => undefined);
    onClosed();
  }
}
