/** The descriptions of the keys. */
import { wrap } from '../../../terminal/columns.ts';
import { span, type Line } from '../../../tui/styled-line.ts';

const keys: readonly (readonly [string, string])[] = [
  ['Enter', 'send; while the agent works, the message waits'],
  ['Ctrl+S', 'steer: send the message while the agent works'],
  ['Alt+Enter, Ctrl+J, \\ Enter', 'new line'],
  ['Esc', 'cancel the work; nothing that waits is sent'],
  ['/, @, ! at the beginning', 'a command, a file, a command of your shell'],
  ['Up, Down', 'earlier messages'],
  ['Ctrl+R', 'search earlier messages'],
  ['Up on an empty line', 'select a pending message: edit, move, take back'],
  ['Tab', 'complete a command or a file; unfold a pasted text'],
  ['Shift+Tab', 'next mode'],
  ['Ctrl+L, PageUp', 'the whole conversation: scroll, unfold, search'],
  ['Ctrl+O', 'settings'],
  ['Ctrl+X', 'sessions'],
  ['Ctrl+T', 'thoughts and long output in full, or in short'],
  ['Ctrl+P', 'hide the plan, or show it again'],
  ['Ctrl+G', 'write the message in your editor'],
  ['Ctrl+_, Ctrl+Y', 'undo; put back what Ctrl+K, U or W has cut'],
  ['Ctrl+V', 'attach the image in the clipboard'],
  ['Ctrl+C', 'close a question, clear, cancel; twice to quit'],
  ['Ctrl+D, Ctrl+Z', 'quit, if the line is empty; suspend'],
];

/** Width of the names in columns. */
const nameWidth = 28;
const narrowest = 20;

/** The keys in lines of at most `width` columns. */
export const keyLines = (width: number): readonly Line[] =>
  keys.flatMap(([name, does]) =>
    wrap(does, Math.max(narrowest, width - nameWidth)).map((part, index): Line => [
      span((index === 0 ? name : '').padEnd(nameWidth), { colour: 'cyan' }),
      span(part),
    ]),
  );
