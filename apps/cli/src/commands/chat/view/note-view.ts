/** A note of the program as lines. */
import type { Note } from '../conversation/outcome-note.ts';
import { escapeControls } from '../../../text/escape-control-characters.ts';
import { span, wrap, type Line, type Style } from '../../../tui/styled-line.ts';

const styles: Readonly<Record<Note['kind'], readonly [string, Style]>> = {
  info: ['· ', { isDim: true }],
  warning: ['! ', { colour: 'yellow' }],
  error: ['✗ ', { colour: 'red' }],
};

export function noteView({ kind, text }: Note, width: number): readonly Line[] {
  const [sign, style] = styles[kind];
  return escapeControls(text)
    .trim()
    .split('\n')
    .flatMap((each, index) =>
      wrap([span(each, style)], width, {
        first: [span(index === 0 ? sign : '  ', style)],
        hanging: [span('  ')],
      }),
    );
}
