/** The options about what an agent is told beside a prompt. Loaded with each start of the program, so it holds nothing else. */
import { Option, type Command } from 'commander';

import { contextFallbacks, type ContextFallback } from './context-fallbacks.ts';

export interface ContextFlags {
  readonly context?: string;
  readonly contextFallback?: ContextFallback;
  readonly editorState?: string;
}

export function addContextOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--context <names>',
        'tell the agent more with each prompt, for this turn only: git, active-file, selection, with commas between, or none; ACP_CONTEXT says so too',
      ),
    )
    .addOption(
      new Option(
        '--context-fallback <where>',
        'where it goes with agents that take no such context: none (default), or prompt, which keeps it',
      ).choices(contextFallbacks),
    )
    .addOption(
      new Option(
        '--editor-state <file>',
        'a file in which an editor says what is open in it; ACP_EDITOR_STATE says so too',
      ),
    );
}
