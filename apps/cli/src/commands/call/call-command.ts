/** `acp call` on the command line. */
import { Argument, Option, type Command } from 'commander';

import { addAgentOptions } from '../../command-line/agent-options.ts';
import type { CommandContext } from '../../command-line/command-context.ts';
import type { CallFlags } from './call.ts';

export function addCall(program: Command, { terminal, finish, agentCommand, version }: CommandContext): void {
  const command = program
    .command('call')
    .summary('call one method of an agent, and print the result')
    .description(
      'Calls one method of an agent and prints the result as JSON. The connection is initialized first. Requests of ' +
        'the agent meanwhile, such as permissions, are refused.',
    )
    .usage('[options] [agent] method [params] | [options] -- command method [params]')
    .addArgument(
      new Argument('[words...]', 'an agent, the method, and its params: JSON, @file, or - for standard input'),
    )
    .addOption(new Option('--session <id>', 'new: open a session and add its id to the params; or the id of a session'))
    .addOption(new Option('--force', 'send an unknown method or wrong params anyway'));
  addAgentOptions(command)
    .addHelpText(
      'after',
      `
Examples:
  acp call session/list -- my-agent --acp
  acp call -- my-agent --acp session/list '{}'
  acp call claude session/new '{"cwd":"/home/me/project","mcpServers":[]}'
  acp call --session new session/prompt @prompt.json -- my-agent --acp
  acp call initialize --url ws://127.0.0.1:8420/acp

Exit codes: 0 done, 1 the agent refused or failed, 2 wrong command line, method or params, 3 timeout, 4 no such session, 6 a login is needed, 7 the agent could not be started, 8 the agent exited, 130 interrupted.`,
    )
    .action(async (words: readonly string[], flags: CallFlags) => {
      const { call } = await import('./call.ts');
      finish(await call({ words, flags, command: agentCommand, version }, terminal));
    });
}
