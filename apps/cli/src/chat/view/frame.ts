/**
 * The region at the end of the screen: what still moves, the plan, what waits, then the input or a question, and the line with the facts.
 *
 * It never takes more lines than there are. What is at the bottom goes first; of what moves, the end is shown.
 */
import type { Conversation } from '../conversation.ts';
import type { PanelPicture, PanelSpace } from '../panels/panel.ts';
import { harmlessLine } from '../text/harmless.ts';
import { line, span, truncate, type Line, type Style } from '../text/line.ts';
import { userView } from './entry-view.ts';
import { planView } from './plan-view.ts';
import { statusLine } from './status-line.ts';
import type { TranscriptView } from './transcript-view.ts';
import type { ViewOptions } from './view-options.ts';

export interface FrameParts {
  readonly space: PanelSpace;
  readonly conversation: Conversation | undefined;
  readonly view: TranscriptView;
  readonly options: ViewOptions;
  readonly agent: string;
  readonly isLeaving: boolean;
  /** The input, or what stands in its place. */
  readonly bottom: (space: PanelSpace) => PanelPicture;
  readonly hasPanel: boolean;
  /** Whether the question waits for a sign that it was seen. */
  readonly isGuarded: boolean;
}

const dim: Style = { isDim: true };
const smallest = { width: 19, rows: 6 };
const planRows = 7;
const waitingRows = 3;
const spinner = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧'];

export function composeFrame(parts: FrameParts): PanelPicture {
  const { space, conversation, view, options, hasPanel } = parts;
  const { width, rows } = space;
  if (width < smallest.width || rows < smallest.rows) {
    return { lines: [truncate(line('Make the terminal larger.'), width)] };
  }
  const bottom = parts.bottom({ width, rows: rows - 2 });
  const status = conversation === undefined ? line('Connecting …', dim) : statusOf(parts, conversation);
  if (conversation === undefined) return withStatus([], bottom, status);
  const transcript = conversation.store.snapshot();
  let room = rows - bottom.lines.length - 1;
  const waiting = take(waitingLines(conversation, width), room);
  room -= waiting.length;
  const plan = hasPanel && room < planRows ? [] : planView(transcript, { width, most: Math.min(planRows, room) });
  room -= plan.length;
  const sending = conversation.sending === undefined ? [] : [...userView(conversation.sending.text, { width }), []];
  const moving = [...view.live(transcript, options), ...sending];
  return withStatus([...moving.slice(Math.max(0, moving.length - room)), ...plan, ...waiting], bottom, status);
}

function withStatus(above: readonly Line[], { lines, cursor }: PanelPicture, status: Line): PanelPicture {
  return {
    lines: [...above, ...lines, status],
    ...(cursor === undefined ? {} : { cursor: { row: above.length + cursor.row, column: cursor.column } }),
  };
}

function statusOf({ agent, isLeaving, isGuarded, options, hasPanel }: FrameParts, conversation: Conversation): Line {
  const { isBusy } = conversation;
  const transcript = conversation.store.snapshot();
  const needsAnswer = hasPanel && isBusy;
  const words = needsAnswer
    ? '? waiting for you'
    : `${spinner[options.tick % spinner.length] ?? ''} working, Esc cancels`;
  return statusLine(transcript, {
    agent,
    activity: isGuarded
      ? 'You were typing: Tab lets you answer'
      : isLeaving
        ? 'Ctrl+C again leaves'
        : isBusy
          ? words
          : undefined,
    hint: isBusy ? '' : '/keys lists the keys',
    width: options.width,
  });
}

function waitingLines({ waiting }: Conversation, width: number): readonly Line[] {
  const shown = waiting
    .slice(-waitingRows)
    .map(({ prompt }): Line => truncate([span('⧗ waits: ', dim), span(harmlessLine(prompt.text))], width));
  const hidden = waiting.length - shown.length;
  return hidden > 0 ? [line(`⧗ and ${hidden} more`, dim), ...shown] : shown;
}

const take = (lines: readonly Line[], most: number): readonly Line[] => (most <= 0 ? [] : lines.slice(-most));
