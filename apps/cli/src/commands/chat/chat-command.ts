/** `acp chat` on the command line. */
import { Argument, Option, type Command } from 'commander';

import { addAccessOptions } from '../../command-line/access-options.ts';
import { addAgentOptions, addSessionOptions, addToolsOption } from '../../command-line/agent-options.ts';
import { themeOption } from '../../command-line/theme-option.ts';
import { invoked, type CommandContext } from '../../command-line/command-context.ts';
import { addContextOptions } from '../../command-line/context-options.ts';
import { chat } from './chat.ts';
import type { ChatFlags } from './chat-invocation.ts';

export function addChat(program: Command, context: CommandContext): void {
  const { terminal, finish } = context;
  const command = program
    .command('chat')
    .summary('talk to an agent in the terminal')
    .description(
      'Talks to an agent in the terminal. Without an agent, the bundled one is started. ' +
        'acp without a command does the same, and takes the same options.',
    )
    .addArgument(new Argument('[agent]', 'name of the agent: configured, installed, or of a registry'))
    .addOption(new Option('--resume [id]', 'resume a session, or choose one from a list').conflicts('continue'))
    .addOption(new Option('--continue', 'resume the newest session of this folder that is not empty'))
    .addOption(new Option('--screen-reader', 'print plain lines and never redraw (env: ACP_SCREEN_READER=1)'))
    .addOption(themeOption());
  addAccessOptions(addContextOptions(addToolsOption(addSessionOptions(addAgentOptions(command)))))
    .addHelpText(
      'after',
      `
Examples:
  acp chat
  acp chat gemini --mode plan
  acp chat claude
  acp chat -- my-agent --acp
  acp chat --url ws://127.0.0.1:8420/acp
  acp chat --continue`,
    )
    .action(async (name: string | undefined, flags: ChatFlags) => {
      finish(await chat(invoked(context, flags, name), terminal));
    });
}
