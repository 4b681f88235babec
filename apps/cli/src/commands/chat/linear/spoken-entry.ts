/** Entries of a transcript in words: who spoke, what it is, how it ended. */
import { visibleText, type Entry, type Terminal, type ToolCallEntry, type Transcript } from '@acp-stack/transcript';
import type { ToolCallContent } from '@acp-stack/schema/v2/unstable';

import { escapeControls, escapeLine, textLines } from '../../../text/escape-control-characters.ts';
import { textOfLine } from '../../../tui/styled-line.ts';
import { contentView } from '../view/content-view.ts';
import { entryView } from '../view/entry-view.ts';
import { spokenContent } from './spoken-content.ts';
import { spokenDiff } from './spoken-diff.ts';

export interface SpokenOptions {
  readonly cwd: string;
  /** Whether thoughts and long output are read out in full. */
  readonly isVerbose: boolean;
  /** Diffs that were already read out. */
  readonly told?: WeakSet<object>;
}

const shortLines = 10;

export function spokenEntry(entry: Entry, transcript: Transcript, options: SpokenOptions): string {
  if (entry.type === 'user_message') return `You: ${spokenContent(entry.content, 'plain')}`;
  if (entry.type === 'agent_message') return `Agent: ${spokenContent(entry.content, 'markdown')}`;
  if (entry.type === 'tool_call') return spokenToolCall(entry, transcript, options);
  if (entry.type === 'agent_thought') {
    const thought = spokenContent(entry.content, 'plain');
    return `Thought: ${options.isVerbose ? thought : (thought.split('\n')[0] ?? '')}`;
  }
  return entryView(entry, transcript, { ...options, width: 10_000, tick: 0 })
    .map(textOfLine)
    .join('\n');
}

export const spokenTitle = ({ title, name }: ToolCallEntry): string => escapeLine(title ?? name ?? 'unnamed');

function spokenToolCall(entry: ToolCallEntry, transcript: Transcript, options: SpokenOptions): string {
  const items = entry.content.toArray().flatMap((item) => spokenItem(item, transcript, options));
  return [`Tool call ${escapeLine(entry.status.replace('_', ' '))}: ${spokenTitle(entry)}`, ...items].join('\n');
}

function spokenItem(
  item: ToolCallContent,
  { terminals }: Transcript,
  { cwd, isVerbose, told }: SpokenOptions,
): readonly string[] {
  if (item.type === 'diff') {
    return spokenDiff(item, { cwd, most: told?.has(item) === true ? 0 : isVerbose ? Infinity : 2 * shortLines });
  }
  if (item.type === 'terminal') {
    const terminal = terminals.get((item as { readonly terminalId: string }).terminalId);
    return terminal === undefined ? [] : spokenTerminal(terminal, isVerbose);
  }
  if (item.type !== 'content') return [escapeLine(item.type)];
  const lines =
    item.content.type === 'text'
      ? contentView(item.content, { width: 10_000 }).map(textOfLine)
      : spokenContent([item.content], 'markdown').split('\n');
  const rest = lines.length - shortLines;
  if (isVerbose || rest <= 0) return lines;
  return [...lines.slice(0, shortLines), `${rest} more lines; /details reads out everything.`];
}

function spokenTerminal({ command, exitStatus, output }: Terminal, isVerbose: boolean): readonly string[] {
  const printed = textLines(escapeControls(visibleText(output.text)).trimEnd());
  const shown = isVerbose ? printed : printed.slice(-shortLines);
  const { exitCode, signal } = exitStatus ?? {};
  return [
    ...(typeof command === 'string' ? [`Command: ${escapeLine(command)}`] : []),
    ...(printed[0] === '' && printed.length === 1 ? [] : [`Output: ${shown.join('\n')}`]),
    ...(exitStatus === undefined
      ? []
      : [typeof signal === 'string' ? `Ended by ${escapeLine(signal)}.` : `Exit code ${exitCode ?? 'unknown'}.`]),
  ];
}
