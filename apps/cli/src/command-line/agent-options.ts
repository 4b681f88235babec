/**
 * The options of every command that talks to an agent. Loaded at every start, so it imports only commander and lists of
 * names.
 */
import { Option, type Command } from 'commander';

import { logLevels, type LogLevel } from '../log/log-levels.ts';

/** What a command records and logs about its own work. */
export interface DiagnosticFlags {
  readonly trace?: string;
  readonly logLevel?: LogLevel;
}

/** Which agent to use, and how to reach it. */
export interface AgentFlags extends DiagnosticFlags {
  readonly agent?: string;
  readonly url?: string;
  /** The address of a hub; true or empty for the usual one. */
  readonly hub?: string | true;
  readonly header?: readonly string[];
  readonly tokenFile?: string;
  readonly cwd?: string;
  readonly config?: string;
  readonly trustProject?: boolean;
  /** Installs an agent of a registry without a question. */
  readonly yes?: boolean;
  /** Seconds. */
  readonly timeout?: number;
  /** The only version of the protocol to speak. */
  readonly protocol?: '1' | '2';
  readonly proxy?: readonly string[];
}

/** How a session begins. */
export interface SessionFlags {
  readonly addDir?: readonly string[];
  readonly mcpConfig?: readonly string[];
  readonly tools?: readonly string[];
  readonly model?: string;
  readonly mode?: string;
  readonly configOption?: readonly string[];
  readonly systemPrompt?: string;
  readonly systemPromptMode?: 'append' | 'override';
}

export const configOption = (): Option => new Option('--config <file>', 'config file (env: ACP_CONFIG)');

export const hubOption = (): Option =>
  new Option(
    '--hub [address]',
    'hub whose sessions and agents to use (env: ACP_HUB; default: the one in the config file, or the one that you run on this machine)',
  );

export const trustProjectOption = (): Option =>
  new Option('--trust-project', 'use the .acp.json of the project without asking (env: ACP_TRUST_PROJECT=1)');

export const yesOption = (what = 'install the agent from a registry without asking'): Option =>
  new Option('-y, --yes', what);

export const protocolOption = (description: string): Option =>
  new Option('--protocol <version>', description).choices(['1', '2']);

/**
 * Adds the options of `AgentFlags`.
 *
 * Their variables are only named in the help and are read where the value is needed: with `Option.env` of commander a
 * variable would count as a flag, so that ACP_AGENT would conflict with `--url`.
 */
export function addAgentOptions(command: Command): Command {
  return addDiagnosticOptions(command, { hasVariable: true })
    .addOption(
      new Option(
        '-a, --agent <name>',
        'agent: a name of the config file, an installed agent, or one of a registry (env: ACP_AGENT)',
      ).conflicts('url'),
    )
    .addOption(
      new Option(
        '--url <address>',
        'remote agent: a ws:, wss:, http: or https: URL (env: ACP_URL; bearer token in ACP_TOKEN)',
      ),
    )
    .addOption(hubOption())
    .addOption(repeatable('--header <name: value>', 'header for a remote agent'))
    .addOption(new Option('--token-file <file>', 'file with the bearer token for a remote agent'))
    .addOption(proxyOption())
    .addOption(new Option('--cwd <folder>', 'folder to work in (default: the current one)'))
    .addOption(configOption())
    .addOption(trustProjectOption())
    .addOption(yesOption())
    .addOption(
      protocolOption('speak only this version of the protocol (default: the one the agent speaks; env: ACP_PROTOCOL)'),
    )
    .addOption(new Option('--timeout <seconds>', 'give up after this time (env: ACP_TIMEOUT)').argParser(Number));
}

interface DiagnosticOptions {
  /** Whether ACP_TRACE is read. */
  readonly hasVariable?: boolean;
  /** Whether the command never connects to an agent or a client. */
  readonly isOffline?: boolean;
}

/**
 * Adds the options of every command.
 *
 * A command that runs as an agent inherits the environment of its client. It ignores ACP_TRACE, because it would
 * overwrite the trace of the client.
 */
export function addDiagnosticOptions(command: Command, { hasVariable, isOffline }: DiagnosticOptions = {}): Command {
  const variable = hasVariable === true ? ' (env: ACP_TRACE)' : '';
  const trace = new Option('--trace <file>', `record every message on the wire${variable}`);
  // Accepted everywhere, so that an alias can pass it to every command.
  if (isOffline === true) trace.hideHelp();
  return command
    .addOption(trace)
    .addOption(
      new Option('--log-level <level>', 'how much to log on stderr (env: ACP_LOG_LEVEL)').choices([...logLevels]),
    );
}

/** Proxies stand before the agent in the order of the command line. */
export const proxyOption = (): Option =>
  repeatable('--proxy <proxy>', 'proxy before the agent: a command, an address, or a name such as redact');

/** An option that may be given several times. A variadic option would also take the prompt as a value. */
export const repeatable = (flags: string, description: string): Option =>
  new Option(flags, `${description} (repeatable)`).argParser((value: string, before?: readonly string[]) => [
    ...(before ?? []),
    value,
  ]);

/** Adds the option of commands that stay connected while the agent works. */
export function addToolsOption(command: Command): Command {
  return command.addOption(repeatable('--tools <file>', 'JavaScript file with tools that the agent may use'));
}

export function addSessionOptions(command: Command): Command {
  return command
    .addOption(repeatable('--add-dir <folder>', 'additional folder to work in'))
    .addOption(repeatable('--mcp-config <file>', 'MCP servers, in the usual "mcpServers" shape'))
    .addOption(new Option('--model <name>', 'model (env: ACP_MODEL)'))
    .addOption(new Option('--mode <name>', 'mode (env: ACP_MODE)'))
    .addOption(repeatable('--config-option <key=value>', 'any other option of the session'))
    .addOption(new Option('--system-prompt <text>', 'instructions for the whole session'))
    .addOption(
      new Option('--system-prompt-mode <mode>', 'append to the instructions of the agent, or override them').choices([
        'append',
        'override',
      ]),
    );
}

/** The names of the options of a command, such as `-y` and `--yes`. */
export const optionNames = ({ options }: Command): ReadonlySet<string> =>
  new Set(options.flatMap(({ short, long }) => [short, long]).filter((name) => name !== undefined));
