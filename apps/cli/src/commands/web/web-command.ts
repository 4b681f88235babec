/** `acp web` on the command line. */
import { Option, type Command } from 'commander';

import {
  addDiagnosticOptions,
  configOption,
  hubOption,
  proxyOption,
  repeatable,
  trustProjectOption,
  yesOption,
} from '../../command-line/agent-options.ts';
import type { CommandContext } from '../../command-line/command-context.ts';
import { formatOption } from '../../command-line/format-option.ts';
import { toPort } from '../../command-line/number-arguments.ts';
import type { WebFlags } from './web.ts';

export function addWeb(program: Command, { terminal, finish, agentCommand, version }: CommandContext): void {
  const web = program
    .command('web')
    .summary('use agents in a browser')
    .description(
      'Starts a hub on this machine, opens a page in your browser, and keeps the sessions in your data folder. ' +
        'If a hub of yours is running already, the page uses that one.',
    )
    .usage('[options] [-- command]')
    .addOption(new Option('--port <number>', 'port; 0 chooses a free one').argParser(toPort).default(8422))
    .addOption(new Option('--no-open', 'print the address, and open no browser'))
    .addOption(hubOption())
    .addOption(new Option('--token-file <file>', 'file with the bearer token for --hub'))
    .addOption(repeatable('--root <folder>', 'folder in which sessions may work (default: the current one)'))
    .addOption(
      repeatable('--agent <name>', 'agent that sessions may use; the first is the default (default: all known)'),
    )
    .addOption(proxyOption())
    .addOption(
      new Option(
        '--database <address>',
        'where sessions are stored (env: ACP_HUB_DATABASE; default: your data folder)',
      ),
    )
    .addOption(formatOption('when it is ready, print the address, or {"url":…,"token":…,"page":…} as one line of JSON'))
    .addOption(configOption())
    .addOption(trustProjectOption())
    .addOption(yesOption());
  addDiagnosticOptions(web)
    .addHelpText(
      'after',
      `
Examples:
  acp web                                 all agents that you have, in the current folder
  acp web -- my-agent --acp               one agent
  acp web --hub https://hub.example/acp   a remote hub
  acp web --port 0 --no-open --format json   for scripts

The printed address opens the page once; start acp web again for another one. The page itself needs no token, everything behind it does. Only browsers on this machine can reach it.
Exit codes: 0 stopped by a signal, 2 wrong command line or address in use.`,
    )
    .action(async (flags: Omit<WebFlags, 'command'>) => {
      const { web: start } = await import('./web.ts');
      finish(await start({ flags: { ...flags, command: agentCommand }, version }, terminal));
    });
}
