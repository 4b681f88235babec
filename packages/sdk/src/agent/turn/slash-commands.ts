/** Slash commands: what they are called, a word without its slash, each once (CMD-03), and how a prompt calls one (CMD-02). */
import type { AvailableCommand, ContentBlock } from '@acp-stack/schema/v2/unstable';

/** Throws a `TypeError` for the first command that could not be called. */
export function requireCommandNames(commands: readonly AvailableCommand[]): void {
  const names = new Set<string>();
  for (const { name } of commands) {
    if (name === '' || name.startsWith('/') || /\s/u.test(name)) {
      throw new TypeError(`A command is named by one word without a slash before it; ${JSON.stringify(name)} is none.`);
    }
    if (names.has(name)) throw new TypeError(`Two commands are named ${JSON.stringify(name)}.`);
    names.add(name);
  }
}

/** A slash command that the user calls. */
export interface CalledCommand {
  /** Its name, without the slash. */
  readonly name: string;
  /** What follows the name in the same block, without the space around it; often nothing. */
  readonly input: string;
}

/** The one of `commands` that a prompt calls: text at its start says so, whatever else comes with it. */
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
