/** The MCP servers of one session: connected in parallel when it is opened, closed with it. */
import { packageVersion } from '@acp-stack/schema/package-version';
import { defaultLimits as channelLimits, systemClock, type Clock } from '@acp-stack/rpc';
import type { AgentSession } from '@acp-stack/sdk';

import type { Tool } from '../model/tool.ts';
import type { McpPrompt } from './mcp-prompts.ts';
import { defaultListLimits } from './list-limits.ts';
import { resourceToolNames, resourceTools, type ResourceServer } from './mcp-resources.ts';
import { ConnectedServer, type McpLimits } from './mcp-server.ts';
import { askAlways, type Permit } from './mcp-tool.ts';
import { OpenQuestions, questionLimits } from './open-questions.ts';
import { serverName } from './server-identity.ts';
import { ToolNames } from './tool-names.ts';

export interface McpOptions {
  /** Decides about calls; asks the user about each when absent. */
  readonly permit?: Permit;
  readonly limits?: Partial<McpLimits>;
  readonly clock?: Clock;
  /** The version of the agent, which servers are told. */
  readonly version?: string;
  /** Called when the tools or the prompts have changed. */
  readonly onChange?: () => void;
}

const defaultLimits: McpLimits = {
  connect: 30_000,
  call: 600_000,
  messageBytes: channelLimits.messageBytes,
  lists: defaultListLimits,
};
/** Milliseconds that a turn waits for servers before it starts without them. */
const startTimeout = 10_000;

export class McpConnections implements AsyncDisposable {
  /** Resolves when every server is connected or has failed; never rejects. */
  readonly ready: Promise<void>;
  readonly #servers: readonly ConnectedServer[];
  readonly #permit: Permit;
  readonly #clock: Clock;

  /** Starts to connect to the servers of `session`. */
  constructor(session: AgentSession, options: McpOptions = {}) {
    const {
      permit = askAlways,
      limits,
      clock = systemClock,
      version = packageVersion,
      onChange = () => undefined,
    } = options;
    const names = new ToolNames(session.mcpServers.map(serverName), resourceToolNames);
    const questions = new OpenQuestions(questionLimits.session);
    this.#permit = permit;
    this.#clock = clock;
    this.#servers = session.mcpServers.map(
      (server, number) =>
        new ConnectedServer({
          server,
          number,
          session,
          names,
          permit,
          limits: { ...defaultLimits, ...limits },
          clock,
          questions,
          version,
          onChange,
        }),
    );
    this.ready = Promise.all(this.#servers.map((server) => server.connect())).then(() => undefined);
  }

  /**
   * Waits for `ready`, up to a timeout or until `signal` aborts; resolves with the names of the servers that are still
   * connecting.
   */
  async settled(signal: AbortSignal): Promise<readonly string[]> {
    if (this.#late.length === 0 || signal.aborted) return [];
    await new Promise<void>((resolve) => {
      const stop = this.#clock.schedule(startTimeout, resolve);
      const end = (): void => {
        stop();
        resolve();
      };
      signal.addEventListener('abort', end, { once: true });
      void this.ready.then(() => {
        signal.removeEventListener('abort', end);
        end();
      });
    });
    return signal.aborted ? [] : this.#late;
  }

  /** The current tools of all servers, and those that read their resources. */
  tools(): readonly Tool[] {
    const own = this.#servers.flatMap((server) => server.tools);
    return [...own, ...resourceTools(() => this.#resources(), this.#permit)];
  }

  /** The prompts of all servers, each with a unique name. */
  prompts(): readonly McpPrompt[] {
    const prompts = this.#servers.flatMap((server) => server.prompts);
    return [...new Map(prompts.map((prompt) => [prompt.name, prompt])).values()];
  }

  /** The process ids of the servers. */
  get pids(): readonly number[] {
    return this.#servers.flatMap(({ pid }) => (pid === undefined ? [] : [pid]));
  }

  /** Closes every server; resolves when their processes have ended. */
  async close(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.close()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  get #late(): readonly string[] {
    return this.#servers.filter(({ isConnecting }) => isConnecting).map(({ name }) => name);
  }

  /** The servers that have resources. */
  #resources(): readonly ResourceServer[] {
    return this.#servers.flatMap(({ resources }) => (resources === undefined ? [] : [resources]));
  }
}
