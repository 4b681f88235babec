/** The options for context of a prompt. Loaded at every start, so it imports only commander and lists of names. */
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
        'send context with each prompt, which the session does not keep: git, active-file, selection (separated by commas), or none (env: ACP_CONTEXT)',
      ),
    )
    .addOption(
      new Option(
        '--context-fallback <where>',
        'if the agent does not accept context: none leaves it out (default), prompt adds it to the prompt, so that it stays in the session',
      ).choices(contextFallbacks),
    )
    .addOption(
      new Option('--editor-state <file>', 'file in which an editor describes what is open (env: ACP_EDITOR_STATE)'),
    );
}
