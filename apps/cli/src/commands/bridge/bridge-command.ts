/** `acp bridge` on the command line. */
import { Argument, Option, type Command } from 'commander';

import {
  addDiagnosticOptions,
  optionNames,
  yesOption,
  type DiagnosticFlags,
} from '../../command-line/agent-options.ts';
import type { CommandContext } from '../../command-line/command-context.ts';

interface BridgeFlags extends DiagnosticFlags {
  readonly to?: '1' | '2';
  readonly strict?: boolean;
  readonly quiet?: boolean;
  readonly terminals: boolean;
  readonly yes?: boolean;
}

export function addBridge(program: Command, { terminal, finish, hasDashes }: CommandContext): void {
  const bridged = program
    .command('bridge')
    .summary('translate an agent between protocol versions 1 and 2')
    .description(
      'Starts an agent that speaks one version of the protocol, and runs as an agent of the other version over stdio. ' +
        'What the other version cannot express is reported on stderr.',
    )
    .addOption(new Option('--to <number>', 'version to offer; the agent speaks the other one').choices(['1', '2']))
    .addOption(new Option('--strict', 'fail instead of losing information'))
    .addOption(new Option('--quiet', 'do not report losses'))
    .addOption(new Option('--no-terminals', 'do not run the terminals of a version 1 agent on this machine'))
    .addOption(yesOption())
    .addArgument(new Argument('<command>', 'the agent: a name, or a command'))
    .addArgument(new Argument('[args...]', 'its arguments'))
    .passThroughOptions();
  addDiagnosticOptions(bridged)
    .addHelpText(
      'after',
      `
Example: acp bridge --to 2 -- my-agent --acp

The exit code is that of the agent; 2 wrong command line, 7 the agent could not be started.`,
    )
    .action(async (command: string, args: readonly string[], flags: BridgeFlags) => {
      if (flags.to === undefined) {
        const isAfter = args.some((arg) => arg === '--to' || arg.startsWith('--to='));
        bridged.error(isAfter ? `put --to before ${command}` : "required option '--to <number>' not specified");
      }
      const { bridge } = await import('./bridge.ts');
      const { strict = false, quiet = false, terminals } = flags;
      const to = flags.to === '1' ? 1 : 2;
      const agent = {
        words: [command, ...args],
        isCommand: hasDashes,
        yes: flags.yes,
        ownOptions: optionNames(bridged),
      };
      finish(await bridge({ to, strict, quiet, terminals, flags, agent }, terminal));
    });
}
