/** A terminal of an agent, as an editor shows it: its output from the start, and its end. */
import type { Terminal } from '@acp-stack/workspace';

/** The part of a terminal that is shown. */
export type ShownTerminal = Pick<Terminal, 'command' | 'kill' | 'waitForExit'> &
  AsyncIterable<{ readonly text: string; readonly missed: number }>;

/** Where the output goes. */
export interface TerminalOutput {
  readonly write: (text: string) => void;
  readonly closed: (exitCode: number | undefined) => void;
}

/** Characters of the command in a title. */
const maxTitle = 40;

export class TerminalView {
  readonly #terminal: ShownTerminal;
  #hasEnded = false;
  #lastWasReturn = false;

  constructor(terminal: ShownTerminal) {
    this.#terminal = terminal;
  }

  /** What a terminal of this agent is called: the agent, and the beginning of the command. */
  title(agent: string): string {
    const command = oneLine(this.#terminal.command);
    return `${agent}: ${command.length > maxTitle ? `${command.slice(0, maxTitle)}…` : command}`;
  }

  /** Writes the output until the command has ended; called once. */
  async show({ write, closed }: TerminalOutput): Promise<void> {
    // Bold and not dim: dim text cannot be read in themes of high contrast.
    write(`\u001b[1m$ ${oneLine(this.#terminal.command)}\u001b[0m\r\n`);
    for await (const { text, missed } of this.#terminal) {
      if (missed > 0) write(`\r\n\u001b[1m… ${missed} bytes were left out …\u001b[0m\r\n`);
      write(this.#withReturns(text));
    }
    const { exitCode, signal } = await this.#terminal.waitForExit();
    this.#hasEnded = true;
    const how = signal === null || signal === undefined ? `code ${String(exitCode)}` : `signal ${signal}`;
    write(`\r\n\u001b[1mThe command has ended with ${how}.\u001b[0m\r\n`);
    closed(exitCode ?? undefined);
  }

  /** What the user types: Ctrl+C ends the command, the rest has no reader. */
  typed(text: string): void {
    if (text.includes('\u0003')) this.close();
  }

  /** The user has closed the terminal: the command is ended. */
  close(): void {
    if (!this.#hasEnded) void this.#terminal.kill();
  }

  /** A program without a terminal ends its lines with `\n` only. */
  #withReturns(text: string): string {
    let result = '';
    for (const character of text) {
      result += character === '\n' && !this.#lastWasReturn ? '\r\n' : character;
      this.#lastWasReturn = character === '\r';
    }
    return result;
  }
}

const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
