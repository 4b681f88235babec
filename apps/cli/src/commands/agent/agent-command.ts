/** `acp agent` on the command line. */
import { Argument, Option, type Command } from 'commander';

import { addDiagnosticOptions, protocolOption, type DiagnosticFlags } from '../../command-line/agent-options.ts';
import type { CommandContext } from '../../command-line/command-context.ts';
import { formatOption, type FormatFlags } from '../../command-line/format-option.ts';

interface AgentFlags extends DiagnosticFlags, FormatFlags {
  readonly data?: string;
  readonly inMemory?: boolean;
  readonly features?: boolean;
  readonly auth?: string;
  readonly script?: string;
  readonly protocol?: '1' | '2';
}

export function addAgent(program: Command, { terminal, finish, version }: CommandContext): void {
  const described = program
    .command('agent')
    .summary('run as an ACP agent over stdio')
    .description(
      'Runs as a coding agent over stdio, for any ACP client. Without a model it answers from the files of the ' +
        'workspace and runs slash commands (/help lists them); with a model it works as a coding agent.',
    )
    .addOption(new Option('--data <folder>', 'folder for stored sessions (env: ACP_AGENT_DATA)'))
    .addOption(new Option('--in-memory', 'do not store sessions').conflicts('data'))
    .addOption(new Option('--features', 'list what the agent implements, with the rules of the protocol'))
    .addOption(formatOption())
    .addOption(
      new Option(
        '--auth <methods>',
        'for authors of clients: require a login by agent, terminal or env, or several separated by commas (env: ACP_AGENT_AUTH)',
      ),
    )
    .addOption(protocolOption('speak only this version of the protocol (default: the one the client asks for)'))
    .addOption(new Option('--script <file>', 'for authors of clients: play the script in a file'))
    .addArgument(new Argument('[action]', 'login: log in, for clients that run it in a terminal').choices(['login']));
  addDiagnosticOptions(described)
    .addHelpText('after', '\nExample, in the settings of an editor: { "command": "acp", "args": ["agent"] }')
    .action(async (action: 'login' | undefined, flags: AgentFlags) => {
      const { data, inMemory = false, auth, script, format, protocol } = flags;
      if (flags.features === true) {
        const { features } = await import('./features.ts');
        return finish(await features({ format }, terminal));
      }
      if (action === 'login') {
        const { login } = await import('./login.ts');
        return finish(await login({ data }, terminal));
      }
      const { agent } = await import('./agent.ts');
      return finish(await agent({ version, data, inMemory, auth, script, protocol, flags }, terminal));
    });
}
