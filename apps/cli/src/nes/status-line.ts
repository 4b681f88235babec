/** The last row: the file, the agent and what it is doing, what Tab does, and where the cursor is. */
import { span, paint, widthOf } from '../chat/text/line.ts';
import type { AdviserState } from './adviser.ts';
import { filled } from './draw-rows.ts';

export interface Status {
  readonly file: string;
  readonly isChanged: boolean;
  /** Whether other files are open as well. */
  readonly hasOthers: boolean;
  readonly agent: string;
  readonly state: AdviserState;
  /** What Tab and Esc do now. */
  readonly hint: string;
  /** Something that was just done; it stands in the place of the agent. */
  readonly message: string;
  /** Something that is asked; it stands in the place of everything. */
  readonly question: string;
  readonly place: string;
}

const words: Readonly<Record<Exclude<AdviserState['kind'], 'gone'>, string>> = {
  starting: 'starting',
  ready: 'ready',
  asking: 'thinking',
};

const keys = 'Ctrl+S saves, Ctrl+Q leaves';
const keysOfSeveral = 'Ctrl+P files, Ctrl+Q leaves';

export function statusLine(status: Status, columns: number, hasColours: boolean): string {
  const { file, isChanged, place, question } = status;
  const left = question === '' ? ` ${file}${isChanged ? ' •' : ''} │ ${middle(status)}` : ` ${question}`;
  const right = question === '' ? ` ${place} ` : '';
  const room = columns - widthOf(right) > columns / 2 ? columns - widthOf(right) : columns;
  const end = room === columns ? '' : right;
  if (hasColours) return paint([span(filled(shortened(left, room), room) + end, { isInverse: true })], true);
  return filled(`─${shortened(`${left} `, room - 1)}`, room, '─') + end;
}

/** What does not fit says that it goes on. */
const shortened = (text: string, width: number): string =>
  widthOf(text.trimEnd()) <= width ? text : `${filled(text, Math.max(0, width - 1))}…`;

function middle({ agent, state, hint, message, hasOthers }: Status): string {
  if (message !== '') return message;
  if (state.kind === 'gone') return state.words;
  return `${agent}: ${hint === '' ? `${words[state.kind]} · ${hasOthers ? keysOfSeveral : keys}` : hint}`;
}
