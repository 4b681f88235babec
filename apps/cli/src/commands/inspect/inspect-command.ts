/** `acp inspect` on the command line. */
import { Argument, Option, type Command } from 'commander';

import { addAgentOptions } from '../../command-line/agent-options.ts';
import { invoked, type CommandContext } from '../../command-line/command-context.ts';
import { formatOption } from '../../command-line/format-option.ts';
import { toPort } from '../../command-line/number-arguments.ts';
import type { InspectFlags } from './inspect.ts';

export function addInspect(program: Command, context: CommandContext): void {
  const command = program
    .command('inspect')
    .summary('see and send the messages of an agent, in a browser')
    .description(
      'Starts an agent, or opens a trace file, and shows every message on a page: joined, checked, and compared. ' +
        'Any message can be sent.',
    )
    .usage('[options] [agent | file] [-- command]')
    .addArgument(new Argument('[agent]', 'name of an agent, or a trace file'))
    .addOption(new Option('--port <number>', 'port; 0 chooses a free one').argParser(toPort).default(8423))
    .addOption(new Option('--no-open', 'print the address, and open no browser'))
    .addOption(
      new Option('--listen', 'wait for an editor to connect, and print the command for its settings').conflicts(
        'connect',
      ),
    )
    .addOption(new Option('--connect <file>', 'run as the agent of an editor (used by --listen)').hideHelp())
    .addOption(
      formatOption('when it is ready, print the address, or {"url":…,"token":…,"page":…} as one line of JSON'),
    );
  addAgentOptions(command)
    .addHelpText(
      'after',
      `
Examples:
  acp inspect -- my-agent --acp              an agent that you write
  acp inspect claude                         an agent of the config file or a registry
  acp inspect --listen -- my-agent --acp     between your editor and the agent
  acp inspect trace.jsonl                    a recording

The printed address opens the page once; start acp inspect again for another one.
Exit codes: 0 stopped by a signal, 2 wrong command line or address in use.`,
    )
    .action(async (name: string | undefined, flags: InspectFlags) => {
      const { inspect } = await import('./inspect.ts');
      context.finish(await inspect(invoked(context, flags, name), context.terminal));
    });
}
