/** `acp providers` on the command line. */
import { modelSetup } from '@acp-stack/agent/model-setup';
import { Argument, Option, type Command } from 'commander';

import { addAgentOptions, repeatable, type AgentFlags } from '../../command-line/agent-options.ts';
import { invoked, type CommandContext } from '../../command-line/command-context.ts';
import { addCommandGroup } from '../../command-line/command-group.ts';
import { formatOption, type FormatFlags } from '../../command-line/format-option.ts';
import type { SetProviderFlags } from './providers.ts';

const provider = (): Argument => new Argument('<provider>', 'id of the provider');

export function addProviders(program: Command, context: CommandContext): void {
  const { terminal, finish } = context;
  const providers = addCommandGroup(program, {
    name: 'providers',
    summary: 'list and configure the model providers of an agent',
    description: 'Lists and configures the model providers of an agent, if the agent lets clients do that.',
  });
  providers.addHelpText('after', `\n${modelSetup.trimEnd()}`);

  addAgentOptions(
    providers.command('list').summary('list the providers').addArgument(new Argument('[agent]', 'name of the agent')),
  )
    .addOption(formatOption())
    .action(async (name: string | undefined, flags: AgentFlags & FormatFlags) => {
      const { listProviders } = await import('./providers.ts');
      finish(await listProviders(invoked(context, flags, name), terminal));
    });

  addAgentOptions(providers.command('set').summary('set the whole configuration of one').addArgument(provider()))
    .addOption(new Option('--api-type <name>', 'API, such as openai or anthropic').makeOptionMandatory())
    .addOption(new Option('--base-url <address>', 'URL that requests are sent to').makeOptionMandatory())
    .addOption(repeatable('--provider-header <name: value>', 'header of every request to the provider'))
    .addOption(
      new Option('--key-from <variable>', 'environment variable with the key, which is sent as a bearer token'),
    )
    .addOption(new Option('--no-remember', 'do not ask the agent to store the configuration'))
    .action(async (id: string, flags: SetProviderFlags) => {
      const { setProvider } = await import('./providers.ts');
      finish(await setProvider({ ...invoked(context, flags), provider: id }, terminal));
    });

  addAgentOptions(providers.command('disable').summary('disable one').addArgument(provider())).action(
    async (id: string, flags: AgentFlags) => {
      const { disableProvider } = await import('./providers.ts');
      finish(await disableProvider({ ...invoked(context, flags), provider: id }, terminal));
    },
  );
}
