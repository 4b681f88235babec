/** `acp completion` on the command line. */
import { Argument, type Command } from 'commander';

import type { CommandContext } from '../../command-line/command-context.ts';
import type { Shell } from './completion-script.ts';

export function addCompletion(program: Command, { terminal, finish }: CommandContext): void {
  program
    .command('completion')
    .summary('print a shell completion script for acp')
    .description('Prints a script that completes commands, options, their values and the names of agents in a shell.')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText(
      'after',
      `
Examples:
  acp completion bash > ~/.local/share/bash-completion/completions/acp
  acp completion zsh > "\${fpath[1]}/_acp"
  acp completion fish > ~/.config/fish/completions/acp.fish`,
    )
    .action(async (shell: Shell) => {
      const { completionScript } = await import('./completion-script.ts');
      await terminal.stdout.write(completionScript(shell, program));
      finish(0);
    });
}
