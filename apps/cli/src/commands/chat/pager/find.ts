/** Searches a transcript, entry by entry, including folded ones. */
import type { Entry } from '@acp-stack/transcript';

import { span, textOfLine, type Line, type Span } from '../../../tui/styled-line.ts';
import { messageText } from '../view/entry-view.ts';
import type { Pages, Place } from './pages.ts';

/**
 * The next line that contains the text, in either direction and wrapping around; undefined if there is none. Lines are
 * counted in unfolded entries.
 */
export function find(pages: Pages, words: string, from: Place, step: -1 | 1): Place | undefined {
  const wanted = words.toLowerCase();
  const { size } = pages;
  for (let count = 0; count <= size; count += 1) {
    const index = (((from.index + count * step) % size) + size) % size;
    const entry = pages.entry(index);
    if (entry === undefined || !mayContain(entry, wanted)) continue;
    const offsets = offsetsOf(pages.unfoldedLines(index), wanted);
    const isFirst = count === 0;
    const found = (step > 0 ? offsets : offsets.toReversed()).find(
      (offset) => !isFirst || (offset - from.offset) * step > 0,
    );
    if (found !== undefined) return { index, offset: found };
  }
  return undefined;
}

/** Checks the text of a message first, because rendering thousands of messages takes long. */
function mayContain(entry: Entry, wanted: string): boolean {
  if (entry.type !== 'user_message' && entry.type !== 'agent_message' && entry.type !== 'agent_thought') return true;
  const text = messageText(entry).toLowerCase();
  return wanted.split(/\s+/u).every((word) => text.includes(word));
}

/** The lines that contain the text, or on which it begins if it is wrapped. */
function offsetsOf(lines: readonly Line[], wanted: string): readonly number[] {
  const texts = lines.map((each) => textOfLine(each).toLowerCase());
  const direct = texts.flatMap((text, offset) => (text.includes(wanted) ? [offset] : []));
  if (direct.length > 0) return direct;
  return texts.flatMap((text, offset) => {
    const joined = `${text.trim()} ${texts[offset + 1]?.trim() ?? ''}`;
    return joined.includes(wanted) ? [offset] : [];
  });
}

/** Highlights the text in a line. */
export function withMarks(line: Line, words: string): Line {
  const text = textOfLine(line).toLowerCase();
  const wanted = words.toLowerCase();
  // A character with a longer lower-case form would shift the positions after it.
  if (wanted === '' || !text.includes(wanted) || text.length !== textOfLine(line).length) return line;
  const isMarked = (index: number): boolean => {
    const start = text.lastIndexOf(wanted, index);
    return start >= 0 && index < start + wanted.length;
  };
  let partStart = 0;
  return line.flatMap(({ text: part, style }): readonly Span[] => {
    const spans: Span[] = [];
    let from = 0;
    for (let end = 1; end <= part.length; end += 1) {
      const isEnd = end === part.length || isMarked(partStart + end) !== isMarked(partStart + end - 1);
      if (!isEnd) continue;
      spans.push(span(part.slice(from, end), isMarked(partStart + from) ? { ...style, isInverse: true } : style));
      from = end;
    }
    partStart += part.length;
    return spans;
  });
}
