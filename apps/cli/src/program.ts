/** The commands and options of `acp`; what a command does is loaded only when it runs. */
import { createRequire } from 'node:module';

import { Argument, Command, InvalidArgumentError, Option } from 'commander';

import type { Terminal } from './terminal/terminal.ts';

const { version } = createRequire(import.meta.url)('../package.json') as { readonly version: string };

export interface ProgramEvents {
  /** Called with the exit code of the command that ran. */
  readonly finish: (exitCode: number) => void;
  /** Called with help texts; they belong on stdout. */
  readonly printHelp: (text: string) => void;
}

/** Builds the program; usage errors come out of `parseAsync` as `CommanderError`. */
export function createProgram(terminal: Terminal, { finish, printHelp }: ProgramEvents): Command {
  const program = new Command('acp')
    .description('Looks up, checks, bridges and serves the Agent Client Protocol.')
    .version(version)
    // Each command has a --version of its own: the version of the protocol.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: printHelp,
      writeErr: () => undefined,
      outputError: () => undefined,
      getOutHelpWidth: () => terminal.stdout.columns ?? 100,
      getOutHasColors: () => false,
    })
    .addHelpText(
      'after',
      `
Examples:
  acp protocol                    every method at a glance
  acp protocol session/prompt     one method with its params and result
  acp protocol --types            every type at a glance
  acp validate log.ndjson         check a recorded conversation
  acp validate --as agent < out   check what an agent wrote
  acp bridge --to 2 -- my-agent   show a version 1 agent as one of version 2
  acp serve -- my-agent           show an agent to remote clients

Exit codes: 0 success, 1 an invalid message, 2 a wrong command line or unreadable input, 70 a bug in acp.`,
    );

  program
    .command('protocol')
    .summary('show the methods and types of the protocol')
    .description('Shows every method or every type at a glance, or one of them in full.')
    .addArgument(new Argument('[name]', 'a method (session/prompt) or a type (ContentBlock)'))
    .addOption(new Option('--types', 'list the types instead of the methods'))
    .addOption(protocolVersionOption('show only this version of the protocol'))
    .addOption(new Option('--stable', 'leave out what is unstable or a draft').conflicts('unstable'))
    .addOption(new Option('--unstable', 'include what is unstable or a draft (default)'))
    .addOption(formatOption())
    .action(async (name: string | undefined, options: ProtocolFlags) => {
      const { protocol } = await import('./protocol/protocol.ts');
      finish(await protocol({ ...options, version: toVersion(options.version), name }, terminal));
    });

  program
    .command('validate')
    .summary('check newline-delimited JSON-RPC messages')
    .description(
      'Checks newline-delimited JSON-RPC messages and prints one line for each: ok, or what is wrong and where.\n' +
        'Responses are checked against the request with the same id earlier in the input.',
    )
    .addArgument(new Argument('[file]', 'the file to read; - or nothing reads standard input'))
    .addOption(
      protocolVersionOption(
        'the version of the protocol; without it initialize decides: its params are checked as the version they ask ' +
          'for (1 if unknown), and what follows as the version in its result',
      ),
    )
    .addOption(new Option('--unstable', 'allow what is unstable or a draft'))
    .addOption(new Option('--as <side>', 'allow only what this side may send').choices(['client', 'agent']))
    .addOption(new Option('--method <name>', 'the method of responses whose request is not in the input'))
    .addOption(formatOption())
    .addHelpText('after', '\nExit codes: 0 all valid, 1 any invalid, 2 a wrong command line or an unreadable file.')
    .action(async (file: string | undefined, options: ValidateFlags) => {
      const { validate } = await import('./validate/validate.ts');
      finish(await validate({ ...options, version: toVersion(options.version), file: file ?? '-' }, terminal));
    });

  program
    .command('bridge')
    .summary('show an agent in the other version of the protocol')
    .description(
      'Starts an agent and shows it in the other version of the protocol on standard input and output.\n' +
        'What the other version cannot carry is said on standard error.',
    )
    .addOption(
      new Option('--to <number>', 'the version to show; the agent speaks the other one')
        .choices(['1', '2'])
        .makeOptionMandatory(),
    )
    .addOption(new Option('--strict', 'fail where something would be lost'))
    .addOption(new Option('--quiet', 'say nothing about what is lost'))
    .addOption(new Option('--no-terminals', 'do not run the terminals of a version 1 agent here'))
    .addArgument(new Argument('<command>', 'the agent'))
    .addArgument(new Argument('[args...]', 'its arguments'))
    .passThroughOptions()
    .addHelpText(
      'after',
      '\nExample: acp bridge --to 2 -- my-agent --acp\n\nThe exit code is that of the agent; 2 a wrong command line.',
    )
    .action(async (command: string, args: readonly string[], options: BridgeFlags) => {
      const { bridge } = await import('./bridge/bridge.ts');
      const { to, strict = false, quiet = false, terminals } = options;
      finish(await bridge({ to: toVersion(to) ?? 1, strict, quiet, terminals, command, args }, terminal));
    });

  program
    .command('serve')
    .summary('show an agent to remote clients')
    .description(
      'Shows an agent that speaks on standard input and output to remote clients, over HTTP and WebSocket on one port.\n' +
        'Prints the address; GET /health and GET /metrics tell how it is. SIGTERM ends it after what is being answered.',
    )
    .addOption(new Option('--port <number>', 'the port; 0 for any that is free').argParser(toPort).default(8420))
    .addOption(new Option('--host <address>', 'the address to listen on').default('127.0.0.1'))
    .addOption(new Option('--shared', 'one process for all connections, instead of one for each'))
    .addOption(new Option('--allow-origin <origin...>', 'pages that may connect, such as https://editor.example'))
    .addOption(
      new Option('--drain <seconds>', 'how long to wait for answers at the end').argParser(toSeconds).default(10),
    )
    .addArgument(new Argument('<command>', 'the agent'))
    .addArgument(new Argument('[args...]', 'its arguments'))
    .passThroughOptions()
    .addHelpText(
      'after',
      '\nExample: acp serve --port 8420 -- my-agent --acp\n\nClients must show the bearer token in ACP_SERVE_TOKEN, where that is set.',
    )
    .action(async (command: string, args: readonly string[], options: ServeFlags) => {
      const { serve } = await import('./serve/serve.ts');
      const { port, host, shared = false, allowOrigin: origins = [], drain } = options;
      finish(await serve({ port, host, shared, origins, drain: drain * 1000, command, args }, terminal));
    });

  return program;
}

interface ServeFlags {
  readonly port: number;
  readonly host: string;
  readonly shared?: boolean;
  readonly allowOrigin?: readonly string[];
  readonly drain: number;
}

interface BridgeFlags {
  readonly to: string;
  readonly strict?: boolean;
  readonly quiet?: boolean;
  readonly terminals: boolean;
}

interface SharedFlags {
  readonly version?: string;
  readonly unstable?: boolean;
  readonly format: 'text' | 'json';
}

interface ProtocolFlags extends SharedFlags {
  readonly types?: boolean;
  readonly stable?: boolean;
}

interface ValidateFlags extends SharedFlags {
  readonly as?: 'client' | 'agent';
  readonly method?: string;
}

const protocolVersionOption = (description: string): Option =>
  new Option('--version <number>', description).choices(['1', '2']);

const formatOption = (): Option =>
  new Option('--format <format>', 'text for people, json for programs').choices(['text', 'json']).default('text');

function toPort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new InvalidArgumentError('It is a number from 0 to 65535.');
}

function toSeconds(text: string): number {
  const seconds = Number(text);
  if (Number.isFinite(seconds) && seconds >= 0) return seconds;
  throw new InvalidArgumentError('It is a number of seconds.');
}

function toVersion(text: string | undefined): 1 | 2 | undefined {
  if (text === undefined) return undefined;
  return text === '1' ? 1 : 2;
}
