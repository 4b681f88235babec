/** The options for context of a prompt. Loaded at every start, so it has no other dependencies. */
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
        'send context with each prompt, for one turn only: git, active-file, selection, separated by commas, or none (env: ACP_CONTEXT)',
      ),
    )
    .addOption(
      new Option(
        '--context-fallback <where>',
        'where context goes if the agent does not accept it: none (default), or prompt, where it stays in the session',
      ).choices(contextFallbacks),
    )
    .addOption(
      new Option('--editor-state <file>', 'file in which an editor describes what is open (env: ACP_EDITOR_STATE)'),
    );
}
