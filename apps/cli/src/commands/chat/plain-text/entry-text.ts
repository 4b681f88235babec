/** Entries of a transcript as plain text: the role or kind, the status, the content. */
import { senderName } from '../../../session/sender-name.ts';
import {
  rawOutputText,
  visibleText,
  type Entry,
  type SubagentEntry,
  type Terminal,
  type ToolCallEntry,
  type Transcript,
} from '@acp-stack/transcript';
import type { ToolCallContent } from '@acp-stack/schema/v2/unstable';

import { escapeControls, escapeLine, textLines } from '../../../text/escape-control-characters.ts';
import { exactLine } from '../../../text/exact-text.ts';
import { lineCount } from '../../../text/line-count.ts';
import { textOfLine } from '../../../tui/styled-line.ts';
import { contentView } from '../view/content-view.ts';
import { entryView } from '../view/entry-view.ts';
import { factsOf, subagentName } from '../view/subagent-view.ts';
import { answerWords, isRejected, type PermissionAnswers } from '../conversation/permission-answers.ts';
import { unshownCommand } from '../view/call-command.ts';
import { isRejectedCall, jsonOf, recordedContent } from '../view/asked-content.ts';
import { contentText } from './content-text.ts';
import { diffText } from './diff-text.ts';

export interface EntryTextOptions {
  readonly cwd: string;
  /** Whether thoughts and long output are printed in full. */
  readonly isVerbose: boolean;
  /** Diffs that were already printed, as JSON. */
  readonly printedDiffs?: ReadonlySet<string>;
  /** The decisions about tool calls. */
  readonly answers?: PermissionAnswers | undefined;
  /** The conversation of a subagent. */
  readonly subagent?: ((sessionId: string) => Transcript | undefined) | undefined;
}

/** The lines of output to print if it is not printed in full. */
const shortLines = 10;
const howToHearAll = '/details reads out everything.';

export function entryText(entry: Entry, transcript: Transcript, options: EntryTextOptions): string {
  if (entry.type === 'user_message') return `${senderName(entry) ?? 'You'}: ${contentText(entry.content, 'plain')}`;
  if (entry.type === 'agent_message') return `Agent: ${contentText(entry.content, 'markdown')}`;
  if (entry.type === 'tool_call') return toolCallText(entry, transcript, options);
  if (entry.type === 'subagent') return subagentText(entry, options);
  if (entry.type === 'agent_thought') {
    const thought = contentText(entry.content, 'plain');
    return `Thought: ${options.isVerbose ? thought : (thought.split('\n')[0] ?? '')}`;
  }
  return entryView(entry, transcript, { ...options, width: 10_000, tick: 0 })
    .map(textOfLine)
    .join('\n');
}

/** The state of a subagent and its last message; in full, its whole conversation, indented. */
function subagentText(entry: SubagentEntry, options: EntryTextOptions): string {
  const child = options.subagent?.(entry.sessionId);
  const facts = factsOf(entry, child).join(', ');
  const title = `Subagent ${subagentName(entry)}${facts === '' ? '' : `: ${facts}`}`;
  const entries = child?.entries.toArray() ?? [];
  const last = entries.at(-1);
  if (child === undefined || last === undefined) return title;
  // A session that announces itself is not read out inside itself.
  const subagent: EntryTextOptions['subagent'] = (id) => (id === entry.sessionId ? undefined : options.subagent?.(id));
  const shown = options.isVerbose ? entries : entries.filter((each) => each === last && each.type === 'agent_message');
  const lines = shown
    .map((each) => entryText(each, child, { ...options, subagent }))
    .flatMap((text) => shortened(text.split('\n'), options));
  return [title, ...lines.map((each) => `  ${each}`)].join('\n');
}

export const toolCallTitle = ({ title, name }: ToolCallEntry): string => exactLine((title ?? name ?? 'unnamed').trim());

function toolCallText(entry: ToolCallEntry, transcript: Transcript, options: EntryTextOptions): string {
  const hidesOutput = isRejectedCall(entry, options.answers) && !options.isVerbose;
  const items = recordedContent(entry, { ...options, width: 0, tick: 0 }).flatMap((item) =>
    itemText(item, transcript, options),
  );
  const raw = hidesOutput ? undefined : rawOutputText(entry);
  const output = raw === undefined ? [] : shortened(textLines(escapeControls(visibleText(raw))), options);
  const command = unshownCommand(entry, transcript);
  const ran = command === undefined ? [] : [`Command: ${exactLine(command)}`];
  return [`Tool call ${statusText(entry, options)}: ${toolCallTitle(entry)}`, ...ran, ...items, ...output].join('\n');
}

function shortened(lines: readonly string[], { isVerbose }: Pick<EntryTextOptions, 'isVerbose'>): readonly string[] {
  const rest = lines.length - shortLines;
  if (isVerbose || rest <= 0) return lines;
  return [...lines.slice(0, shortLines), `${lineCount(rest, 'more')}; ${howToHearAll}`];
}

function statusText({ toolCallId, status }: ToolCallEntry, { answers }: EntryTextOptions): string {
  const answer = answers?.get(toolCallId);
  const words = escapeLine(status.replace('_', ' '));
  if (answer === undefined || !isRejected(answer)) return words;
  return status === 'completed' ? `completed, although ${answerWords(answer)}` : `not done, ${answerWords(answer)}`;
}

function itemText(
  item: ToolCallContent,
  { terminals }: Transcript,
  { cwd, isVerbose, printedDiffs }: EntryTextOptions,
): readonly string[] {
  if (item.type === 'diff') {
    return diffText(item, {
      cwd,
      maxLines: printedDiffs?.has(jsonOf(item)) === true ? 0 : isVerbose ? Infinity : 2 * shortLines,
    });
  }
  if (item.type === 'terminal') {
    const terminal = terminals.get((item as { readonly terminalId: string }).terminalId);
    return terminal === undefined ? [] : terminalText(terminal, isVerbose);
  }
  if (item.type !== 'content') return [escapeLine(item.type)];
  const lines =
    item.content.type === 'text'
      ? contentView(item.content, { width: 10_000 }).map(textOfLine)
      : contentText([item.content], 'markdown').split('\n');
  return shortened(lines, { isVerbose });
}

function terminalText({ command, exitStatus, output }: Terminal, isVerbose: boolean): readonly string[] {
  const printed = textLines(escapeControls(visibleText(output.text)).trimEnd());
  const shown = isVerbose ? printed : printed.slice(-shortLines);
  const earlier = printed.length - shown.length;
  const { exitCode, signal } = exitStatus ?? {};
  return [
    ...(typeof command === 'string' ? [`Command: ${exactLine(command)}`] : []),
    ...(earlier > 0 ? [`${lineCount(earlier, 'earlier')}; ${howToHearAll}`] : []),
    ...(printed[0] === '' && printed.length === 1 ? [] : [`Output: ${shown.join('\n')}`]),
    ...(exitStatus === undefined
      ? []
      : [typeof signal === 'string' ? `Ended by ${escapeLine(signal)}.` : `Exit code ${exitCode ?? 'unknown'}.`]),
  ];
}
