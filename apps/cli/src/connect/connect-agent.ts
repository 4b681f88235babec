/** Connects to an agent: opens the link, sends `initialize`, and explains failures. */
import type {
  Client,
  ClientConnection,
  ClientOptions,
  ClientReport,
  ConnectionReport,
  ConnectOptions as ConnectClientOptions,
} from '@acp-stack/sdk';

import { isHub, type AgentServer } from '../config/agent-server.ts';
import { openLink, type AgentLink, type LinkOptions } from './agent-link.ts';
import { AgentMistakes } from './agent-mistakes.ts';
import type { ProtocolValues } from './protocol-values.ts';
import type { FailureContext } from './explain-failure.ts';
import type { Log } from '../log/log.ts';
import { openTelemetry, type ProgramTelemetry } from '../telemetry/open-telemetry.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { CommandDeadline } from './command-deadline.ts';

export interface ConnectOptions extends Omit<LinkOptions, 'log'> {
  readonly log: Log;
  readonly deadline: CommandDeadline;
  /** The version of this program. */
  readonly version: string;
  /** The environment, which may name a collector for spans and metrics; without it there are none. */
  readonly env?: Terminal['env'];
  /** Capabilities of the client, besides those of its handlers. */
  readonly capabilities?: ClientOptions['capabilities'];
  /** Registers the handlers of the client. */
  readonly build?: (app: Client) => void | Promise<void>;
  /**
   * Called once with each mistake of the agent; by default they are logged, at the end with how often each was made.
   */
  readonly onMistake?: ((line: string) => void) | undefined;
  /** Called when the agent was started, while the rest is loaded. */
  readonly onStarted?: () => void;
}

export interface ConnectedAgent {
  readonly connection: ClientConnection;
  readonly link: AgentLink;
  /** The options with which the link was opened, for another one. */
  readonly linkOptions: LinkOptions;
  /** What the agent did against the protocol. */
  readonly mistakes: AgentMistakes;
  /** Runs `work`; a failure is explained as a `CommandError`. */
  explained<T>(work: () => PromiseLike<T>, context?: Partial<FailureContext>): Promise<T>;
  /** Ends the connection and the agent. */
  close(): Promise<void>;
}

/** Grace period (ms) for cancelled work; afterwards its outcome is `unknown`. */
const cancelGrace = 3000;
/** Milliseconds to wait for the exit of the process after its connection ended. */
const exitTimeout = 300;
/** Last lines of the output of an agent that may explain why it failed. */
const printedLines = 50;
/** Milliseconds to wait for a peer that does not read. */
const closeGrace = 1000;

/** Connects to `server`; rejects with a `CommandError`. */
export async function connectAgent(wanted: AgentServer, options: ConnectOptions): Promise<ConnectedAgent> {
  let server = wanted;
  const { log, deadline, version, capabilities, build } = options;
  const mistakes = new AgentMistakes(options.onMistake ?? ((line) => log.warn(line)));
  const linkOptions: LinkOptions = {
    ...options,
    agentObservers: [mistakes.observer],
    onLine: (text, from) => {
      // At this level the log already has each line.
      if (from === 'stdout' && !log.isEnabled('info')) mistakes.line(text);
      options.onLine?.(text, from);
    },
  };
  let link = await openLink(server, linkOptions);
  options.onStarted?.();
  const state = { isConnected: false, hasLogin: true };
  let values: ProtocolValues | undefined;
  let telemetry: ProgramTelemetry | undefined;
  const explained = async <T>(work: () => PromiseLike<T>, context: Partial<FailureContext> = {}): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      const { explainFailure } = await import('./explain-failure.ts');
      const cause = (await exitErrorOf(link)) ?? error;
      const printed = link.process?.stderr.tail(printedLines);
      const isPrintShown = log.isEnabled('info');
      const refusedBy = link.refusedBy?.();
      const ownContext = { server, ...state, refusedBy, printed, isPrintShown, trace: options.trace?.path };
      throw deadline.reason ?? explainFailure(cause, { ...ownContext, ...context });
    }
  };
  try {
    const connection = await explained(async () => {
      const [{ client }, { describeError }, loaded] = await Promise.all([
        import('@acp-stack/sdk'),
        import('@acp-stack/rpc'),
        import('./protocol-values.ts'),
      ]);
      values = loaded.protocolValues;
      const app = client(
        { name: 'acp', title: 'acp-stack', version },
        // A login in a terminal runs the program of the agent, which a remote agent does not have here.
        { capabilities: { ...(server.kind === 'command' ? { auth: { terminal: {} } } : {}), ...capabilities } },
      );
      await build?.(app);
      if (options.env !== undefined) telemetry = await observeClient(app, options.env, options);
      const connectOptions: ConnectClientOptions = {
        ...(server.protocol === undefined ? {} : { versions: [server.protocol] }),
        signal: deadline.signal,
        cancelGrace,
        onReport: (report) => {
          if (isOfConnection(report) && mistakes.report(report, describeError)) return;
          if (report.kind === 'handler-failed') log.warn(`${report.method}: ${describeError(report.error)}`);
          else log.debug(`connection: ${report.kind}`);
        },
      };
      try {
        return await app.connect(link.channel, connectOptions);
      } catch (error) {
        const { atUsualPath } = await import('./usual-path.ts');
        const elsewhere = atUsualPath(server, error);
        if (elsewhere === undefined || deadline.signal.aborted) throw error;
        log.info(`${server.name}: no agent at this path, trying ${elsewhere.name}`);
        await link.close();
        server = elsewhere;
        link = await openLink(server, linkOptions);
        return app.connect(link.channel, connectOptions);
      }
    });
    state.isConnected = true;
    if (values !== undefined) mistakes.connected(connection.version, values);
    state.hasLogin = connection.authMethods.length > 0;
    log.info(
      `connected to ${connection.agentInfo.name} ${connection.agentInfo.version}, protocol version ${connection.version}`,
    );
    return {
      connection,
      link,
      linkOptions,
      mistakes,
      explained,
      close: async () => {
        await endConnection(connection, server);
        await link.close();
        if (options.onMistake === undefined) mistakes.finish();
        await telemetry?.[Symbol.asyncDispose]();
      },
    };
  } catch (error) {
    await link.close();
    await telemetry?.[Symbol.asyncDispose]();
    throw error;
  }
}

async function observeClient(
  app: Client,
  env: Terminal['env'],
  { version, log }: Pick<ConnectOptions, 'version' | 'log'>,
): Promise<ProgramTelemetry | undefined> {
  const onFailure = (line: string): void => log.warn(line);
  const telemetry = await openTelemetry({ service: 'acp', version, env, onFailure });
  telemetry?.observe(app);
  return telemetry;
}

/**
 * Ends a connection. Closing it answers open questions as cancelled; those of a hub are also asked of other clients, so
 * they stay open.
 */
export async function endConnection(connection: ClientConnection, server: AgentServer): Promise<void> {
  if (isHub(server)) connection.destroy();
  else await connection.close({ grace: closeGrace }).catch(() => undefined);
}

const clientOnly: ReadonlySet<string> = new Set<Exclude<ClientReport, ConnectionReport>['kind']>([
  'updates-dropped',
  'unclaimed-update',
  'option-not-offered',
  'session-lost',
]);

/** Reports that only a client makes are not about the messages of the agent. */
const isOfConnection = (report: ClientReport): report is ConnectionReport => !clientOnly.has(report.kind);

/** The error of the process, if it has exited: it says more than that of the connection. */
async function exitErrorOf({ process }: AgentLink): Promise<Error | undefined> {
  if (process === undefined) return undefined;
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      resolve(undefined);
    }, exitTimeout);
  });
  const exit = await Promise.race([process.exited, timeout]);
  clearTimeout(timer);
  return exit?.error;
}
