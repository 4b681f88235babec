/** `acp exec` on the command line. */
import { Argument, Option, type Command } from 'commander';

import { addAgentOptions, addSessionOptions, repeatable } from '../../command-line/agent-options.ts';
import { addContextOptions } from '../../command-line/context-options.ts';
import { expectToStart } from '../../connect/agent-link.ts';
import type { CommandContext } from '../../command-line/command-context.ts';
import { exec, type ExecFlags } from './exec.ts';

/** The options of what gives an agent work without asking anybody. */
export function addWorkOptions(command: Command): Command {
  return addContextOptions(addSessionOptions(addAgentOptions(command)))
    .addOption(repeatable('-f, --file <path>', 'read the prompt from a file; - is standard input'))
    .addOption(repeatable('--attach <path>', 'give the agent a file beside the prompt'))
    .addOption(
      new Option(
        '--format <format>',
        'text: the answer, and on stderr what is done; json: the raw messages; quiet: the answer',
      )
        .choices(['text', 'json', 'ndjson', 'quiet'])
        .default('text'),
    )
    .addOption(new Option('--approve-all', 'allow everything that the agent asks for'))
    .addOption(new Option('--approve-reads', 'allow reading and searching in the folders of the session'))
    .addOption(new Option('--deny-all', 'refuse everything that the agent asks for (default)'))
    .addOption(
      new Option('--policy <file>', 'decide by the rules in a file').conflicts([
        'approveAll',
        'approveReads',
        'denyAll',
      ]),
    )
    .addOption(new Option('--no-fs', 'do not let agents of version 1 use our files'))
    .addOption(new Option('--no-terminal', 'do not run commands for agents of version 1'));
}

export const exitCodeHelp: string =
  '\nExit codes: 0 done, 1 the agent failed, 2 a wrong command line, 3 out of time, 4 no such session, 5 every permission was refused, ' +
  '6 a login is needed, 7 the agent could not be started, 8 the agent ended while it worked, 9 nobody knows what became of the work, ' +
  '130 interrupted.';

export function addExec(program: Command, { terminal, finish, agentCommand, version }: CommandContext): void {
  const command = program
    .command('exec')
    .summary('give an agent one prompt, and print its answer')
    .description(
      'Gives an agent one prompt and prints its answer: for scripts and pipes. Nobody is asked anything; what the agent wants ' +
        'permission for is refused, unless a flag allows it. Without an agent, the one that comes with acp does the work.',
    )
    .addArgument(
      new Argument('[words...]', 'the prompt, or an agent and the prompt; - or nothing reads standard input'),
    );
  addWorkOptions(command)
    .addHelpText(
      'after',
      `
Examples:
  acp exec "what is this project?"
  acp exec gemini --approve-reads "explain src/main.ts"
  git diff | acp exec -f - "review this" --format quiet
  acp exec "hello" -- my-agent --acp
  acp exec "hello" --url ws://127.0.0.1:8420/acp
${exitCodeHelp}`,
    )
    .action(async (words: readonly string[], flags: ExecFlags) => {
      expectToStart();
      finish(await exec({ words, flags, command: agentCommand, version }, terminal));
    });
}
