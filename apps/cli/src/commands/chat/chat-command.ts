/** `acp chat` on the command line. */
import { Argument, Option, type Command } from 'commander';

import type { CommandContext } from '../../command-line/command-context.ts';
import { addContextOptions } from '../../command-line/context-options.ts';
import { addAgentOptions, addSessionOptions } from '../../command-line/agent-options.ts';
import type { ChatFlags } from './run-chat.ts';

export function addChat(program: Command, { terminal, finish, agentCommand, version }: CommandContext): void {
  const command = program
    .command('chat')
    .summary('talk to an agent in the terminal')
    .description(
      'Talks to an agent in the terminal. Without an agent, the one that comes with acp is started. ' +
        'acp without a command does the same, and takes the same options.',
    )
    .addArgument(new Argument('[agent]', 'an agent of the config file'))
    .addOption(new Option('--resume [id]', 'go on with a session, or choose one').conflicts('continue'))
    .addOption(new Option('--continue', 'go on with the newest session of this folder that has something in it'))
    .addOption(
      new Option(
        '--screen-reader',
        'plain lines from top to bottom, nothing is drawn over; ACP_SCREEN_READER=1 says so too',
      ),
    );
  addContextOptions(addSessionOptions(addAgentOptions(command)))
    .addHelpText(
      'after',
      `
Examples:
  acp chat
  acp chat gemini --mode plan
  acp chat -- my-agent --acp
  acp chat --url ws://127.0.0.1:8420/acp
  acp chat --continue`,
    )
    .action(async (name: string | undefined, flags: ChatFlags) => {
      const { chat } = await import('./chat.ts');
      finish(await chat({ flags, name, command: agentCommand, version }, terminal));
    });
}
