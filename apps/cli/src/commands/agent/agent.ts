/** `acp agent`: runs the coding agent over stdio. */
import { readLoginKinds, runAgent, runScript, type LoginKind } from '@acp-stack/agent';
import { describeError, type Channel } from '@acp-stack/rpc';
import type { Agent, ConnectionReport } from '@acp-stack/sdk';
import { stdio } from '@acp-stack/stdio';
import { isatty } from 'node:tty';

import type { DiagnosticFlags } from '../../command-line/agent-options.ts';
import { protocolOf } from '../../config/agent-server.ts';
import { bridgeReportText } from '../../log/bridge-report-text.ts';
import { openLog, type Log } from '../../log/log.ts';
import { openTelemetry, type ProgramTelemetry } from '../../telemetry/open-telemetry.ts';
import { openTrace } from '../../trace/open-trace.ts';
import { observeConnection } from '../../trace/observe-connection.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { UsageError } from '../../errors/usage-error.ts';

export interface AgentCommand {
  readonly version: string;
  readonly data: string | undefined;
  readonly inMemory: boolean;
  /** The enabled login methods, as the user wrote them. */
  readonly auth: string | undefined;
  /** A script to play instead of running the coding agent. */
  readonly script: string | undefined;
  /** The only version of the protocol to speak. */
  readonly protocol: '1' | '2' | undefined;
  readonly flags: DiagnosticFlags;
}

/** Shown to a user who starts the agent in a terminal. */
const byHand =
  'acp agent speaks the Agent Client Protocol over stdio; start a client such as `acp chat`, or configure it in an editor (acp agent --help). Ctrl+D ends it.\n';

/** Milliseconds that spans and metrics may be sent after the client has gone; fewer than a client waits. */
const sendGrace = 4000;

/** Runs until the client disconnects. */
export async function agent(command: AgentCommand, terminal: Terminal): Promise<number> {
  const { version, flags } = command;
  const { env } = terminal;
  if (isatty(0)) await terminal.stderr.tryWrite(byHand);
  const log = openLog(flags, terminal, 'acp agent');
  const onFailure = (line: string): void => log.warn(line);
  const telemetry = await openTelemetry({ service: 'acp-agent', version, env, onFailure });
  try {
    return await serve(command, { log, telemetry }, terminal);
  } finally {
    await telemetry?.[Symbol.asyncDispose]();
  }
}

async function serve(
  command: AgentCommand,
  { log, telemetry }: { readonly log: Log; readonly telemetry: ProgramTelemetry | undefined },
  terminal: Terminal,
): Promise<number> {
  const { version, data, inMemory, script, flags } = command;
  const { env } = terminal;
  const protocol = protocolOf(command.protocol, '--protocol');
  const settings = {
    version,
    env,
    auth: loginKinds(command, terminal),
    ...programOf(terminal),
    ...(data === undefined ? {} : { data }),
    ...(protocol === undefined ? {} : { versions: [protocol] as [1] | [2] }),
    ...(telemetry === undefined ? {} : { observe: (app: Agent): Agent => telemetry.observe(app) }),
  };
  const trace = await openTrace(flags.trace, { agent: 'bundled', now: terminal.now });
  const watch = (channel: Channel): Channel => observeConnection(channel, { log, trace, here: 'Agent' }).channel;
  const onReport = (report: ConnectionReport): void => {
    log.debug('from' in report ? bridgeReportText(report) : `connection: ${report.kind}`);
  };
  if (script !== undefined) {
    // A script that still runs ends with its client, but for spans that are being sent.
    const channel = (): Channel => watch(stdio({ exitGrace: telemetry === undefined ? 0 : sendGrace }));
    await asUsage(() =>
      runScript({
        ...settings,
        file: script,
        channel,
        onReport: (report) => {
          if (report.kind === 'handler-failed') log.error(`${report.method}: ${inWords(report.error)}`);
          else onReport(report);
        },
      }),
    );
    return 0;
  }
  const channel = watch(stdio({ exitGrace: Infinity }));
  try {
    await runAgent({
      ...settings,
      channel,
      inMemory,
      onReport,
      onError: (error) => {
        log.error(inWords(error));
      },
    });
    return 0;
  } catch (error) {
    channel.destroy();
    await terminal.stderr.tryWrite(`acp agent: ${describeError(error)}\n`);
    return 1;
  }
}

const inWords = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** How a client starts this agent again. */
function programOf({ program: [command, ...args] }: Terminal): { readonly program?: [string, ...string[]] } {
  return command === undefined ? {} : { program: [command, ...args, 'agent'] };
}

const variable = 'ACP_AGENT_AUTH';

function loginKinds({ auth }: AgentCommand, { env }: Terminal): readonly LoginKind[] {
  try {
    return auth === undefined ? readLoginKinds(env[variable] ?? '', variable) : readLoginKinds(auth, '--auth');
  } catch (error) {
    throw error instanceof Error ? new UsageError(error.message, { cause: error }) : error;
  }
}

/** An error in a script is a usage error. */
async function asUsage(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Error && error.name === 'ScriptFileError')
      throw new UsageError(error.message, { cause: error });
    throw error;
  }
}
