/** `acp serve` on the command line. */
import { Argument, InvalidArgumentError, Option, type Command } from 'commander';

import {
  addDiagnosticOptions,
  optionNames,
  proxyOption,
  repeatable,
  yesOption,
  type DiagnosticFlags,
} from '../../command-line/agent-options.ts';
import type { CommandContext } from '../../command-line/command-context.ts';
import { formatOption, type FormatFlags } from '../../command-line/format-option.ts';
import { toPort, toSeconds } from '../../command-line/number-arguments.ts';

interface ServeFlags extends DiagnosticFlags, FormatFlags {
  readonly port: number;
  readonly host: string;
  readonly path: string;
  readonly shared?: boolean;
  readonly allowOrigin?: readonly string[];
  readonly allowHost?: readonly string[];
  readonly drain: number;
  /** False with `--no-token`. */
  readonly token: boolean;
  readonly root?: readonly string[];
  readonly proxy?: readonly string[];
  readonly allowMcpStdio?: boolean;
  readonly allowExtensions?: boolean;
  readonly yes?: boolean;
}

export function addServe(program: Command, { terminal, finish, hasDashes, version }: CommandContext): void {
  const served = program
    .command('serve')
    .summary('serve a stdio agent over HTTP and WebSocket')
    .description(
      'Serves a stdio agent to remote clients, over HTTP and WebSocket on one port. Prints the URL; ' +
        'GET /health and GET /metrics report its state. On SIGTERM it answers pending requests, then exits.',
    )
    .addOption(new Option('--port <number>', 'port; 0 chooses a free one').argParser(toPort).default(8420))
    .addOption(new Option('--host <address>', 'address to listen on').default('127.0.0.1'))
    .addOption(new Option('--path <path>', 'path of the address').argParser(toEndpointPath).default('/acp'))
    .addOption(new Option('--shared', 'one agent process for all connections, instead of one for each'))
    .addOption(
      new Option('--allow-origin <origin...>', 'origins of web pages that may connect, such as https://editor.example'),
    )
    .addOption(
      new Option('--allow-host <name...>', 'host names besides localhost that clients may use, such as agents.example'),
    )
    .addOption(proxyOption())
    .addOption(repeatable('--root <folder>', 'folder in which clients may work, besides the current one'))
    .addOption(new Option('--allow-mcp-stdio', 'let clients start MCP servers: commands, with arguments and variables'))
    .addOption(new Option('--allow-extensions', 'pass on methods, fields and _meta that the protocol does not define'))
    .addOption(
      new Option('--no-token', 'require no token: every user and program of this machine can use the agent as you'),
    )
    .addOption(
      new Option('--drain <seconds>', 'how long to wait for pending requests before exiting')
        .argParser(toSeconds)
        .default(10),
    )
    .addOption(formatOption('when it is ready, print the URL, or {"url":…,"token":…} as one line of JSON'))
    .addOption(yesOption())
    .addArgument(new Argument('<command>', 'the agent: a name, or a command'))
    .addArgument(new Argument('[args...]', 'its arguments'))
    .passThroughOptions();
  addDiagnosticOptions(served)
    .addHelpText(
      'after',
      `
Examples:
  acp serve --port 8420 -- my-agent --acp
  acp serve gemini
  acp serve --port 0 --format json gemini    for scripts

Clients must send a token. It is made at each start, in a file that only you can read; the command to connect is printed on stderr, and your own clients on this machine find the file. ACP_SERVE_TOKEN sets the token instead.
Exit codes: 0 stopped by a signal, 2 wrong command line or address in use, 7 no such program.`,
    )
    .action(async (command: string, args: readonly string[], flags: ServeFlags) => {
      const { serve } = await import('./serve.ts');
      const { port, host, path, shared = false, allowOrigin: origins = [], allowHost: hosts = [], drain } = flags;
      const { token: needsToken, root: roots = [], proxy: proxies = [], allowMcpStdio: allowsMcpStdio = false } = flags;
      const agent = {
        words: [command, ...args],
        isCommand: hasDashes,
        yes: flags.yes,
        ownOptions: optionNames(served),
      };
      const access = { needsToken, roots, allowsMcpStdio, allowsExtensions: flags.allowExtensions ?? false };
      const place = { port, host, path, shared, origins, hosts, drain: drain * 1000, format: flags.format };
      finish(await serve({ ...place, ...access, proxies, agent, flags, version }, terminal));
    });
}

/** A path that no other page of the server has. */
function toEndpointPath(text: string): string {
  if (/^(?:\/[\w.~-]+)+$/u.test(text) && text !== '/health' && text !== '/metrics') return text;
  throw new InvalidArgumentError('It must be a path such as /acp; /health and /metrics are taken.');
}
