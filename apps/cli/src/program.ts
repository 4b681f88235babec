/** The commands and options of `acp`. The code of a command is loaded only when it runs. */
import { readFileSync } from 'node:fs';

import { Command } from 'commander';

import { addDiagnosticOptions, type DiagnosticFlags } from './command-line/agent-options.ts';
import type { AddCommand, CommandContext } from './command-line/command-context.ts';
import { commandNames, type CommandAtHand, type CommandName } from './command-line/command-names.ts';
import { addAgent } from './commands/agent/agent-command.ts';
import { addChat } from './commands/chat/chat-command.ts';
import { addExec } from './commands/exec/exec-command.ts';
import { wrap } from './terminal/columns.ts';
import type { Terminal } from './terminal/terminal.ts';

const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
const { version } = JSON.parse(manifest) as { readonly version: string };

export interface ProgramEvents {
  /** Called with the exit code of the command that ran. */
  readonly finish: (exitCode: number) => void;
  /** Called with help texts, which belong on stdout. */
  readonly printHelp: (text: string) => void;
  /** The arguments. If the first one is a command, only that command is described. */
  readonly args: readonly string[];
  /** The words after `--`, for commands that take an agent there. */
  readonly agentCommand?: readonly string[] | undefined;
}

/** The commands that are started most often; their start does not wait for the options of all others. */
const atHand: Readonly<Record<CommandAtHand, AddCommand>> = { chat: addChat, exec: addExec, agent: addAgent };

/** Builds the program; its `parseAsync` rejects with a `CommanderError` for usage errors. */
export async function createProgram(
  terminal: Terminal,
  { finish, printHelp, args, agentCommand }: ProgramEvents,
): Promise<Command> {
  const hasDashes = agentCommand !== undefined || args.includes('--');
  const context: CommandContext = { terminal, finish, agentCommand, hasDashes, version };
  const program = new Command('acp')
    .description('A client for any agent of the Agent Client Protocol (ACP), an agent, and developer tools.')
    .version(version)
    // Each command has a --version of its own: the version of the protocol.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => printHelp(wrapParagraphs(text, helpWidth(terminal))),
      writeErr: () => undefined,
      outputError: () => undefined,
      getOutHelpWidth: () => helpWidth(terminal),
      getOutHasColors: () => false,
    })
    .configureHelp({ commandDescription })
    .addHelpText(
      'after',
      `
Examples:
  acp                             talk to an agent in the terminal
  acp chat -- my-agent            the same with another agent
  acp exec "explain this project" send an agent one prompt, and print its answer
  acp exec "hello" -- my-agent    the same with another agent
  acp nes src/main.ts             edit a file while an agent suggests edits
  acp sessions list               the sessions of this folder
  acp web                         use agents in a browser
  acp attach hub_3f2a             follow a session of a hub, with others
  acp agents info -- my-agent     what an agent can do
  acp registry list               the agents that you can install
  acp protocol                    list every method
  acp protocol session/prompt     show one method with its params and result
  acp protocol --types            list every type
  acp validate log.ndjson         check a recorded conversation
  acp validate --as agent < out   check what an agent wrote
  acp agent                       run as an ACP agent over stdio, for editors
  acp bridge --to 2 -- my-agent   translate a version 1 agent to version 2
  acp conduct --proxy redact -- my-agent
                                  run proxies and an agent as one agent
  acp serve -- my-agent           serve an agent over HTTP and WebSocket
  acp hub                         keep agents running, for many clients
  acp conformance agent -- my-agent
                                  judge an agent by the rules of the protocol
  acp inspect -- my-agent         see every message of an agent, in a browser

Exit codes: 0 success, 1 an invalid message or a failed agent, 2 wrong command line or unreadable input, 70 a bug in acp; acp exec --help lists those of commands that talk to an agent.`,
    );

  // Describing all commands takes longer than most commands do; the others are needed only for the list in the help.
  const [first = ''] = args;
  if (Object.hasOwn(atHand, first)) atHand[first as CommandAtHand](program, context);
  else {
    const { otherCommands } = await import('./other-commands.ts');
    const commands: Readonly<Record<CommandName, AddCommand>> = { ...atHand, ...otherCommands };
    // The script of a shell is made from all of them.
    const described = commandNames.filter((name) => name === first && name !== 'completion');
    for (const name of described.length > 0 ? described : commandNames) commands[name](program, context);
  }
  addMissingDiagnostics(program, terminal);
  return program;
}

/** The description of a command, or else its summary as a sentence. */
const commandDescription = (command: Command): string => {
  const summary = command.summary();
  return command.description() || (summary === '' ? '' : `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`);
};

const helpWidth = ({ stdout }: Terminal): number => stdout.columns ?? 100;

/** Wraps paragraphs; indented lines are already laid out, or examples to copy. */
const wrapParagraphs = (text: string, width: number): string =>
  text
    .split('\n')
    .flatMap((line) => (line.startsWith(' ') ? [line] : wrap(line, width)))
    .join('\n');

/** The full name of a command, such as `acp agents list`. */
export const calledName = (command: Command): string =>
  command.parent === null ? command.name() : `${calledName(command.parent)} ${command.name()}`;

/** Adds `--trace` and `--log-level` to commands without them, so that an alias can pass them to every command. */
function addMissingDiagnostics(parent: Command, terminal: Terminal): void {
  for (const command of parent.commands) {
    addMissingDiagnostics(command, terminal);
    if (command.commands.length > 0 || command.options.some(({ long }) => long === '--trace')) continue;
    addDiagnosticOptions(command, { isOffline: true }).hook('preAction', async (_, { args }) => {
      const { writeEmptyTrace } = await import('./trace/empty-trace.ts');
      await writeEmptyTrace(command.opts<DiagnosticFlags>(), { name: calledName(command), args, terminal });
    });
  }
}
