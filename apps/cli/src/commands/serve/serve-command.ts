/** `acp serve` on the command line. */
import { Argument, InvalidArgumentError, Option, type Command } from 'commander';

import type { CommandContext } from '../../command-line/command-context.ts';
import { addDiagnosticOptions, type DiagnosticFlags } from '../../command-line/agent-options.ts';

interface ServeFlags extends DiagnosticFlags {
  readonly port: number;
  readonly host: string;
  readonly shared?: boolean;
  readonly allowOrigin?: readonly string[];
  readonly allowHost?: readonly string[];
  readonly drain: number;
}

export function addServe(program: Command, { terminal, finish, version }: CommandContext): void {
  const served = program
    .command('serve')
    .summary('show an agent to remote clients')
    .description(
      'Shows an agent that speaks on standard input and output to remote clients, over HTTP and WebSocket on one port. ' +
        'Prints the address; GET /health and GET /metrics tell how it is. SIGTERM ends it after what is being answered.',
    )
    .addOption(new Option('--port <number>', 'the port; 0 for any that is free').argParser(toPort).default(8420))
    .addOption(new Option('--host <address>', 'the address to listen on').default('127.0.0.1'))
    .addOption(new Option('--shared', 'one process for all connections, instead of one for each'))
    .addOption(new Option('--allow-origin <origin...>', 'pages that may connect, such as https://editor.example'))
    .addOption(
      new Option('--allow-host <name...>', 'names that clients may use besides localhost, such as agents.example'),
    )
    .addOption(
      new Option('--drain <seconds>', 'how long to wait for answers at the end').argParser(toSeconds).default(10),
    )
    .addArgument(new Argument('<command>', 'the agent'))
    .addArgument(new Argument('[args...]', 'its arguments'))
    .passThroughOptions();
  addDiagnosticOptions(served)
    .addHelpText(
      'after',
      `
Example: acp serve --port 8420 -- my-agent --acp

Clients must show the bearer token in ACP_SERVE_TOKEN, where that is set.
Exit codes: 0 it was asked to end, 2 a wrong command line or an address that is taken, 7 there is no such program.`,
    )
    .action(async (command: string, args: readonly string[], flags: ServeFlags) => {
      const { serve } = await import('./serve.ts');
      const { port, host, shared = false, allowOrigin: origins = [], allowHost: hosts = [], drain } = flags;
      const options = { port, host, shared, origins, hosts, drain: drain * 1000, command, args, flags, version };
      finish(await serve(options, terminal));
    });
}

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
