/** The keys of the chat, in words. */
import { wrap } from '../../../terminal/columns.ts';
import { span, type Line } from '../../../tui/styled-line.ts';

const keys: readonly (readonly [string, string])[] = [
  ['Enter', 'sends; while the agent works, the message waits'],
  ['Ctrl+S', 'steers: says the message into what the agent does'],
  ['Alt+Enter, Ctrl+J, \\ Enter', 'begins another line'],
  ['Esc', 'cancels what the agent does'],
  ['Up, Down', 'brings back what was sent'],
  [
    'Up on an empty line',
    'selects what waits: Enter edits, Backspace pulls it back, Alt+Up and Alt+Down (or - and +) move it',
  ],
  ['Tab', 'completes a command after / and a file after @'],
  ['Shift+Tab', 'goes to the next mode'],
  ['Ctrl+L, PageUp', 'the whole conversation: scroll, unfold, search'],
  ['Ctrl+O', 'settings'],
  ['Ctrl+R', 'sessions'],
  ['Ctrl+T', 'thoughts and long output whole, or not'],
  ['Ctrl+V', 'attaches the picture in the clipboard'],
  ['Ctrl+C', 'closes a question, clears the line, cancels, and pressed twice leaves'],
  ['Ctrl+D', 'leaves, where nothing is typed'],
];

/** Columns of the names. */
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
