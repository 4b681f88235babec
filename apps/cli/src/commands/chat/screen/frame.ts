/**
 * Composes the region at the end of the screen: running work, the plan, pending messages, then the input or a question,
 * and the status line.
 *
 * It never takes more lines than the screen has. The bottom has priority; of the running work, the end is shown.
 */
import { unfinishedToolCalls } from '@acp-stack/transcript';
import type { PermissionQuestion } from '@acp-stack/workspace/client';

import type { Conversation } from '../conversation/conversation.ts';
import type { PanelDrawing, PanelSpace } from '../../../tui/panel.ts';
import { line, truncate, wrap, type Line, type Style } from '../../../tui/styled-line.ts';
import { userMessageView } from '../view/user-message-view.ts';
import { pendingView, type PendingViewParts } from '../view/pending-view.ts';
import type { PlanDisplay } from '../view/plan-display.ts';
import { statusLine } from '../view/status-line.ts';
import { connectingWords, spinnerAt, workWords } from './status-words.ts';
import type { TranscriptView } from '../view/transcript-view.ts';
import type { ViewOptions } from '../view/view-options.ts';

export interface FrameParts {
  readonly space: PanelSpace;
  readonly conversation: Conversation | undefined;
  readonly view: TranscriptView;
  readonly plans: PlanDisplay;
  readonly options: ViewOptions;
  readonly agent: string;
  readonly isLeaving: boolean;
  /** Milliseconds since the start, for a conversation that has not begun. */
  readonly connectingFor: number;
  /** What is being started or connected to. */
  readonly starting: string;
  /** The input box, or the question in its place. */
  readonly bottom: (space: PanelSpace) => PanelDrawing;
  readonly hasPanel: boolean;
  /** Whether the typing guard is on. */
  readonly isGuarded: boolean;
  /** Whether the input box has text. */
  readonly isTyping: boolean;
  /** What to report about the running work. */
  readonly activityWords: string | undefined;
  /** What a command of the user does, while it runs. */
  readonly shellActivity: string | undefined;
  /** Milliseconds since the work began. */
  readonly elapsed: number;
  readonly pending: PendingViewParts;
  /** The visible permission request. */
  readonly asked: PermissionQuestion | undefined;
}

const dim: Style = { isDim: true };
const smallest = { width: 19, rows: 6 };
const planRows = 7;

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
    return withStatus(
      early,
      bottom,
      truncate(line(connectingWords({ ...parts, tick: options.tick, width }), dim), width),
    );
  }
  const status = statusOf(parts, conversation);
  const transcript = conversation.store.snapshot();
  let room = rows - bottom.lines.length - 1;
  const waiting = take(pendingView(parts.pending, width), room);
  room -= waiting.length;
  const plan =
    hasPanel && room < planRows
      ? []
      : parts.plans.draw(transcript, {
          width,
          maxLines: Math.min(planRows, room),
          isBusy: conversation.isBusy,
          turn: conversation.turn,
        });
  room -= plan.length;
  const sending =
    conversation.sending === undefined ? [] : [...userMessageView(conversation.sending.text, { width }), []];
  const moving = [...view.live(transcript, { ...options, asked: parts.asked }, Math.max(0, room)), ...sending];
  return withStatus([...take(moving, room), ...plan, ...waiting], bottom, status);
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
    hint: conversation.isBusy ? '' : '/help · ? for keys',
    width: options.width,
  });
}

function activityOf(parts: FrameParts, conversation: Conversation): string | undefined {
  const { isLeaving, isGuarded, isTyping, hasPanel, options, pending, elapsed } = parts;
  if (isGuarded) return 'You were typing: press Tab to answer';
  if (isLeaving) return 'Ctrl+C again quits';
  if (pending.edited !== undefined) return 'Enter saves the pending message, Esc keeps it unchanged';
  if (parts.shellActivity !== undefined) return `${spinnerAt(options.tick)} ${parts.shellActivity}`;
  if (!conversation.isBusy) return undefined;
  if (hasPanel) return '? waiting for you';
  const words =
    parts.activityWords ??
    workWords({
      elapsed,
      tool: unfinishedToolCalls(conversation.store.snapshot()).at(-1),
      count: conversation.usage.count,
      isTyping,
      width: options.width,
    });
  return `${spinnerAt(options.tick)} ${words}`;
}

const take = (lines: readonly Line[], maxLines: number): readonly Line[] =>
  maxLines <= 0 ? [] : lines.slice(-maxLines);
