/**
 * Runs one command line and answers with the exit code.
 *
 * 0 is success, 1 is what the command was asked to find (an invalid message), 2 is a mistake of the user, 70 a mistake of
 * ours. Every failure is one sentence on stderr; `ACP_DEBUG=1` adds the stack of a mistake of ours.
 */
import { CommanderError } from 'commander';

import { createProgram } from './program.ts';
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
  const program = createProgram(terminal, {
    finish: (code) => (exitCode = code),
    printHelp: (text) => (help += text),
  });
  try {
    await program.parseAsync(isBare ? ['protocol'] : args, { from: 'user' });
  } finally {
    await terminal.stdout.write(help);
  }
  if (isBare) await terminal.stderr.tell('\nacp --help lists the commands.\n');
  return exitCode;
}

async function report(error: unknown, args: readonly string[], terminal: Terminal): Promise<number> {
  if (error instanceof OutputClosedError) return 0;
  if (error instanceof CommanderError && error.exitCode === 0) return 0;
  const [code, sentence] = explain(error, args, terminal);
  await terminal.stderr.tell(`${sentence}\n`);
  return code;
}

function explain(error: unknown, args: readonly string[], terminal: Terminal): readonly [number, string] {
  if (error instanceof UsageError) return [2, `acp: ${error.message}`];
  if (error instanceof CommanderError) return [2, explainUsage(error, args)];
  const stack = terminal.env['ACP_DEBUG'] === '1' && error instanceof Error ? `\n${error.stack}` : '';
  const reason = error instanceof Error ? error.message : String(error);
  const advice = stack === '' ? '; please report it with what ACP_DEBUG=1 adds to this line' : '';
  return [70, `acp: internal error: ${reason}${advice}${stack}`];
}

const commands = new Set(['protocol', 'validate', 'bridge', 'serve']);

/** Commander writes `error: what is wrong.` and sometimes a guess on a line of its own; we say it in one sentence. */
function explainUsage(error: CommanderError, args: readonly string[]): string {
  if (error.code === 'commander.help') return 'acp: there is no such command; see acp --help';
  const [what = '', guess] = error.message.replace(/^error: /u, '').split('\n');
  const command = args.find((arg) => commands.has(arg));
  const name = command === undefined ? 'acp' : `acp ${command}`;
  const meant = guess?.match(/Did you mean (?:one of )?(?<names>.+)\?/u)?.groups?.['names'];
  const advice = meant === undefined ? `see ${name} --help` : `did you mean ${meant}?`;
  return `${name}: ${what.replace(/\.$/u, '')}; ${advice}`;
}
