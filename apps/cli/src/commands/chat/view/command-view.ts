/** A command as lines: each line of it begins with a mark, and what is broken goes on indented. */
import { breakExactly, line, span, type Line, type Style } from '../../../tui/styled-line.ts';

const dim: Style = { isDim: true };

export const commandView = (lines: readonly string[], width: number): readonly Line[] =>
  lines.flatMap((each, index) =>
    breakExactly(line(each, { colour: 'cyan' }), width, {
      first: [span(index === 0 ? '$ ' : '> ', dim)],
      hanging: [span('  ')],
    }),
  );
