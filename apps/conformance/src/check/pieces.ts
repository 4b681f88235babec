/** Puts the lines of a log together that are one message, so that a message over several lines is one mistake. */
import { isFields, type LoggedMessage } from '../conversation/message.ts';
import { parseText } from '../conversation/parse-text.ts';

/** One message of a log, or a text that is none. */
export interface Piece {
  /** Its lines: one, unless the program broke a message. */
  readonly lines: readonly [LoggedMessage, ...LoggedMessage[]];
  /** The place of its first line in the log. */
  readonly index: number;
  /** Undefined if it is not JSON. */
  readonly value?: unknown;
}

/** A message with more lines than this is not recognized. */
const maxLines = 500;

/** The pieces of a log, in order. */
export function piecesOf(log: readonly LoggedMessage[]): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let index = 0; index < log.length;) {
    const message = log[index] as LoggedMessage;
    const piece = 'value' in message ? { lines: [message] as const, index, value: message.value } : broken(log, index);
    pieces.push(piece);
    index += piece.lines.length;
  }
  return pieces;
}

/** The lines from `index` on that are JSON together; the first line alone if they never are. */
function broken(log: readonly LoggedMessage[], index: number): Piece {
  const first = log[index] as LoggedMessage;
  const alone: Piece = { lines: [first], index };
  if (first.from === 'suite' || !startsMessage(first.text)) return alone;
  const more: LoggedMessage[] = [];
  for (const next of log.slice(index + 1, index + maxLines)) {
    if (next.from === 'suite' || startsMessage(next.text)) return alone;
    more.push(next);
    const { value } = parseText([first, ...more].map(({ text }) => text).join('\n'));
    if (isFields(value)) return { lines: [first, ...more], index, value };
  }
  return alone;
}

/** Whether a text looks like the beginning of a message: an object at the start of a line. */
export const startsMessage = (text: string): boolean => text.startsWith('{');
