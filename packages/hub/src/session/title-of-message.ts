/** The title of a session whose agent gives it none: how its first message begins. */
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';

import type { LogRecord } from '../store/records.ts';

/** So many characters are shown; what follows is cut at a word. */
const maxCharacters = 80;

/** The beginning of the first message of the user among these records; undefined if there is none with text. */
export function titleOfMessage(records: readonly LogRecord[]): string | undefined {
  for (const record of records) {
    const words = record.kind === 'update' ? wordsOf(record.update) : '';
    if (words !== '') return words.length <= maxCharacters ? words : `${cut(words)}…`;
  }
  return undefined;
}

function wordsOf(update: SessionUpdate): string {
  const { sessionUpdate, content } = update as { readonly sessionUpdate: string; readonly content?: unknown };
  if (sessionUpdate !== 'user_message' || !Array.isArray(content)) return '';
  const texts = (content as readonly { readonly type?: unknown; readonly text?: unknown }[]).flatMap(({ type, text }) =>
    type === 'text' && typeof text === 'string' ? [text] : [],
  );
  return texts.join(' ').replaceAll(/\s+/gu, ' ').trim();
}

/** Whole words, if there are any, and no half of a surrogate pair. */
function cut(words: string): string {
  const begin = words.slice(0, maxCharacters).replace(/[\uD800-\uDBFF]$/u, '');
  const lastSpace = begin.lastIndexOf(' ');
  return lastSpace > maxCharacters / 2 ? begin.slice(0, lastSpace) : begin;
}
