/** What the commands of the program are given besides their options. */
import type { Terminal } from '../terminal/terminal.ts';

export interface CommandContext {
  readonly terminal: Terminal;
  /** Called with the exit code of the command that ran. */
  readonly finish: (exitCode: number) => void;
  /** What stands behind `--`, for commands that take an agent there. */
  readonly agentCommand: readonly string[] | undefined;
  /** The version of the program. */
  readonly version: string;
}
