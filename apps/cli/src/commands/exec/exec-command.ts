/** `acp exec` on the command line. */
import { Argument, Option, type Command } from 'commander';

import { addAgentOptions, addSessionOptions, addToolsOption, repeatable } from '../../command-line/agent-options.ts';
import { addAccessOptions } from '../../command-line/access-options.ts';
import type { CommandContext } from '../../command-line/command-context.ts';
import { addContextOptions } from '../../command-line/context-options.ts';
import { preloadStdio } from '../../connect/agent-link.ts';
import { exec, type ExecFlags } from './exec.ts';

/** Adds the options of commands that send a prompt without asking the user anything. */
export function addWorkOptions(command: Command): Command {
  return addAccessOptions(addContextOptions(addToolsOption(addSessionOptions(addAgentOptions(command)))))
    .addOption(repeatable('-f, --file <path>', 'read the prompt from a file; - is standard input'))
    .addOption(repeatable('--attach <path>', 'attach a file to the prompt'))
    .addOption(
      new Option(
        '--format <format>',
        'text: the answer on stdout, tool calls on stderr; json: the raw messages; quiet: only the answer; ' +
          'markdown, html: the whole work as a document to keep',
      )
        .choices(['text', 'json', 'ndjson', 'quiet', 'markdown', 'html'])
        .default('text'),
    )
    .addOption(new Option('--approve-all', 'allow everything that the agent asks for, apart from protected paths'))
    .addOption(new Option('--approve-reads', 'allow reading and searching in the folders of the session'))
    .addOption(new Option('--deny-all', 'deny everything that the agent asks for (default)'))
    .addOption(
      new Option('--policy <file>', 'decide by the rules in a file').conflicts([
        'approveAll',
        'approveReads',
        'denyAll',
      ]),
    )
    .addOption(
      new Option(
        '--allow-protected',
        'with --approve-all or --policy: also changes of .git, start-up files and the like',
      ),
    );
}

export const exitCodeHelp: string =
  '\nExit codes: 0 done, 1 the agent failed, 2 wrong command line, 3 timeout, 4 no such session, ' +
  '5 every permission was denied, 6 a login is needed, 7 the agent could not be started, ' +
  '8 the agent exited while it worked, 9 the outcome of the work is unknown, 130 interrupted.';

export function addExec(program: Command, { terminal, finish, agentCommand, version }: CommandContext): void {
  const command = program
    .command('exec')
    .summary('send an agent one prompt, and print its answer')
    .description(
      'Sends an agent one prompt and prints its answer: for scripts and pipes. It asks no questions; requests for ' +
        'permission are denied, unless a flag allows them. Without an agent, the bundled one is started.',
    )
    .addArgument(
      new Argument('[words...]', 'the prompt, or an agent and the prompt (default, or -: read standard input)'),
    );
  addWorkOptions(command)
    .addOption(
      new Option('--detach', 'with --hub: print the id of the session once the hub has the prompt; the agent goes on'),
    )
    .addHelpText(
      'after',
      `
Examples:
  acp exec "what is this project?"
  acp exec gemini --approve-reads "explain src/main.ts"
  git diff | acp exec -f - "review this" --format quiet
  acp exec "explain src/main.ts" --format html > answer.html
  acp exec "hello" -- my-agent --acp
  acp exec "hello" --url ws://127.0.0.1:8420/acp
  acp exec --hub --detach "fix the tests"
${exitCodeHelp}`,
    )
    .action(async (words: readonly string[], flags: ExecFlags) => {
      preloadStdio();
      finish(await exec({ words, flags, command: agentCommand, version }, terminal));
    });
}
