/** `acp bridge` on the command line. */
import { Argument, Option, type Command } from 'commander';

import type { CommandContext } from '../../command-line/command-context.ts';
import { addDiagnosticOptions, type DiagnosticFlags } from '../../command-line/agent-options.ts';

interface BridgeFlags extends DiagnosticFlags {
  readonly to: '1' | '2';
  readonly strict?: boolean;
  readonly quiet?: boolean;
  readonly terminals: boolean;
}

export function addBridge(program: Command, { terminal, finish }: CommandContext): void {
  const bridged = program
    .command('bridge')
    .summary('show an agent in the other version of the protocol')
    .description(
      'Starts an agent and shows it in the other version of the protocol on standard input and output. ' +
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
    .passThroughOptions();
  addDiagnosticOptions(bridged)
    .addHelpText(
      'after',
      `
Example: acp bridge --to 2 -- my-agent --acp

The exit code is that of the agent; 2 a wrong command line, 7 the agent could not be started.`,
    )
    .action(async (command: string, args: readonly string[], flags: BridgeFlags) => {
      const { bridge } = await import('./bridge.ts');
      const { strict = false, quiet = false, terminals } = flags;
      const to = flags.to === '1' ? 1 : 2;
      finish(await bridge({ to, strict, quiet, terminals, flags, command, args }, terminal));
    });
}
