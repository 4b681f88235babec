/** Slash commands: checks their names (CMD-03), and finds the one that a prompt calls (CMD-02). */
import { isJsonObject } from '@acp-stack/schema/json-object';
import type { AvailableCommand, ContentBlock } from '@acp-stack/schema/v2/unstable';

import { Mistake } from '../../connection/mistake.ts';

/** A slash command; its input is free text. */
export interface CommandInit {
  /** What the user types after the slash. */
  readonly name: string;
  /** What the command does, in one line. */
  readonly description: string;
  /** The input that the command takes; none when absent. */
  readonly input?: {
    /** Shown until something is typed. */
    readonly hint: string;
  };
}

/** The command with its types, which may be left out. */
export function toCommand(command: AvailableCommand | CommandInit): AvailableCommand {
  const { input } = command as CommandInit;
  const typed = { type: 'command', ...command } as AvailableCommand;
  return isJsonObject(input) ? { ...typed, input: { type: 'text', ...input } } : typed;
}

/** Throws a `TypeError` for the first name that is not a unique word without a slash. */
export function requireCommandNames(commands: readonly AvailableCommand[]): void {
  const names = new Set<string>();
  for (const { name } of commands) {
    if (name === '' || name.startsWith('/') || /\s/u.test(name)) {
      throw new Mistake(`The name of a command is one word without a slash; ${JSON.stringify(name)} is not.`);
    }
    if (names.has(name)) throw new Mistake(`Two commands are named ${JSON.stringify(name)}.`);
    names.add(name);
  }
}

/** A slash command that a prompt calls. */
export interface CalledCommand {
  /** Its name, without the slash. */
  readonly name: string;
  /** The text after the name in the same block, trimmed; often empty. */
  readonly input: string;
}

/** The command that a prompt calls: its first block is a text that begins with a slash and the name. */
export function calledCommand(
  prompt: readonly ContentBlock[],
  commands: readonly AvailableCommand[],
): CalledCommand | undefined {
  const [first] = prompt;
  if (first?.type !== 'text' || typeof first.text !== 'string') return undefined;
  const [, name, input = ''] = /^\/(\S+)(?:\s([^]*))?$/u.exec(first.text.trimStart()) ?? [];
  if (name === undefined || !commands.some((command) => command.name === name)) return undefined;
  return { name, input: input.trim() };
}
