/** One MCP server of a session, from the first connection attempt to its end. */
import { pathToFileURL } from 'node:url';

import type { Clock } from '@acp-stack/rpc';
import type { AgentSession, McpServer } from '@acp-stack/sdk';
import type {
  Client,
  ElicitRequestURLParams,
  Prompt,
  Tool as McpToolInfo,
  Transport,
} from '@modelcontextprotocol/client';

import { withoutSecrets } from '../model/service-error.ts';
import type { Tool } from '../model/tool.ts';
import { traceMeta } from '../trace/trace-headers.ts';
import { ElicitationRelay, elicitationCapability } from './elicitation.ts';
import { limitLists, ListLimitError, type ListLimits } from './list-limits.ts';
import { commandName, type McpPrompt } from './mcp-prompts.ts';
import type { ResourceServer } from './mcp-resources.ts';
import { mcpTool, type Permit } from './mcp-tool.ts';
import { openTransport } from './mcp-transport.ts';
import { OpenQuestions, questionLimits } from './open-questions.ts';
import { ProcessTransport } from './process-transport.ts';
import { failureWords } from './server-failure.ts';
import { serverIdentity, serverName } from './server-identity.ts';
import { ServerLog } from './server-log.ts';
import type { ToolNames } from './tool-names.ts';

export interface McpLimits {
  /** Milliseconds after which a connection attempt is given up. */
  readonly connect: number;
  /** Milliseconds that a call may take without progress. */
  readonly call: number;
  /** Bytes of one message of a server. */
  readonly messageBytes: number;
  /** How much a server may list. */
  readonly lists: ListLimits;
}

export interface McpServerInit {
  readonly server: McpServer;
  /** Its index in the list of the client. */
  readonly number: number;
  readonly session: AgentSession;
  readonly names: ToolNames;
  readonly permit: Permit;
  readonly limits: McpLimits;
  readonly clock: Clock;
  /** The open questions of all servers of the session. */
  readonly questions: OpenQuestions;
  /** The version of the agent, which the server is told. */
  readonly version: string;
  /** Called when the tools or the prompts have changed. */
  readonly onChange: () => void;
}

const nothing = (): void => undefined;

/**
 * Milliseconds after which a program that has not answered the newest handshake is treated as one of an older version.
 */
const probeTimeout = 3000;

export class ConnectedServer {
  readonly name: string;
  readonly #identity: string;
  readonly #init: McpServerInit;
  readonly #elicitation: ElicitationRelay;
  readonly #log: ServerLog;
  readonly #runningCalls = new Set<string>();
  #client: Client | undefined;
  #transport: Transport | undefined;
  #secrets: readonly string[] = [];
  #state: 'connecting' | 'open' | 'closed' = 'connecting';
  /** Ends the connection attempt. */
  #giveUp: (error: Error) => void = nothing;
  #tools: readonly Tool[] = [];
  #prompts: readonly McpPrompt[] = [];

  constructor(init: McpServerInit) {
    this.#init = init;
    this.name = serverName(init.server);
    this.#identity = serverIdentity(init.server);
    this.#elicitation = new ElicitationRelay(
      init.session,
      this.name,
      new OpenQuestions(questionLimits.server, init.questions),
    );
    this.#log = new ServerLog(init.session, this.name);
  }

  get isConnecting(): boolean {
    return this.#state === 'connecting';
  }

  get tools(): readonly Tool[] {
    return this.#tools;
  }

  get prompts(): readonly McpPrompt[] {
    return this.#prompts;
  }

  /** The server for reading its resources; undefined if it has none. */
  get resources(): ResourceServer | undefined {
    const client = this.#client;
    if (client?.getServerCapabilities()?.resources === undefined || this.#state !== 'open') return undefined;
    const { limits } = this.#init;
    return {
      name: this.name,
      identity: this.#identity,
      listResources: async (signal) => {
        const { resources } = await client.listResources(undefined, { signal });
        // A server may have resources and no templates.
        const templates = await client.listResourceTemplates(undefined, { signal }).catch(() => undefined);
        return { resources, templates: templates?.resourceTemplates ?? [] };
      },
      readResource: (uri, { signal, trace }) =>
        client.readResource({ uri, ...traceMeta(trace) }, { signal, timeout: limits.call }),
    };
  }

  /** The id of the server's process; undefined if the server is not a process of the agent. */
  get pid(): number | undefined {
    return this.#transport instanceof ProcessTransport ? this.#transport.pid : undefined;
  }

  /** Connects and lists the tools. Never rejects: a server that does not work is reported to the user. */
  async connect(): Promise<void> {
    const { limits, clock } = this.#init;
    let cancelTimeout = nothing;
    const failed = new Promise<never>((_, reject) => {
      this.#giveUp = reject;
      cancelTimeout = clock.schedule(limits.connect, () => {
        reject(new Error(`It did not answer within ${Math.round(limits.connect / 1000)} seconds.`));
      });
    });
    try {
      await Promise.race([this.#open(), failed]);
    } catch (error) {
      if (this.#state === 'connecting') this.#report('cannot be used', error);
      await this.close();
    } finally {
      cancelTimeout();
    }
  }

  /** Closes the connection; a server process is ended with all processes that it started. */
  async close(): Promise<void> {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.#tools = [];
    this.#prompts = [];
    // A client that is not connected does not know its transport.
    await Promise.allSettled([this.#client?.close(), this.#transport?.close()]);
  }

  async #open(): Promise<void> {
    const { server, session, onChange, limits, version } = this.#init;
    const { Client: McpClient } = await import('@modelcontextprotocol/client');
    const onExceeded = (error: Error): void => {
      this.#fail(error);
    };
    const { transport, secrets } = await openTransport(server, {
      session,
      messageBytes: limits.messageBytes,
      onExceeded,
    });
    this.#transport = transport;
    this.#secrets = secrets;
    if (this.#state === 'closed') {
      await transport.close();
      return;
    }
    const client = new McpClient(
      { name: 'acp-stack-agent', version },
      {
        capabilities: { roots: {}, ...elicitationCapability(session) },
        // The library would give up earlier; our own timeout decides.
        versionNegotiation: {
          mode: 'auto',
          probe: { timeoutMs: transport instanceof ProcessTransport ? probeTimeout : limits.connect * 2 },
        },
        listChanged: {
          tools: {
            onChanged: (error, tools) => {
              if (error instanceof ListLimitError) this.#fail(error);
              else if (error === null && tools !== null) this.#setTools(tools);
            },
          },
          prompts: {
            onChanged: (error, prompts) => {
              if (error instanceof ListLimitError) this.#fail(error);
              if (error !== null || prompts === null) return;
              this.#setPrompts(prompts);
              onChange();
            },
          },
        },
      },
    );
    this.#client = client;
    limitLists(client, limits.lists);
    this.#setHandlers(client);
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the client is no event target
    client.onclose = () => {
      this.#handleEnd();
    };
    await client.connect(transport);
    const has = client.getServerCapabilities();
    const { tools } = has?.tools === undefined ? { tools: [] } : await client.listTools();
    const { prompts } = has?.prompts === undefined ? { prompts: [] } : await client.listPrompts();
    if (this.#state !== 'connecting') return;
    this.#state = 'open';
    this.#setPrompts(prompts);
    this.#setTools(tools);
  }

  /** Registers the handlers of requests and notifications of the server. */
  #setHandlers(client: Client): void {
    const { session } = this.#init;
    client.setRequestHandler('roots/list', () => ({
      roots: [session.cwd, ...session.additionalDirectories].map((path) => ({ uri: pathToFileURL(path).href })),
    }));
    client.setNotificationHandler('notifications/message', ({ params }) => {
      this.#log.take(params, this.#secrets);
    });
    if (elicitationCapability(session).elicitation === undefined) return;
    client.setRequestHandler('elicitation/create', ({ params }) => {
      // With several calls at the same time it is not known which of them asks.
      const [toolCallId] = this.#runningCalls.size === 1 ? this.#runningCalls : [];
      return this.#elicitation.ask(params, toolCallId);
    });
    client.setNotificationHandler('notifications/elicitation/complete', ({ params }) =>
      this.#elicitation.completed(params.elicitationId),
    );
  }

  #setTools(tools: readonly McpToolInfo[]): void {
    const { number, names, permit, limits, clock, onChange } = this.#init;
    const client = this.#client;
    if (client === undefined || this.#state !== 'open') return;
    this.#tools = tools.map((info) =>
      mcpTool({
        client,
        server: { name: this.name, identity: this.#identity },
        info,
        name: names.nameOf(number, info.name),
        permit,
        timeout: limits.call,
        clock,
        begin: (toolCallId) => {
          this.#runningCalls.add(toolCallId);
          return () => void this.#runningCalls.delete(toolCallId);
        },
        visit: (pages) => this.#openPages(pages),
      }),
    );
    onChange();
  }

  #setPrompts(prompts: readonly Prompt[]): void {
    const client = this.#client;
    if (client === undefined || this.#state !== 'open') return;
    const { limits } = this.#init;
    this.#prompts = prompts.map((info) => ({
      name: commandName(this.name, info.name),
      info,
      get: (values, { signal, trace }) => {
        const params = { name: info.name, arguments: { ...values }, ...traceMeta(trace) };
        return client.getPrompt(params, { signal, timeout: limits.call });
      },
    }));
  }

  /** Asks the user to open the pages; resolves with false if the user does not. */
  async #openPages(pages: readonly ElicitRequestURLParams[]): Promise<boolean> {
    if (elicitationCapability(this.#init.session).elicitation?.url === undefined) return false;
    for (const page of pages) {
      const { action } = await this.#elicitation.ask({ ...page, mode: 'url' }, undefined);
      if (action !== 'accept') return false;
    }
    return true;
  }

  /** Called when the connection closes; reports it if the agent did not close it. */
  #handleEnd(): void {
    if (this.#state !== 'open') return;
    this.#report('has ended', undefined);
    this.#leave();
  }

  /** Ends the connection to a server that exceeds a limit; calls that wait fail. */
  #fail(error: Error): void {
    this.#giveUp(error);
    if (this.#state !== 'open') return;
    this.#report('was disconnected', error);
    this.#leave();
  }

  #leave(): void {
    void this.close();
    this.#init.onChange();
  }

  #report(what: string, error: unknown): void {
    const words = this.#transport instanceof ProcessTransport ? this.#transport.lastWords : '';
    const reason = failureWords(error, this.#transport);
    const details = withoutSecrets([reason, words].filter((each) => each !== '').join('\n'), this.#secrets);
    const title = `The MCP server ${this.name} ${what}.`;
    void this.#init.session.notice('warning', title, ...(details === '' ? [] : [details]));
  }
}
