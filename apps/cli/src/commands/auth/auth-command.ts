/** `acp auth` on the command line. */
import { Argument, Option, type Command } from 'commander';

import { addAgentOptions, type AgentFlags } from '../../command-line/agent-options.ts';
import { invoked, type CommandContext } from '../../command-line/command-context.ts';
import { addCommandGroup } from '../../command-line/command-group.ts';
import { formatOption, type FormatFlags } from '../../command-line/format-option.ts';
import type { LoginFlags } from './login.ts';

const agent = (): Argument => new Argument('[agent]', 'name of the agent');

export function addAuth(program: Command, context: CommandContext): void {
  const { terminal, finish } = context;
  const auth = addCommandGroup(program, {
    name: 'auth',
    summary: 'log in to an agent, or log out',
    description: 'Logs in to an agent, or logs out.',
  });

  addAgentOptions(auth.command('login').summary('log in').addArgument(agent()))
    .addOption(new Option('--method <id>', 'login method (default: you are asked if there are several)'))
    .addOption(new Option('--save', 'store variables that you type in the config file, which only you can read'))
    .action(async (name: string | undefined, flags: LoginFlags) => {
      const { login } = await import('./login.ts');
      finish(await login(invoked(context, flags, name), terminal));
    });

  addAgentOptions(auth.command('logout').summary('log out').addArgument(agent())).action(
    async (name: string | undefined, flags: AgentFlags) => {
      const { logout } = await import('./logout.ts');
      finish(await logout(invoked(context, flags, name), terminal));
    },
  );

  addAgentOptions(auth.command('status').summary('show whether you are logged in').addArgument(agent()))
    .addOption(formatOption())
    .addHelpText(
      'after',
      '\nExit codes: 0 logged in or no login needed, 6 a login is needed, 1 the agent does not report it.',
    )
    .action(async (name: string | undefined, flags: AgentFlags & FormatFlags) => {
      const { status } = await import('./status.ts');
      finish(await status(invoked(context, flags, name), terminal));
    });
}
