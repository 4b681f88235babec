/** The options of every command that talks to an agent. Loaded with each start of the program, so it holds nothing else. */
import { Option, type Command } from 'commander';

import { logLevels, type LogLevel } from '../log/log-levels.ts';

/** How a command can be watched. */
export interface DiagnosticFlags {
  readonly trace?: string;
  readonly logLevel?: LogLevel;
}

/** Which agent, and how it is talked to. */
export interface AgentFlags extends DiagnosticFlags {
  readonly agent?: string;
  readonly url?: string;
  readonly header?: readonly string[];
  readonly cwd?: string;
  readonly config?: string;
  readonly trustProject?: boolean;
  /** Seconds. */
  readonly timeout?: number;
}

/** How a command prints its result. */
export interface FormatFlags {
  readonly format: 'text' | 'json';
}

/** How a session begins. */
export interface SessionFlags {
  readonly addDir?: readonly string[];
  readonly mcpConfig?: readonly string[];
  readonly model?: string;
  readonly mode?: string;
  readonly configOption?: readonly string[];
  readonly systemPrompt?: string;
  readonly systemPromptMode?: 'append' | 'override';
}

export function addAgentOptions(command: Command): Command {
  return addDiagnosticOptions(command, { hasVariable: true })
    .addOption(new Option('-a, --agent <name>', 'an agent of the config file; ACP_AGENT says so too').conflicts('url'))
    .addOption(new Option('--url <address>', 'a remote agent: ws:, wss:, http: or https:; the token is in ACP_TOKEN'))
    .addOption(repeatable('--header <name: value>', 'a header for a remote agent'))
    .addOption(new Option('--cwd <folder>', 'the folder to work in; the current one when absent'))
    .addOption(new Option('--config <file>', 'another config file; ACP_CONFIG says so too'))
    .addOption(new Option('--trust-project', 'use the .acp.json of the project without asking'))
    .addOption(new Option('--timeout <seconds>', 'give up after this time').argParser(Number));
}

interface WatchOptions {
  readonly hasVariable?: boolean;
  /** Whether the command talks to nobody. */
  readonly isAlone?: boolean;
}

/**
 * The options of every command.
 *
 * What is an agent to others inherits their variables, so it records only what its own flag says: it would write over their trace.
 */
export function addDiagnosticOptions(command: Command, { hasVariable, isAlone }: WatchOptions = {}): Command {
  const more = `${hasVariable === true ? '; ACP_TRACE says so too' : ''}${isAlone === true ? '; here that is nothing' : ''}`;
  return command
    .addOption(new Option('--trace <file>', `record what crosses the wire${more}`))
    .addOption(
      new Option('--log-level <level>', 'how much is said on stderr; ACP_LOG_LEVEL says so too').choices([
        ...logLevels,
      ]),
    );
}

/** An option that may be given again. One that takes several words at once would swallow the prompt. */
export const repeatable = (flags: string, description: string): Option =>
  new Option(flags, `${description}; again for more`).argParser((value: string, before?: readonly string[]) => [
    ...(before ?? []),
    value,
  ]);

export function addSessionOptions(command: Command): Command {
  return command
    .addOption(repeatable('--add-dir <folder>', 'a further folder to work in'))
    .addOption(repeatable('--mcp-config <file>', 'MCP servers, in the usual "mcpServers" shape'))
    .addOption(new Option('--model <name>', 'the model; ACP_MODEL says so too'))
    .addOption(new Option('--mode <name>', 'the mode; ACP_MODE says so too'))
    .addOption(repeatable('--config-option <key=value>', 'any other setting of the session'))
    .addOption(new Option('--system-prompt <text>', 'instructions for the whole session'))
    .addOption(
      new Option('--system-prompt-mode <mode>', 'beside the instructions of the agent, or instead of them').choices([
        'append',
        'override',
      ]),
    );
}
