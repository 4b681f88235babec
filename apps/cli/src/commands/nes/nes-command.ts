/** `acp nes` on the command line. */
import { Argument, type Command } from 'commander';

import type { CommandContext } from '../../command-line/command-context.ts';
import { addAgentOptions, type AgentFlags } from '../../command-line/agent-options.ts';

export function addNes(program: Command, { terminal, finish, agentCommand, version }: CommandContext): void {
  const command = program
    .command('nes')
    .summary('edit a file while an agent suggests what comes next')
    .description(
      'Opens a file in a small editor. An agent with next edit suggestions shows there what you will probably change next: ' +
        'Tab takes it, Esc rejects it. Without an agent, the one that comes with acp is started; it needs no model.',
    )
    .addArgument(
      new Argument('[files...]', 'the files to edit, also ones that do not exist yet; a new one when absent'),
    );
  addAgentOptions(command)
    .addHelpText(
      'after',
      `
Keys: Tab and Esc take and reject a suggestion, Ctrl+N shows the next one, Ctrl+Space asks for one; Ctrl+S saves, Ctrl+P goes to another open file, Ctrl+Q leaves, Ctrl+Z and Ctrl+Y undo and redo, Ctrl+O sets the options of the suggestions, Ctrl+R starts the agent again when it is gone.

Examples:
  acp nes src/main.ts
  acp nes src/main.ts src/garden.ts
  acp nes src/main.ts -- my-agent --acp`,
    )
    .action(async (files: readonly string[], flags: AgentFlags) => {
      const { nes } = await import('./nes.ts');
      finish(await nes({ flags, files, command: agentCommand, version }, terminal));
    });
}
