/** The suggestions of the input box: commands of the agent and of the program, and files of the session. */
import type { Transcript } from '@acp-stack/transcript';

import type { SlashCommands } from '../ui/chat-ui.ts';
import { escapeLine } from '../../../text/escape-control-characters.ts';
import type { Suggestion } from './completion.ts';

/** Finds files of the session by a part of their path; resolves with paths relative to its folder. */
export type FileFinder = (pattern: string, signal: AbortSignal) => Promise<readonly string[]>;

/** The commands of the agent come first, in its order; two slashes are only for those of the program. */
export function commandSuggestions(
  typed: string,
  transcript: Transcript | undefined,
  programCommands: SlashCommands,
): readonly Suggestion[] {
  if (typed.startsWith('//')) {
    return programCommands
      .list()
      .map(({ name, description }) => completeCommand(name.replace(/^\/+/u, '//'), description));
  }
  const agentCommands = (transcript?.availableCommands ?? []).map((command): Suggestion => {
    const { name, description, input } = command as {
      readonly name: string;
      readonly description: string;
      readonly input?: { readonly hint?: string } | null;
    };
    const hint = typeof input?.hint === 'string' ? ` ${hintText(escapeLine(input.hint))}` : '';
    const label = `/${escapeLine(name)}`;
    const text = `${escapeLine(description)}${hint}`;
    return hint === ''
      ? completeCommand(label, text)
      : { insert: `${label} `, label, description: text, isWhole: false };
  });
  const all = [
    ...agentCommands,
    ...programCommands.list().map(({ name, description }) => completeCommand(name, description)),
  ];
  // What is typed in full comes before commands that only begin with it.
  return [...all.filter(({ label }) => label === typed), ...all.filter(({ label }) => label !== typed)];
}

/** The hint of an agent, in brackets unless it has some of its own. */
const hintText = (hint: string): string => (/^[<[(].*[>\])]$/u.test(hint) ? hint : `<${hint}>`);

/** A command without arguments. */
const completeCommand = (name: string, description: string): Suggestion => ({
  insert: name,
  label: name,
  description,
  isWhole: true,
});

/**
 * Suggests files for a mention, in quotation marks if the name has spaces; one with control characters cannot be
 * mentioned.
 */
export async function fileSuggestions(
  find: FileFinder,
  pattern: string,
  signal: AbortSignal,
): Promise<readonly Suggestion[]> {
  const paths = await find(pattern, signal);
  return paths
    .filter((path) => escapeLine(path) === path && mentionOf(path) !== undefined)
    .map((path) => ({ insert: `${mentionOf(path)} `, label: path, description: '', isWhole: false }));
}

/** Undefined for a name that has both spaces and quotation marks. */
function mentionOf(path: string): string | undefined {
  if (!/[\s"]/u.test(path)) return `@${path}`;
  return path.includes('"') ? undefined : `@"${path}"`;
}
