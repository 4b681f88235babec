/** The status rows: the file, the agent and its state, what Tab does, and the position of the cursor. */
import { paint } from '../../tui/paint.ts';
import { line, textOfLine, widthOf, wrap } from '../../tui/styled-line.ts';
import type { Theme } from '../../tui/theme.ts';
import type { SuggestionAgentState } from './suggestion-agent.ts';
import { filled } from './draw-rows.ts';

export interface Status {
  readonly file: string;
  readonly isChanged: boolean;
  /** Whether other files are open. */
  readonly hasOthers: boolean;
  readonly agent: string;
  readonly state: SuggestionAgentState;
  /** What Tab and Esc do. */
  readonly hint: string;
  /** A message; it replaces the state of the agent. */
  readonly message: string;
  /** A question; it replaces everything. */
  readonly question: string;
  readonly place: string;
}

const stateTexts: Readonly<Record<Exclude<SuggestionAgentState['kind'], 'gone'>, string>> = {
  starting: 'starting',
  ready: 'ready',
  asking: 'thinking',
};

const keys = 'Ctrl+S saves, Ctrl+Q quits';
const keysOfSeveral = 'Ctrl+P files, Ctrl+Q quits';

/** The screen of the status. */
interface StatusScreen {
  readonly columns: number;
  readonly rows: number;
  readonly theme: Theme;
}

/** The maximum part of the screen for a long status. */
const maxScreenPart = 1 / 3;

/** One row; several for a long message or question, but not for suggestions, which change too often. */
export function statusRows(status: Status, { columns, rows, theme }: StatusScreen): readonly string[] {
  const { file, isChanged, place, question, message, state } = status;
  const left = question === '' ? `${file}${isChanged ? ' •' : ''} │ ${middle(status)}` : question;
  const right = question === '' ? ` ${place} ` : '';
  const room = columns - widthOf(right) > columns / 2 ? columns - widthOf(right) : columns;
  const end = room === columns ? '' : right;
  const mayWrap = question !== '' || message !== '' || state.kind === 'gone';
  const lines = folded(left, room - 2, mayWrap ? Math.max(1, Math.floor(rows * maxScreenPart)) : 1);
  return lines.map((text, index) => {
    const [width, suffix] = index === lines.length - 1 ? [room, end] : [columns, ''];
    if (theme.name !== 'none') return paint(line(filled(` ${text}`, width) + suffix, { isInverse: true }), theme);
    return filled(`─ ${text} `, width, '─') + suffix;
  });
}

/** Wraps the text to at most `maxRows` rows, with an ellipsis. */
function folded(text: string, width: number, maxRows: number): readonly string[] {
  if (widthOf(text) <= width) return [text];
  const all = maxRows === 1 ? [text] : wrap(line(text), width).map(textOfLine);
  const rest = all.slice(maxRows - 1).join(' ');
  return [...all.slice(0, maxRows - 1), ...(rest === '' ? [] : [shortened(rest, width)])];
}

const shortened = (text: string, width: number): string =>
  widthOf(text) <= width ? text : `${filled(text, Math.max(0, width - 1))}…`;

function middle({ agent, state, hint, message, hasOthers }: Status): string {
  if (message !== '') return message;
  if (state.kind === 'gone') return state.words;
  return `${agent}: ${hint === '' ? `${stateTexts[state.kind]} · ${hasOthers ? keysOfSeveral : keys}` : hint}`;
}
