/**
 * Runs one command line and returns the exit code.
 *
 * 0 is success, 1 is what the command was asked to find (an invalid message), 2 is a usage error, 70 a bug; commands
 * that talk to an agent have more of them. Every failure is one sentence on stderr; `ACP_DEBUG=1` adds the stack of a
 * bug.
 */
import { CommanderError, type Command } from 'commander';

import { CommandError } from './errors/command-error.ts';
import { isCommandName } from './command-line/command-names.ts';
import { exampleFor, meantSubcommand } from './command-line/command-group.ts';
import { calledName, createProgram } from './program.ts';
import { withoutHubPrompt } from './command-line/hub-argument.ts';
import { splitAgentCommand } from './command-line/split-agent-command.ts';
import { explainSystemError } from './errors/system-error.ts';
import { didYouMean } from './text/did-you-mean.ts';
import { stripControls } from './text/strip-control-characters.ts';
import { OutputClosedError } from './terminal/output.ts';
import type { Terminal } from './terminal/terminal.ts';
import { UsageError } from './errors/usage-error.ts';
import { withoutPeriod } from './text/without-period.ts';

/** Runs `acp` with `args`; never rejects. */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await dispatch(args, terminal);
  } catch (error) {
    return await report(error, terminal);
  }
}

async function dispatch(args: readonly string[], terminal: Terminal): Promise<number> {
  const isBare = args.length === 0;
  let exitCode = 0;
  let help = '';
  const line = isBare ? [bareCommand(terminal)] : withoutHubPrompt(args);
  const { own, agentCommand } = splitAgentCommand((await isChat(line, terminal)) ? ['chat', ...line] : line);
  const program = await createProgram(terminal, {
    finish: (code) => (exitCode = code),
    printHelp: (text) => (help += text),
    args: own,
    agentCommand,
  });
  try {
    await program.parseAsync(own, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError) || error.exitCode === 0) throw error;
    await terminal.stderr.tryWrite(`${explainUsage(error, calledBy(program, own))}\n`);
    return 2;
  } finally {
    await terminal.stdout.write(help);
  }
  if (isBare && !canChat(terminal)) await terminal.stderr.tryWrite('\nacp --help lists the commands.\n');
  return exitCode;
}

/** `acp` alone opens a chat in a terminal, and prints the protocol otherwise. */
const bareCommand = (terminal: Terminal): string => (canChat(terminal) ? 'chat' : 'protocol');

const ignore = (): void => undefined;

/** Whether a line without a command is a chat: it begins with an option of `acp chat`, or with `--` and an agent. */
async function isChat(line: readonly string[], terminal: Terminal): Promise<boolean> {
  const [first = '', next] = line;
  if (first === '--') return next !== undefined;
  if (!first.startsWith('-') || line.some(isCommandName)) return false;
  const program = await createProgram(terminal, { finish: ignore, printHelp: ignore, args: ['chat'] });
  const [name] = first.split('=');
  return program.commands.some(({ options }) => options.some(({ long, short }) => name === long || name === short));
}

const canChat = ({ stdin, stdout }: Terminal): boolean => stdin.isTTY === true && stdout.isTerminal;

async function report(error: unknown, terminal: Terminal): Promise<number> {
  if (error instanceof OutputClosedError) return 0;
  if (error instanceof CommanderError && error.exitCode === 0) return 0;
  const [code, sentence] = await explain(error, terminal);
  await terminal.stderr.tryWrite(`${stripControls(sentence)}\n`);
  return code;
}

async function explain(error: unknown, terminal: Terminal): Promise<readonly [number, string]> {
  if (error instanceof UsageError) return [2, `acp: ${error.message}`];
  if (error instanceof CommandError) return [error.exitCode, explainCommand(error)];
  const refusal = explainSystemError(error);
  if (refusal !== undefined) return [2, `acp: ${refusal}`];
  const stack = terminal.env['ACP_DEBUG'] === '1' && error instanceof Error ? `\n${error.stack}` : '';
  const { describeError } = await import('@acp-stack/rpc');
  const reason = describeError(error);
  const advice = stack === '' ? '; please report it with what ACP_DEBUG=1 adds to this line' : '';
  return [70, `acp: internal error: ${reason}${advice}${stack}`];
}

/** The message, and the details below it. */
function explainCommand({ message, details }: CommandError): string {
  return [`acp: ${message}`, ...details].join('\n  ');
}

/** Commander writes `error: what is wrong.` and sometimes a suggestion on the next line; this joins them. */
function explainUsage(error: CommanderError, command: Command): string {
  const name = calledName(command);
  if (error.code === 'commander.help') {
    const example = exampleFor(command.name());
    const names = command.commands.map((each) => each.name()).join(', ');
    if (command.parent === null) return 'acp: unknown command; see acp --help';
    if (example === undefined) return `${name}: missing subcommand, one of ${names}; see ${name} --help`;
    return `${name}: missing subcommand, such as ${example}; see ${name} --help`;
  }
  const unknown = unknownSubcommand(error, command);
  if (unknown !== undefined) {
    const names = command.commands.map((each) => each.name());
    const advice = meantSubcommand(unknown, names) || didYouMean(unknown, names) || `; see ${name} --help`;
    return `${name}: unknown command '${unknown}'${advice}`;
  }
  const [what = '', guess] = error.message.replace(/^error: /u, '').split('\n');
  const suggestion = guess?.match(/Did you mean (?:one of )?(?<names>.+)\?/u)?.groups?.['names'];
  const advice = suggestion === undefined ? `see ${name} --help` : `did you mean ${suggestion}?`;
  return `${name}: ${withoutPeriod(what)}; ${advice}`;
}

/** The word in the place of a subcommand; a group that also does something alone takes it for an argument. */
function unknownSubcommand({ code }: CommanderError, command: Command): string | undefined {
  const isUnknown = code === 'commander.unknownCommand' || code === 'commander.excessArguments';
  return isUnknown && command.parent !== null && command.commands.length > 0 ? command.args[0] : undefined;
}

/** The command that the arguments name, or the program if they name none. */
function calledBy(program: Command, args: readonly string[]): Command {
  const first = args.findIndex(isCommandName);
  let command = program;
  for (const arg of args.slice(Math.max(0, first))) {
    const next = command.commands.find((each) => each.name() === arg);
    if (next === undefined) break;
    command = next;
  }
  return command;
}
