/** `acp nes` on the command line. */
import { Argument, Option, type Command } from 'commander';

import { addAgentOptions, type AgentFlags } from '../../command-line/agent-options.ts';
import { themeOption } from '../../command-line/theme-option.ts';
import type { ThemeFlags } from '../../command-line/wanted-theme.ts';
import { invoked, type CommandContext } from '../../command-line/command-context.ts';

interface NesFlags extends AgentFlags, ThemeFlags {
  readonly diagnostics?: string;
}

export function addNes(program: Command, context: CommandContext): void {
  const { terminal, finish } = context;
  const command = program
    .command('nes')
    .summary('edit a file while an agent suggests the next edit')
    .description(
      'Opens a file in a small editor. An agent with next edit suggestions shows what you will probably change next: ' +
        'Tab accepts the suggestion, Esc rejects it. Without an agent, the bundled one is started; it needs no model.',
    )
    .addArgument(new Argument('[files...]', 'files to edit; missing ones are created (default: a new file)'));
  addAgentOptions(command)
    .addOption(themeOption())
    .addOption(
      new Option(
        '--diagnostics <command>',
        'compiler or linter whose problems the agent is told, run at the start and after each save (env: ACP_NES_DIAGNOSTICS)',
      ),
    )
    .addHelpText(
      'after',
      `
Keys: Tab and Esc accept and reject a suggestion, Ctrl+N shows the next one, Ctrl+Space requests one; Ctrl+S saves, Ctrl+P switches to another open file, Ctrl+Q quits, Ctrl+Z and Ctrl+Y undo and redo, Ctrl+O sets the options of the suggestions, Ctrl+R restarts the agent after it has exited.

Examples:
  acp nes src/main.ts
  acp nes src/main.ts src/garden.ts
  acp nes src/main.ts --diagnostics 'npx tsc --noEmit'
  acp nes src/main.ts -- my-agent --acp`,
    )
    .action(async (files: readonly string[], flags: NesFlags) => {
      const { nes } = await import('./nes.ts');
      const diagnostics = flags.diagnostics ?? terminal.env['ACP_NES_DIAGNOSTICS'];
      finish(await nes({ ...invoked(context, flags), files, diagnostics }, terminal));
    });
}
