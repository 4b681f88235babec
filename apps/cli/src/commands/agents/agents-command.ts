/** `acp agents` on the command line. */
import { Argument, Option, type Command } from 'commander';

import {
  addAgentOptions,
  configOption,
  protocolOption,
  repeatable,
  trustProjectOption,
  type AgentFlags,
} from '../../command-line/agent-options.ts';
import { invoked, type CommandContext } from '../../command-line/command-context.ts';
import { addCommandGroup } from '../../command-line/command-group.ts';
import { formatOption, type FormatFlags } from '../../command-line/format-option.ts';
import type { AddFlags } from './change-agents.ts';
import { editors, type Editor } from './editors.ts';
import type { ImportFlags } from './import-agents.ts';

export function addAgents(program: Command, context: CommandContext): void {
  const { terminal, finish, agentCommand: command, version } = context;
  const agents = addCommandGroup(program, {
    name: 'agents',
    summary: 'list, add, inspect and repair agents',
    description: 'Manages the agents in the config file, and shows what they can do.',
  });

  agents
    .command('list')
    .summary('list the configured, installed and available agents')
    .description(
      'Lists the agents of the config file, those that are installed, and those that a registry listed when it was last read. It contacts nothing.',
    )
    .addOption(configOption())
    .addOption(new Option('--cwd <folder>', 'folder whose project file is read (default: the current one)'))
    .addOption(trustProjectOption())
    .addOption(formatOption())
    .action(async (flags: AgentFlags & FormatFlags) => {
      const { listAgents } = await import('./list-agents.ts');
      finish(await listAgents(flags, terminal));
    });

  agents
    .command('add')
    .summary('add an agent to the config file, and try it')
    .addArgument(new Argument('<name>', 'name of the agent'))
    .addOption(new Option('--url <address>', 'remote agent'))
    .addOption(repeatable('--header <name: value>', 'header for a remote agent'))
    .addOption(new Option('--token-file <file>', 'file with the bearer token for a remote agent'))
    .addOption(repeatable('--env <name=value>', 'environment variable for the agent'))
    .addOption(new Option('--model <name>', 'model of new sessions'))
    .addOption(new Option('--mode <name>', 'mode of new sessions'))
    .addOption(protocolOption('the only version of the protocol to speak with it'))
    .addOption(new Option('--no-try', 'do not start the agent to see whether it works'))
    .addOption(new Option('--timeout <seconds>', 'how long it may take to start (default: 60)').argParser(Number))
    .addOption(configOption())
    .addHelpText(
      'after',
      '\nThe agent is added, then started once, and does nothing but tell what it is. Exit code 1: it did not start.\n' +
        '\nExample: acp agents add gemini -- npx @google/gemini-cli --acp',
    )
    .action(async (name: string, flags: AddFlags) => {
      const { addAgent } = await import('./change-agents.ts');
      finish(await addAgent({ name, flags, command, version }, terminal));
    });

  agents
    .command('remove')
    .summary('remove an agent from the config file')
    .addArgument(new Argument('<name>', 'name of the agent'))
    .addOption(configOption())
    .action(async (name: string, flags: AgentFlags) => {
      const { removeAgent } = await import('./change-agents.ts');
      finish(await removeAgent({ name, flags }, terminal));
    });

  addAgentOptions(
    agents
      .command('info')
      .summary('start an agent and show what it can do')
      .description('Starts an agent, sends initialize, and prints the response: as a summary, or as it was received.')
      .addArgument(new Argument('[name]', 'name of the agent')),
  )
    .addOption(formatOption())
    .addHelpText('after', '\nExample: acp agents info --format json -- my-agent --acp')
    .action(async (name: string | undefined, flags: AgentFlags & FormatFlags) => {
      const { agentInfo } = await import('./agent-info.ts');
      finish(await agentInfo(invoked(context, flags, name), terminal));
    });

  addAgentOptions(
    agents
      .command('doctor')
      .summary('find out why an agent does not work, and how to fix it')
      .description(
        'Checks the config file, and one agent or all of them, step by step. It does not log in. Each agent has ' +
          '60 seconds to answer initialize, unless --timeout is given, and 10 seconds after it prints something that is not ACP.',
      )
      .addArgument(new Argument('[name]', 'name of the agent (default: all of them)')),
  )
    .addOption(formatOption())
    .addOption(new Option('--prompt <text>', 'also send this prompt, and report what is against the protocol'))
    .addHelpText('after', '\nExit codes: 0 no problem found, 1 a problem found.')
    .action(async (name: string | undefined, flags: AgentFlags & FormatFlags & { readonly prompt?: string }) => {
      const { doctor } = await import('./doctor.ts');
      finish(await doctor(invoked(context, flags, name), terminal));
    });

  agents
    .command('import')
    .summary('import the agents of an editor or another client')
    .addArgument(new Argument('<editor>', 'editor or client whose settings are read').choices(editors))
    .addOption(new Option('--from <file>', 'settings file (default: the usual one of the editor)'))
    .addOption(new Option('--dry-run', 'print what would be added, without adding it'))
    .addOption(configOption())
    .action(async (editor: Editor, flags: ImportFlags) => {
      const { importAgents } = await import('./import-agents.ts');
      finish(await importAgents({ editor, flags }, terminal));
    });
}
