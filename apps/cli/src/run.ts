/**
 * Runs one command line and answers with the exit code.
 *
 * 0 is success, 1 is what the command was asked to find (an invalid message), 2 is a mistake of the user, 70 a mistake of
 * ours; commands that talk to an agent have more of them. Every failure is one sentence on stderr; `ACP_DEBUG=1` adds the stack of a mistake of ours.
 */
import { CommanderError } from 'commander';

import { CommandError } from './connect/command-error.ts';
import { exampleFor } from './next-words.ts';
import { commandNames, createProgram } from './program.ts';
import { splitAgentCommand } from './split-agent-command.ts';
import { explainSystemError } from './system-error.ts';
import { withoutControls } from './terminal/plain-text.ts';
import { OutputClosedError } from './terminal/output.ts';
import type { Terminal } from './terminal/terminal.ts';
import { UsageError } from './usage-error.ts';

/** Runs `acp` with `args`; never rejects. */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await dispatch(args, terminal);
  } catch (error) {
    return await report(error, args, terminal);
  }
}

async function dispatch(args: readonly string[], terminal: Terminal): Promise<number> {
  const isBare = args.length === 0;
  let exitCode = 0;
  let help = '';
  const { own, agentCommand } = splitAgentCommand(isBare ? [bareCommand(terminal)] : args);
  const program = createProgram(terminal, {
    finish: (code) => (exitCode = code),
    printHelp: (text) => (help += text),
    args: own,
    agentCommand,
  });
  try {
    await program.parseAsync(own, { from: 'user' });
  } finally {
    await terminal.stdout.write(help);
  }
  if (isBare && !canChat(terminal)) await terminal.stderr.tell('\nacp --help lists the commands.\n');
  return exitCode;
}

/** Whoever types `acp` and nothing else wants to talk to an agent; a script wants something to read. */
const bareCommand = (terminal: Terminal): string => (canChat(terminal) ? 'chat' : 'protocol');

const canChat = ({ stdin, stdout }: Terminal): boolean => stdin.isTTY === true && stdout.isTerminal;

async function report(error: unknown, args: readonly string[], terminal: Terminal): Promise<number> {
  if (error instanceof OutputClosedError) return 0;
  if (error instanceof CommanderError && error.exitCode === 0) return 0;
  const [code, sentence] = explain(error, args, terminal);
  await terminal.stderr.tell(`${sentence}\n`);
  return code;
}

function explain(error: unknown, args: readonly string[], terminal: Terminal): readonly [number, string] {
  if (error instanceof UsageError) return [2, `acp: ${error.message}`];
  if (error instanceof CommandError) return [error.exitCode, explainCommand(error)];
  if (error instanceof CommanderError) return [2, explainUsage(error, args)];
  const refusal = explainSystemError(error);
  if (refusal !== undefined) return [2, `acp: ${withoutControls(refusal)}`];
  const stack = terminal.env['ACP_DEBUG'] === '1' && error instanceof Error ? `\n${error.stack}` : '';
  const reason = error instanceof Error ? error.message : String(error);
  const advice = stack === '' ? '; please report it with what ACP_DEBUG=1 adds to this line' : '';
  return [70, `acp: internal error: ${reason}${advice}${stack}`];
}

/** The sentence, and below it what else may help. */
function explainCommand({ message, details }: CommandError): string {
  return [`acp: ${withoutControls(message)}`, ...details].join('\n  ');
}

/** Commander writes `error: what is wrong.` and sometimes a guess on a line of its own; we say it in one sentence. */
function explainUsage(error: CommanderError, args: readonly string[]): string {
  const command = args.find((arg) => commandNames.has(arg));
  const name = command === undefined ? 'acp' : `acp ${command}`;
  if (error.code === 'commander.help') {
    const example = exampleFor(command ?? '');
    if (example === undefined) return 'acp: there is no such command; see acp --help';
    return `${name}: a word is missing behind it, such as ${example}; ${name} --help shows them all`;
  }
  const [what = '', guess] = error.message.replace(/^error: /u, '').split('\n');
  const meant = guess?.match(/Did you mean (?:one of )?(?<names>.+)\?/u)?.groups?.['names'];
  const advice = meant === undefined ? `see ${name} --help` : `did you mean ${meant}?`;
  return `${name}: ${what.replace(/\.$/u, '')}; ${advice}`;
}
