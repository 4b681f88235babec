/** The command of a tool call that nothing else in its record shows. */
import { terminalsOf, type ToolCallEntry, type Transcript } from '@acp-stack/transcript';
import { commandOf } from '@acp-stack/workspace/questions';

/** The command in the arguments of a call that runs one; undefined if its title or a terminal shows it. */
export function unshownCommand(entry: ToolCallEntry, transcript: Transcript): string | undefined {
  if (entry.kind !== 'execute') return undefined;
  const command = commandOf(entry)?.trim();
  if (command === undefined || (entry.title ?? '').includes(command)) return undefined;
  return terminalsOf(transcript, entry).some((terminal) => terminal.command !== undefined) ? undefined : command;
}
