/** The completions below the input, and which of how many is selected. */
import { line, span, truncate, type Line, type Style } from '../../../tui/styled-line.ts';
import type { PanelSpace } from '../../../tui/panel.ts';
import type { Completion } from './completion.ts';

const maxSuggestions = 6;
const dim: Style = { isDim: true };

export function suggestionLines({ suggestions, selected, isCut }: Completion, space: PanelSpace): readonly Line[] {
  const { width, rows } = space;
  const total = suggestions.length;
  const isCounted = total > Math.min(maxSuggestions, rows) && rows > 2;
  const room = Math.min(maxSuggestions, isCounted ? rows - 1 : rows);
  const from = Math.max(0, Math.min(selected - room + 1, total - room));
  const shown = suggestions.slice(from, from + room).map(({ label, description }, index) => {
    const isSelected = from + index === selected;
    return truncate(
      [
        span(isSelected ? '❯ ' : '  ', { colour: 'cyan' }),
        span(label, isSelected ? { colour: 'cyan', isBold: true } : {}),
        span(description === '' ? '' : `  ${description}`, dim),
      ],
      width,
    );
  });
  const count = `  ${selected + 1} of ${isCut === true ? `the first ${total}` : total}`;
  return isCounted ? [...shown, truncate(line(count, dim), width)] : shown;
}
