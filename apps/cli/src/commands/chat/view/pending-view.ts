/** The pending messages above the input box. */
import type { PendingMessage } from '../conversation/pending-messages.ts';
import { escapeLine } from '../../../text/escape-control-characters.ts';
import { line, span, truncate, type Line, type Style } from '../../../tui/styled-line.ts';

export interface PendingViewParts {
  readonly all: readonly PendingMessage[];
  readonly selected: PendingMessage | undefined;
  readonly edited: PendingMessage | undefined;
}

const dim: Style = { isDim: true };
const maxRows = 4;
const hint = 'Enter edits, Backspace takes it back, Alt+Up/Down moves it, Esc closes';

export function pendingView({ all, selected, edited }: PendingViewParts, width: number): readonly Line[] {
  const place = selected === undefined ? all.length - 1 : all.indexOf(selected);
  const from = Math.max(0, Math.min(place - maxRows + 2, all.length - maxRows));
  const shown = all.slice(from, from + maxRows).map((message): Line => {
    const mark = selected === undefined ? '' : message === selected ? '❯ ' : '  ';
    const words = message === edited ? '✎ editing: ' : message.mode === 'steer' ? '↪ steering: ' : '⧗ queued: ';
    return truncate(
      [
        span(mark, { colour: 'cyan' }),
        span(words, dim),
        span(escapeLine(message.prompt.text), message === selected ? { colour: 'cyan', isBold: true } : {}),
      ],
      width,
    );
  });
  const hidden = all.length - shown.length;
  return [
    ...(hidden > 0 ? [line(`⧗ and ${hidden} more`, dim)] : []),
    ...shown,
    ...(selected === undefined ? [] : [truncate(line(`  ${hint}`, dim), width)]),
  ];
}
