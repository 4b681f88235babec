/** What the commands of the program are given besides their options. */
import type { Command } from 'commander';

import type { Terminal } from '../terminal/terminal.ts';

export interface CommandContext {
  readonly terminal: Terminal;
  /** Called with the exit code of the command that ran. */
  readonly finish: (exitCode: number) => void;
  /** The words after `--`, for commands that take an agent there. */
  readonly agentCommand: readonly string[] | undefined;
  /** Whether `--` is on the command line: what follows it is a command, and not the name of an agent. */
  readonly hasDashes: boolean;
  /** The version of the program. */
  readonly version: string;
}

/** Adds a command to the program. */
export type AddCommand = (program: Command, context: CommandContext) => void;

/** A command that talks to an agent, as the user wrote it. */
export interface Invoked<Flags> {
  readonly flags: Flags;
  /** The name of the agent, where it has an argument of its own. */
  readonly name?: string | undefined;
  /** The words after `--`: the command of the agent. */
  readonly command: readonly string[] | undefined;
  /** The version of the program. */
  readonly version: string;
}

/** Puts the flags and arguments of a command together with what the context knows. */
export function invoked<Flags>(
  { agentCommand: command, version }: CommandContext,
  flags: Flags,
  name?: string,
): Invoked<Flags> {
  return { flags, name, command, version };
}
