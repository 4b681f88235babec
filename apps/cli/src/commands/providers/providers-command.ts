/** `acp providers` on the command line. */
import { Argument, Option, type Command } from 'commander';

import type { CommandContext } from '../../command-line/command-context.ts';
import { addAgentOptions, repeatable, type AgentFlags, type FormatFlags } from '../../command-line/agent-options.ts';
import { addExamples } from '../../command-line/command-examples.ts';
import type { SetProviderFlags } from './providers.ts';

export function addProviders(program: Command, context: CommandContext): void {
  const { terminal, finish, agentCommand: command, version } = context;
  const providers = program
    .command('providers')
    .summary('list and set the model services of an agent')
    .description('Shows which model services an agent asks, and sets them, for agents that let clients do that.');
  addExamples(providers);

  addAgentOptions(providers.command('list').summary('list them').addArgument(new Argument('[agent]', 'the agent')))
    .addOption(
      new Option('--format <format>', 'text for people, json for programs').choices(['text', 'json']).default('text'),
    )
    .action(async (name: string | undefined, flags: AgentFlags & FormatFlags) => {
      const { listProviders } = await import('./providers.ts');
      finish(await listProviders({ name, flags, command, version }, terminal));
    });

  addAgentOptions(
    providers
      .command('set')
      .summary('set the whole configuration of one')
      .addArgument(new Argument('<provider>', 'its id')),
  )
    .addOption(new Option('--api-type <name>', 'the interface, such as openai or anthropic').makeOptionMandatory())
    .addOption(new Option('--base-url <address>', 'where requests are sent').makeOptionMandatory())
    .addOption(repeatable('--provider-header <name: value>', 'a header for every request to it'))
    .addOption(new Option('--key-from <variable>', 'the variable with the key, sent as a bearer token'))
    .addOption(new Option('--no-remember', 'do not ask the agent to keep it for later'))
    .action(async (provider: string, flags: SetProviderFlags) => {
      const { setProvider } = await import('./providers.ts');
      finish(await setProvider({ provider, flags, command, version }, terminal));
    });

  addAgentOptions(
    providers
      .command('disable')
      .summary('stop the agent from using one')
      .addArgument(new Argument('<provider>', 'its id')),
  ).action(async (provider: string, flags: AgentFlags) => {
    const { disableProvider } = await import('./providers.ts');
    finish(await disableProvider({ provider, flags, command, version }, terminal));
  });
}
