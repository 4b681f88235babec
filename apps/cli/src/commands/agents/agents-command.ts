/** `acp agents` on the command line. */
import { Argument, Option, type Command } from 'commander';

import type { CommandContext } from '../../command-line/command-context.ts';
import { addAgentOptions, repeatable, type AgentFlags, type FormatFlags } from '../../command-line/agent-options.ts';
import { addExamples } from '../../command-line/command-examples.ts';
import type { AddFlags } from './change-agents.ts';
import type { ImportFlags } from './import-agents.ts';

const format = (): Option =>
  new Option('--format <format>', 'text for people, json for programs').choices(['text', 'json']).default('text');
const config = (): Option => new Option('--config <file>', 'another config file; ACP_CONFIG says so too');

export function addAgents(program: Command, context: CommandContext): void {
  const { terminal, finish, agentCommand: command, version } = context;
  const agents = program
    .command('agents')
    .summary('list, add, look at and mend agents')
    .description('Keeps the list of agents in the config file, and looks at what they are.');
  addExamples(agents);

  agents
    .command('list')
    .summary('list the agents that can be named')
    .addOption(config())
    .addOption(new Option('--cwd <folder>', 'the folder whose project file is read'))
    .addOption(new Option('--trust-project', 'use the .acp.json of the project without asking'))
    .addOption(format())
    .action(async (flags: AgentFlags & FormatFlags) => {
      const { listAgents } = await import('./list-agents.ts');
      finish(await listAgents(flags, terminal));
    });

  agents
    .command('add')
    .summary('add an agent to the config file')
    .addArgument(new Argument('<name>', 'what to call it'))
    .addOption(new Option('--url <address>', 'a remote agent'))
    .addOption(repeatable('--header <name: value>', 'a header for a remote agent'))
    .addOption(repeatable('--env <name=value>', 'a variable for the agent'))
    .addOption(new Option('--model <name>', 'the model that sessions begin with'))
    .addOption(new Option('--mode <name>', 'the mode that sessions begin with'))
    .addOption(config())
    .addHelpText('after', '\nExample: acp agents add gemini -- npx @google/gemini-cli --acp')
    .action(async (name: string, flags: AddFlags) => {
      const { addAgent } = await import('./change-agents.ts');
      finish(await addAgent({ name, flags, command }, terminal));
    });

  agents
    .command('remove')
    .summary('take an agent out of the config file')
    .addArgument(new Argument('<name>', 'the agent'))
    .addOption(config())
    .action(async (name: string, flags: AgentFlags) => {
      const { removeAgent } = await import('./change-agents.ts');
      finish(await removeAgent({ name, flags }, terminal));
    });

  addAgentOptions(
    agents
      .command('info')
      .summary('start an agent and say what it is')
      .description('Starts an agent, introduces itself, and says what the agent answers: in words, or as it came.')
      .addArgument(new Argument('[name]', 'the agent')),
  )
    .addOption(format())
    .addHelpText('after', '\nExample: acp agents info --format json -- my-agent --acp')
    .action(async (name: string | undefined, flags: AgentFlags & FormatFlags) => {
      const { agentInfo } = await import('./agent-info.ts');
      finish(await agentInfo({ name, flags, command, version }, terminal));
    });

  addAgentOptions(
    agents
      .command('doctor')
      .summary('find out what is wrong with an agent, and how to mend it')
      .description(
        'Looks at the config file, and at one agent or all of them, step by step. Logs nobody in. ' +
          'Each agent has 60 seconds to say who it is, unless --timeout says otherwise, and 10 from when it prints what is not ACP.',
      )
      .addArgument(new Argument('[name]', 'the agent; all of them when absent')),
  )
    .addOption(format())
    .addHelpText('after', '\nExit codes: 0 all is well, 1 something is wrong.')
    .action(async (name: string | undefined, flags: AgentFlags & FormatFlags) => {
      const { doctor } = await import('./doctor.ts');
      finish(await doctor({ name, flags, command, version }, terminal));
    });

  agents
    .command('import')
    .summary('take over the agents of an editor')
    .addArgument(new Argument('<editor>', 'whose settings are read').choices(['zed', 'jetbrains']))
    .addOption(new Option('--from <file>', 'another file than the usual one of the editor'))
    .addOption(new Option('--dry-run', 'say what would be added, and add nothing'))
    .addOption(config())
    .action(async (editor: 'zed' | 'jetbrains', flags: ImportFlags) => {
      const { importAgents } = await import('./import-agents.ts');
      finish(await importAgents({ editor, flags }, terminal));
    });
}
