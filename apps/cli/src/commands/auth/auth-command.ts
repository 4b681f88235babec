/** `acp auth` on the command line. */
import { Argument, Option, type Command } from 'commander';

import type { CommandContext } from '../../command-line/command-context.ts';
import { addAgentOptions, type AgentFlags, type FormatFlags } from '../../command-line/agent-options.ts';
import { addExamples } from '../../command-line/command-examples.ts';
import type { LoginFlags } from './login.ts';

const agent = (): Argument => new Argument('[agent]', 'the agent');

export function addAuth(program: Command, context: CommandContext): void {
  const { terminal, finish, agentCommand: command, version } = context;
  const auth = program
    .command('auth')
    .summary('log in to an agent, and out')
    .description('Logs in to an agent, and out.');
  addExamples(auth);

  addAgentOptions(auth.command('login').summary('log in').addArgument(agent()))
    .addOption(new Option('--method <id>', 'the way to log in; you are asked when there are several'))
    .addOption(new Option('--save', 'keep variables that you type in the config file, which only you can read'))
    .action(async (name: string | undefined, flags: LoginFlags) => {
      const { login } = await import('./login.ts');
      finish(await login({ name, flags, command, version }, terminal));
    });

  addAgentOptions(auth.command('logout').summary('make the agent forget who you are').addArgument(agent())).action(
    async (name: string | undefined, flags: AgentFlags) => {
      const { logout } = await import('./logout.ts');
      finish(await logout({ name, flags, command, version }, terminal));
    },
  );

  addAgentOptions(auth.command('status').summary('say whether you are logged in').addArgument(agent()))
    .addOption(
      new Option('--format <format>', 'text for people, json for programs').choices(['text', 'json']).default('text'),
    )
    .addHelpText(
      'after',
      '\nExit codes: 0 logged in or no login needed, 6 a login is needed, 1 the agent does not say.',
    )
    .action(async (name: string | undefined, flags: AgentFlags & FormatFlags) => {
      const { status } = await import('./status.ts');
      finish(await status({ name, flags, command, version }, terminal));
    });
}
