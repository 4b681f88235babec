/** `acp sessions` on the command line. */
import { Argument, Option, type Command } from 'commander';

import { addAgentOptions, addSessionOptions, type AgentFlags } from '../../command-line/agent-options.ts';
import { invoked, type CommandContext } from '../../command-line/command-context.ts';
import { addCommandGroup } from '../../command-line/command-group.ts';
import { formatOption } from '../../command-line/format-option.ts';
import { outputOption } from '../../command-line/output-option.ts';
import { work, type ExecFlags } from '../exec/exec.ts';
import { addWorkOptions, exitCodeHelp } from '../exec/exec-command.ts';
import type { ExportFlags } from './export-session.ts';
import type { ForkFlags } from './fork-session.ts';
import type { ListFlags } from './list-sessions.ts';
import type { ShowFlags } from './show-session.ts';

const session = (): Argument => new Argument('<session>', 'id of the session, or the beginning of it');

export function addSessions(program: Command, context: CommandContext): void {
  const { terminal, finish } = context;
  const sessions = addCommandGroup(program, {
    name: 'sessions',
    summary: 'list, show, resume, fork, export and delete the sessions of an agent',
    description: 'Works with the sessions that an agent has stored.',
  });

  addAgentOptions(
    sessions
      .command('list')
      .summary('list the sessions of this folder')
      .addArgument(new Argument('[agent]', 'name of the agent')),
  )
    .addOption(new Option('--all', 'include the sessions of every folder'))
    .addOption(new Option('--archived', 'include archived sessions'))
    .addOption(new Option('--search <text>', 'only sessions with this text in their title, folder or id'))
    .addOption(new Option('--limit <number>', 'maximum number of sessions').argParser(Number).default(50))
    .addOption(formatOption())
    .action(async (name: string | undefined, flags: ListFlags) => {
      const { listSessions } = await import('./list-sessions.ts');
      finish(await listSessions(invoked(context, flags, name), terminal));
    });

  addAgentOptions(sessions.command('show').summary('show one session').addArgument(session()))
    .addOption(new Option('--full', 'include the whole conversation'))
    .addOption(formatOption())
    .action(async (id: string, flags: ShowFlags) => {
      const { showSession } = await import('./show-session.ts');
      finish(await showSession({ ...invoked(context, flags), id }, terminal));
    });

  addWorkOptions(
    sessions
      .command('resume')
      .summary('send a prompt to a stored session')
      .addArgument(session())
      .addArgument(new Argument('[prompt]', 'the prompt (default, or -: read standard input)')),
  )
    .addHelpText('after', exitCodeHelp)
    .action(async (sessionId: string, prompt: string | undefined, flags: ExecFlags) => {
      const invocation = invoked(context, flags);
      finish(await work({ invocation, flags, prompt, origin: { kind: 'resume', sessionId } }, terminal));
    });

  for (const [verb, summary] of [
    ['close', 'close a session; it stays stored'],
    ['delete', 'delete a session'],
  ] as const) {
    addAgentOptions(sessions.command(verb).summary(summary).addArgument(session())).action(
      async (id: string, flags: AgentFlags) => {
        const { endSession } = await import('./end-session.ts');
        finish(await endSession({ ...invoked(context, flags), verb, id }, terminal));
      },
    );
  }

  addSessionOptions(addAgentOptions(sessions.command('fork').summary('copy a session').addArgument(session()))).action(
    async (id: string, flags: ForkFlags) => {
      const { forkSession } = await import('./fork-session.ts');
      finish(await forkSession({ ...invoked(context, flags), id }, terminal));
    },
  );

  addAgentOptions(
    sessions.command('export').summary('write the conversation of a session to a file').addArgument(session()),
  )
    .addOption(
      new Option('--format <format>', 'markdown and html for people, json for programs')
        .choices(['markdown', 'html', 'json'])
        .default('markdown'),
    )
    .addOption(outputOption())
    .action(async (id: string, flags: ExportFlags) => {
      const { exportSession } = await import('./export-session.ts');
      finish(await exportSession({ ...invoked(context, flags), id }, terminal));
    });
}
