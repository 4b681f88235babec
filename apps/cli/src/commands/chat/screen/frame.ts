/**
 * Composes the region at the end of the screen: running work, the plan, pending messages, then the input or a question,
 * and the status line.
 *
 * It never takes more lines than the screen has. The bottom has priority; of the running work, the end is shown.
 */
import type { PermissionQuestion } from '@acp-stack/workspace/client';

import type { Conversation } from '../conversation/conversation.ts';
import { shortDuration } from '../conversation/activity-monitor.ts';
import type { PanelDrawing, PanelSpace } from '../../../tui/panel.ts';
import { line, truncate, wrap, type Line, type Style } from '../../../tui/styled-line.ts';
import { userView } from '../view/entry-view.ts';
import { pendingView, type PendingViewParts } from '../view/pending-view.ts';
import { planView } from '../view/plan-view.ts';
import { statusLine } from '../view/status-line.ts';
import type { TranscriptView } from '../view/transcript-view.ts';
import type { ViewOptions } from '../view/view-options.ts';

export interface FrameParts {
  readonly space: PanelSpace;
  readonly conversation: Conversation | undefined;
  readonly view: TranscriptView;
  readonly options: ViewOptions;
  readonly agent: string;
  readonly isLeaving: boolean;
  /** Milliseconds since the start, for a conversation that has not begun. */
  readonly connectingFor: number;
  /** The input box, or the question in its place. */
  readonly bottom: (space: PanelSpace) => PanelDrawing;
  readonly hasPanel: boolean;
  /** Whether the typing guard is on. */
  readonly isGuarded: boolean;
  /** Whether the input box has text. */
  readonly isTyping: boolean;
  /** What to report about the running work. */
  readonly activityWords: string | undefined;
  readonly pending: PendingViewParts;
  /** The visible permission request. */
  readonly asked: PermissionQuestion | undefined;
}

const dim: Style = { isDim: true };
const smallest = { width: 19, rows: 6 };
const planRows = 7;
/** Milliseconds for which no time is shown while connecting. */
const quickStart = 2000;
const spinner = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧'];

export function composeFrame(parts: FrameParts): PanelDrawing {
  const { space, conversation, view, options, hasPanel } = parts;
  const { width, rows } = space;
  if (width < smallest.width || rows < smallest.rows) {
    const words = hasPanel ? 'Enlarge the terminal to answer' : 'The terminal is too small';
    const size = `at least ${smallest.width + 1} × ${smallest.rows}.`;
    return { lines: wrap(line(`${words}: ${size}`), width).slice(0, rows) };
  }
  const bottom = parts.bottom({ width, rows: rows - 2 });
  if (conversation === undefined) {
    const early = take(pendingView(parts.pending, width), rows - bottom.lines.length - 1);
    return withStatus(early, bottom, truncate(line(connectingWords(parts), dim), width));
  }
  const status = statusOf(parts, conversation);
  const transcript = conversation.store.snapshot();
  let room = rows - bottom.lines.length - 1;
  const waiting = take(pendingView(parts.pending, width), room);
  room -= waiting.length;
  const plan = hasPanel && room < planRows ? [] : planView(transcript, { width, maxLines: Math.min(planRows, room) });
  room -= plan.length;
  const sending = conversation.sending === undefined ? [] : [...userView(conversation.sending.text, { width }), []];
  const moving = [...view.live(transcript, { ...options, asked: parts.asked }, Math.max(0, room)), ...sending];
  return withStatus([...take(moving, room), ...plan, ...waiting], bottom, status);
}

/** What happens before the conversation begins, and how to leave an agent that does not answer. */
function connectingWords({ isLeaving, connectingFor, pending }: FrameParts): string {
  if (isLeaving) return 'Ctrl+C again quits';
  const waiting = pending.all.length === 0 ? '' : ' · your message is sent then, Esc takes it back';
  if (connectingFor < quickStart) return `Connecting …${waiting}`;
  return `Connecting … ${shortDuration(connectingFor)} · Ctrl+C twice quits${waiting}`;
}

function withStatus(above: readonly Line[], { lines, cursor }: PanelDrawing, status: Line): PanelDrawing {
  return {
    lines: [...above, ...lines, status],
    ...(cursor === undefined ? {} : { cursor: { row: above.length + cursor.row, column: cursor.column } }),
  };
}

function statusOf(parts: FrameParts, conversation: Conversation): Line {
  const { agent, options } = parts;
  return statusLine(conversation.store.snapshot(), {
    agent,
    activity: activityOf(parts, conversation),
    hint: conversation.isBusy ? '' : '/keys lists the keys',
    width: options.width,
  });
}

function activityOf(
  { isLeaving, isGuarded, isTyping, hasPanel, options, activityWords, pending }: FrameParts,
  { isBusy }: Conversation,
): string | undefined {
  if (isGuarded) return 'You were typing: press Tab to answer';
  if (isLeaving) return 'Ctrl+C again quits';
  if (pending.edited !== undefined) return 'Enter saves the pending message, Esc keeps it unchanged';
  if (!isBusy) return undefined;
  if (hasPanel) return '? waiting for you';
  const words = activityWords ?? (isTyping ? 'Enter queues, Ctrl+S steers, Esc cancels' : 'working, Esc cancels');
  return `${spinner[options.tick % spinner.length] ?? ''} ${words}`;
}

const take = (lines: readonly Line[], maxLines: number): readonly Line[] =>
  maxLines <= 0 ? [] : lines.slice(-maxLines);
