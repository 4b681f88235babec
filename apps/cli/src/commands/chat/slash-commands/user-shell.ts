/**
 * `!command`: runs a command of the user in the shell of the user, and shares its output with the agent.
 *
 * The output goes with the next message, as it was shown; nothing is sent before that.
 */
import type { ClientSession } from '@acp-stack/sdk';
import type { ExitStatus, Workspace } from '@acp-stack/workspace';
import { visibleText } from '@acp-stack/transcript';

import { escapeLine } from '../../../text/escape-control-characters.ts';
import { ansiLines } from '../../../tui/ansi-lines.ts';
import { line, span, type Line } from '../../../tui/styled-line.ts';
import type { PrintOptions } from '../ui/chat-ui.ts';
import type { SharedText } from '../conversation/prompt.ts';

export interface UserShellParts {
  readonly workspace: (session: ClientSession) => Promise<Workspace>;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A command that runs. */
interface Run {
  readonly command: string;
  readonly controller: AbortController;
}

/** Characters of the output that are shared: the beginning and the end, if there is more. */
const maxShared = 30_000;
const maxSharedStart = 10_000;

export class UserShell {
  readonly #parts: UserShellParts;
  #run: Run | undefined;

  constructor(parts: UserShellParts) {
    this.#parts = parts;
  }

  /** The command that runs. */
  get running(): string | undefined {
    return this.#run?.command;
  }

  /** Stops the command; false if none runs. */
  stop(): boolean {
    this.#run?.controller.abort();
    return this.#run !== undefined;
  }

  /** Runs a command in the folder of the session, prints its output, and resolves with what to share. */
  async run(
    command: string,
    session: ClientSession,
    print: (lines: readonly Line[], options: PrintOptions) => void,
  ): Promise<SharedText> {
    if (this.#run !== undefined) throw new Error(`${this.#run.command} is still running; Esc stops it.`);
    const controller = new AbortController();
    this.#run = { command, controller };
    try {
      const part = { isPart: true };
      print([[span('! ', { colour: 'magenta', isBold: true }), span(escapeLine(command), { isBold: true })]], part);
      const { terminals } = await this.#parts.workspace(session);
      const { env } = this.#parts;
      // The user runs it, so it gets every variable.
      const terminal = await terminals.start({ ...shellCommand(command, env), env });
      controller.signal.addEventListener('abort', () => void terminal.kill(), { once: true });
      if (controller.signal.aborted) void terminal.kill();
      try {
        await printOutput(terminal, (lines) => print(lines, part));
        const status = await terminal.waitForExit();
        const words = controller.signal.aborted ? 'stopped' : exitWords(status);
        print(words === undefined ? [] : [line(`  ${words}`, { isDim: true })], {});
        return { name: `! ${command}`, text: sharedText(command, terminal.output().text, words) };
      } finally {
        await terminal.release();
      }
    } finally {
      this.#run = undefined;
    }
  }
}

/** Prints the output line by line, as it comes. */
async function printOutput(
  terminal: AsyncIterable<{ readonly text: string }>,
  print: (lines: readonly Line[]) => void,
): Promise<void> {
  let rest = '';
  for await (const { text } of terminal) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    if (lines.length > 0) print(outputLines(lines.join('\n')));
  }
  if (rest !== '') print(outputLines(rest));
}

/** The shell of the user; `sh`, or `cmd.exe` on Windows, if the user has none. */
function shellCommand(
  command: string,
  { SHELL: shell = '' }: UserShellParts['env'],
): { readonly command: string; readonly args?: readonly string[]; readonly shell?: true } {
  return shell === '' || process.platform === 'win32'
    ? { command, shell: true }
    : { command: shell, args: ['-c', command] };
}

const outputLines = (text: string): readonly Line[] => ansiLines(text).map((each) => [span('  '), ...each]);

/** Undefined if the command succeeded. */
function exitWords({ exitCode, signal }: ExitStatus): string | undefined {
  if (signal !== null) return `ended by ${signal}`;
  return exitCode === 0 ? undefined : `exit code ${exitCode}`;
}

function sharedText(command: string, output: string, end = 'exit code 0'): string {
  const text = visibleText(output).trimEnd();
  const cut =
    text.length <= maxShared
      ? text
      : `${text.slice(0, maxSharedStart)}\n[…]\n${text.slice(text.length - (maxShared - maxSharedStart))}`;
  return `The user ran this command in a shell:\n$ ${command}\n${cut}${cut === '' ? '' : '\n'}[${end}]\n`;
}
