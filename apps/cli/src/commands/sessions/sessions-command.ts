/** `acp sessions` on the command line. */
import { Argument, Option, type Command } from 'commander';

import type { CommandContext } from '../../command-line/command-context.ts';
import { addAgentOptions, addSessionOptions, type AgentFlags } from '../../command-line/agent-options.ts';
import { work, type ExecFlags } from '../exec/exec.ts';
import { addWorkOptions, exitCodeHelp } from '../exec/exec-command.ts';
import { addExamples } from '../../command-line/command-examples.ts';
import type { ListFlags } from './list-sessions.ts';
import type { ShowFlags } from './show-session.ts';
import type { ExportFlags } from './export-session.ts';
import type { ForkFlags } from './fork-session.ts';

const format = (): Option =>
  new Option('--format <format>', 'text for people, json for programs').choices(['text', 'json']).default('text');
const session = (): Argument => new Argument('<session>', 'its id, or the beginning of it');

export function addSessions(program: Command, context: CommandContext): void {
  const { terminal, finish, agentCommand: command, version } = context;
  const sessions = program
    .command('sessions')
    .summary('list, show, continue, copy and remove the sessions of an agent')
    .description('Works with the sessions that an agent has stored.');
  addExamples(sessions);

  addAgentOptions(
    sessions
      .command('list')
      .summary('list the sessions of this folder')
      .addArgument(new Argument('[agent]', 'the agent')),
  )
    .addOption(new Option('--all', 'those of every folder'))
    .addOption(new Option('--archived', 'those that are archived as well'))
    .addOption(new Option('--search <text>', 'only those with this in their title, folder or id'))
    .addOption(new Option('--limit <number>', 'at most this many').argParser(Number).default(50))
    .addOption(format())
    .action(async (name: string | undefined, flags: ListFlags) => {
      const { listSessions } = await import('./list-sessions.ts');
      finish(await listSessions({ name, flags, command, version }, terminal));
    });

  addAgentOptions(sessions.command('show').summary('show one session').addArgument(session()))
    .addOption(new Option('--full', 'everything that was said'))
    .addOption(format())
    .action(async (id: string, flags: ShowFlags) => {
      const { showSession } = await import('./show-session.ts');
      finish(await showSession({ id, flags, command, version }, terminal));
    });

  addWorkOptions(
    sessions
      .command('resume')
      .summary('go on with a session')
      .addArgument(session())
      .addArgument(new Argument('[prompt]', 'what to do; - or nothing reads standard input')),
  )
    .addHelpText('after', exitCodeHelp)
    .action(async (sessionId: string, prompt: string | undefined, flags: ExecFlags) => {
      const invocation = { flags, command, version };
      finish(await work({ invocation, flags, prompt, origin: { kind: 'resume', sessionId } }, terminal));
    });

  for (const [verb, summary] of [
    ['close', 'end the work of a session; it stays stored'],
    ['delete', 'remove a session'],
  ] as const) {
    addAgentOptions(sessions.command(verb).summary(summary).addArgument(session())).action(
      async (id: string, flags: AgentFlags) => {
        const { endSession } = await import('./end-session.ts');
        finish(await endSession({ verb, id, flags, command, version }, terminal));
      },
    );
  }

  addSessionOptions(addAgentOptions(sessions.command('fork').summary('copy a session').addArgument(session()))).action(
    async (id: string, flags: ForkFlags) => {
      const { forkSession } = await import('./fork-session.ts');
      finish(await forkSession({ id, flags, command, version }, terminal));
    },
  );

  addAgentOptions(sessions.command('export').summary('write down what was said in a session').addArgument(session()))
    .addOption(
      new Option('--format <format>', 'markdown to read, json to keep')
        .choices(['markdown', 'json'])
        .default('markdown'),
    )
    .addOption(new Option('-o, --output <file>', 'where to write it; standard output when absent'))
    .action(async (id: string, flags: ExportFlags) => {
      const { exportSession } = await import('./export-session.ts');
      finish(await exportSession({ id, flags, command, version }, terminal));
    });
}
