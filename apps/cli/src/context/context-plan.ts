/**
 * The context to send with prompts, from the command line, the environment and the files. It is checked before an agent
 * is started.
 */
import { resolve } from 'node:path';

import type { AgentAccess } from '../access/agent-access.ts';
import type { Log } from '../log/log.ts';
import { firstOf, type Settings } from '../config/settings.ts';
import { didYouMean } from '../text/did-you-mean.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../errors/usage-error.ts';
import { contextFallbacks, type ContextFallback } from '../command-line/context-fallbacks.ts';
import type { ContextFlags } from '../command-line/context-options.ts';

/** The kinds of context. */
const contextNames = ['git', 'active-file', 'selection'] as const;
export type ContextName = (typeof contextNames)[number];

export interface ContextPlan {
  readonly names: readonly ContextName[];
  readonly fallback: ContextFallback;
  /** Whether a flag or a variable asked for it, and not only a file. */
  readonly isAsked: boolean;
  /** The file in which an editor describes what is open. */
  readonly editorState: string | undefined;
}

export interface ContextPlanSources {
  readonly terminal: Terminal;
  /** What the agent may use: without the state of the editor it gets only context that the command line asks for. */
  readonly access: AgentAccess;
  readonly log: Pick<Log, 'warn' | 'info'>;
}

export function planContext(
  flags: ContextFlags,
  settings: Settings,
  { terminal, access, log }: ContextPlanSources,
): ContextPlan {
  const { env } = terminal;
  const requested = firstOf(flags.context, env['ACP_CONTEXT'], undefined);
  const isAsked = requested !== undefined;
  const entries = requested?.split(',') ?? settings.context ?? [];
  const place = isAsked ? (flags.context === undefined ? 'ACP_CONTEXT' : '--context') : `${settings.path}: context`;
  const editorState = firstOf(flags.editorState, env['ACP_EDITOR_STATE'], settings.editorState);
  const names = namesIn(entries, place);
  const isWithheld = names.length > 0 && flags.context === undefined && !access.has('editor-state');
  if (isWithheld) {
    const sentence = 'no context is sent to this agent; --context or --allow-editor-state sends it';
    if (isAsked) log.warn(sentence);
    else log.info(sentence);
  }
  return {
    names: isWithheld ? [] : names,
    fallback: fallbackOf(flags.contextFallback ?? settings.contextFallback ?? 'none', settings),
    isAsked,
    editorState: editorState === undefined ? undefined : resolve(editorState),
  };
}

function namesIn(entries: readonly string[], place: string): readonly ContextName[] {
  const words = entries.map((word) => word.trim()).filter((word) => word !== '' && word !== 'none');
  const unknown = words.find((word) => !isName(word));
  if (unknown === undefined) return contextNames.filter((name) => words.includes(name));
  const guess = didYouMean(unknown, contextNames);
  throw new UsageError(
    `${place}: unknown name "${unknown}"${guess === '' ? `; choose from ${contextNames.join(', ')}` : guess}`,
  );
}

const isName = (word: string): word is ContextName => contextNames.some((name) => name === word);

function fallbackOf(value: string, { path }: Settings): ContextFallback {
  const found = contextFallbacks.find((each) => each === value);
  if (found !== undefined) return found;
  throw new UsageError(`${path}: context_fallback must be ${contextFallbacks.join(' or ')}, not ${value}`);
}
