/** A tool call as lines: its title and status, then its content. */
import {
  isFinished,
  rawOutputText,
  terminalsOf,
  type Terminal,
  type ToolCallEntry,
  type Transcript,
} from '@acp-stack/transcript';
import type { ToolCallContent } from '@acp-stack/schema/v2/unstable';
import type { PermissionDecision } from '@acp-stack/workspace/client';

import { exactLine, exactLines } from '../../../text/exact-text.ts';
import { ansiLines } from '../../../tui/ansi-lines.ts';
import { escapeLine } from '../../../text/escape-control-characters.ts';
import { lineCount } from '../../../text/line-count.ts';
import { span, wrap, type Line, type Style } from '../../../tui/styled-line.ts';
import { fileTarget } from '../../../tui/link-target.ts';
import { wrapBehindGutter } from '../../../tui/line-gutter.ts';
import { contentView } from './content-view.ts';
import { answerWords, isRejected } from '../conversation/permission-answers.ts';
import { answeredView } from './answered-view.ts';
import { isChangedSince, isRejectedCall, itemsBesides, recordedContent } from './asked-content.ts';
import { unshownCommand } from './call-command.ts';
import { commandView } from './command-view.ts';
import { diffView } from './diff-view.ts';
import { pictureView } from './picture-view.ts';
import { shortPath } from '../../../text/short-path.ts';
import type { ViewOptions } from './view-options.ts';

const dim: Style = { isDim: true };

const signs: ReadonlyMap<string, readonly [string, Style]> = new Map(
  Object.entries({
    pending: ['○', dim],
    completed: ['✓', { colour: 'green' }],
    failed: ['✗', { colour: 'red' }],
    cancelled: ['⊘', { colour: 'yellow' }],
  }),
);
const spinner = ['◐', '◓', '◑', '◒'];

/** Maximum lines of a terminal, and of other content, unless it is shown in full. */
const terminalLines = 10;
const contentLines = 6;
const commandLines = 24;
const diffLines = 24;
/** The same for a diff that the user has decided about. */
const answeredDiffLines = 200;
/** Characters of output that contain the last lines. */
const outputTail = 16 * 1024;

/** The title line. */
export function toolCallTitle(entry: ToolCallEntry, { cwd, tick, answers }: ViewOptions): Line {
  const answer = answers?.get(entry.toolCallId);
  const wasRejected = answer !== undefined && isRejected(answer) && entry.status !== 'completed';
  const [sign, style] = signs.get(wasRejected ? 'cancelled' : entry.status) ?? [
    spinner[tick % spinner.length] ?? '◐',
    { colour: 'cyan' },
  ];
  const title = exactLine((entry.title ?? entry.name ?? 'Tool call').trim());
  const places = entry.locations
    .map(({ path, line }) => {
      const number = line === undefined || line === null ? '' : `:${line}`;
      return { place: `${escapeLine(shortPath(path, cwd))}${number}`, link: fileTarget(path) };
    })
    .filter(({ place }) => !title.includes(place));
  return [
    span(`${sign} `, style),
    span(title, { isBold: true }),
    span(
      wasRejected ? `: ${answerWords(answer)}` : statusWords(entry, answer),
      wasRejected ? style : (signs.get('failed')?.[1] ?? style),
    ),
    ...places
      .slice(0, 3)
      .flatMap(({ place, link }, index) => [
        span(index === 0 ? '  ' : ', ', dim),
        span(place, link === undefined ? dim : { ...dim, link }),
      ]),
  ];
}

function statusWords({ status }: ToolCallEntry, answer: PermissionDecision | undefined): string {
  if (status === 'completed' && answer !== undefined && isRejected(answer))
    return ` (completed, although ${answerWords(answer)})`;
  return status === 'failed' || status === 'cancelled' ? ` (${status})` : '';
}

/**
 * The whole call; nothing while it waits for the visible question, which shows all of it. If the agent changes it, it
 * is shown besides what was asked.
 */
export function toolCallView(entry: ToolCallEntry, transcript: Transcript, options: ViewOptions): readonly Line[] {
  const { width, asked } = options;
  const inner = { ...options, width: width - 2 };
  const isAsked = asked !== undefined && asked.toolCallId === entry.toolCallId;
  const content = isAsked ? itemsBesides(asked, entry) : recordedContent(entry, options);
  const isChanged = isAsked && isChangedSince(asked, entry, { isOpen: true });
  if (isAsked && !isChanged && content.length === 0 && entry.status === 'pending') return [];
  const items = content.flatMap((item) => itemView(item, { entry, transcript }, inner));
  const hidesOutput = isRejectedCall(entry, options.answers) && !options.isVerbose;
  const notice = isChanged ? wrap([span(changedWords, { colour: 'yellow' })], inner.width) : askedView(entry, inner);
  const command = isAsked ? undefined : unshownCommand(entry, transcript);
  const ran = command === undefined ? [] : commandView(exactLines(command), inner.width);
  const body = [
    ...notice,
    ...shortenedCommand(ran, options),
    ...items,
    ...(hidesOutput ? [] : rawOutputView(entry, inner)),
  ];
  return [
    ...wrap(toolCallTitle(entry, options), width, { hanging: [span('  ')], first: [] }),
    ...body.map((each): Line => [span('  '), ...each]),
  ];
}

/** The first lines of a command. */
function shortenedCommand(lines: readonly Line[], { isVerbose }: ViewOptions): readonly Line[] {
  if (isVerbose || lines.length <= commandLines) return lines;
  const rest = lines.length - commandLines;
  return [
    ...lines.slice(0, commandLines),
    [span(`… ${lineCount(rest, 'more')}, Ctrl+L shows ${rest === 1 ? 'it' : 'them'}`, dim)],
  ];
}

const changedWords = 'The agent has changed this after it asked; the question is about what it shows.';

/** What the user has answered, if the agent has changed the call since; its diffs are shown anyway. */
function askedView(entry: ToolCallEntry, { answers, cwd, width }: ViewOptions): readonly Line[] {
  const answer = answers?.get(entry.toolCallId);
  if (answer?.by !== 'user' || !isChangedSince(answer.question, entry, { isOpen: false })) return [];
  return answeredView({ ...answer, question: { ...answer.question, diffs: [] } }, { cwd, width });
}

/** The raw output, if the agent reports the result nowhere else. */
function rawOutputView(entry: ToolCallEntry, { width, isVerbose }: ViewOptions): readonly Line[] {
  const text = rawOutputText(entry);
  if (text === undefined) return [];
  const lines = ansiLines(text).flatMap((each) => wrapBehindGutter(each, width));
  return isVerbose ? lines : shortened(lines, entry);
}

/** The first lines; a failure is shown in full. */
function shortened(lines: readonly Line[], { status }: ToolCallEntry): readonly Line[] {
  if (lines.length <= contentLines || status === 'failed') return lines;
  return [...lines.slice(0, contentLines), [span(`… ${lineCount(lines.length - contentLines, 'more')}`, dim)]];
}

/** Whether the call and its terminals have ended. */
export const isToolCallOver = (entry: ToolCallEntry, transcript: Transcript): boolean =>
  isFinished(entry) && terminalsOf(transcript, entry).every(({ exitStatus }) => exitStatus !== undefined);

function itemView(
  item: ToolCallContent,
  { entry, transcript }: { readonly entry: ToolCallEntry; readonly transcript: Transcript },
  options: ViewOptions,
): readonly Line[] {
  const { width, cwd, isVerbose, answers } = options;
  if (item.type === 'diff') {
    const maxLines = answers?.get(entry.toolCallId) === undefined ? diffLines : answeredDiffLines;
    return diffView(item, { cwd, width, maxLines: isVerbose ? Infinity : maxLines });
  }
  if (item.type === 'terminal') {
    const terminal = transcript.terminals.get((item as { readonly terminalId: string }).terminalId);
    return terminal === undefined ? [] : terminalView(terminal, options);
  }
  if (item.type !== 'content') return [[span(`[${escapeLine(item.type)}]`, dim)]];
  const lines = contentView(item.content, options);
  return [...(isVerbose ? lines : shortened(lines, entry)), ...pictureView([item.content], options)];
}

/** The command, the last lines of its output, and its exit status. */
function terminalView(terminal: Terminal, { width, isVerbose }: ViewOptions): readonly Line[] {
  const { command, exitStatus, output } = terminal;
  const maxLines = isVerbose ? Infinity : terminalLines;
  const { text } = output;
  const lines = ansiLines(isVerbose ? text : text.slice(-outputTail));
  const printed = lines.at(-1)?.length === 0 ? lines.slice(0, -1) : lines;
  const shown = maxLines === Infinity ? printed : printed.slice(-maxLines);
  const bar: Line = [span('│ ', dim)];
  const hasMore = shown.length < printed.length || output.dropped > 0 || (!isVerbose && text.length > outputTail);
  return [
    ...(typeof command === 'string' ? commandView(exactLines(command), width) : []),
    ...(hasMore ? [[span('│ …', dim)]] : []),
    ...shown.flatMap((each) => wrapBehindGutter(each, width, bar)),
    ...(exitStatus === undefined ? [] : [exitLine(exitStatus)]),
  ];
}

interface ExitStatus {
  readonly exitCode?: number | null;
  readonly signal?: string | null;
}

function exitLine({ exitCode, signal }: ExitStatus): Line {
  if (signal !== undefined && signal !== null) return [span(`ended by ${escapeLine(signal)}`, { colour: 'red' })];
  const style: Style = exitCode === 0 ? dim : { colour: 'red' };
  return [span(`exit code ${exitCode ?? 'unknown'}`, style)];
}
