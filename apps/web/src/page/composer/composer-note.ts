/** The sentence below the input: why nothing can be sent, what went wrong, or what a command expects. */
import type { AvailableCommand } from '@acp-stack/sdk';

import { hintOf, unknownCommand } from './completion.ts';
import type { Note } from './composer-model.ts';
import type { ComposerState } from './composer-state.ts';

export interface NoteParts {
  readonly state: ComposerState;
  readonly note: Note | undefined;
  readonly text: string;
  readonly commands: readonly AvailableCommand[];
}

/** What to say now; undefined if there is nothing to say. */
export function composerNote({ state, note, text, commands }: NoteParts): Note | undefined {
  if (note !== undefined) return note;
  if (state.reason !== undefined) return { kind: 'info', text: state.reason };
  const [, name] = /^\/(\S+)\s+$/u.exec(text) ?? [];
  const command = commands.find((each) => each.name === name);
  const hint = command === undefined ? undefined : hintOf(command);
  if (hint !== undefined) return { kind: 'info', text: `/${name}: ${hint}` };
  const unknown = /\s/u.test(text) ? unknownCommand(text, commands) : undefined;
  if (unknown === undefined) return undefined;
  return { kind: 'info', text: `The agent has no command /${unknown}, so this is sent as text.` };
}
