/** `acp completion` on the command line. */
import { Argument, type Command } from 'commander';

import type { CommandContext } from '../../command-line/command-context.ts';
import type { Shell } from './completion-script.ts';

export function addCompletion(program: Command, { terminal, finish }: CommandContext): void {
  program
    .command('completion')
    .summary('print a shell completion script for acp')
    .description(
      'Prints a script that completes commands, options and their values, and names of agents, sessions and methods.',
    )
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText(
      'after',
      `
Examples:
  source <(acp completion bash)      # in ~/.bashrc, or at once
  source <(acp completion zsh)       # in ~/.zshrc, after compinit
  acp completion fish | source       # in ~/.config/fish/config.fish`,
    )
    .action(async (shell: Shell) => {
      const { completionScript } = await import('./completion-script.ts');
      await terminal.stdout.write(completionScript(shell, program));
      finish(0);
    });
}
