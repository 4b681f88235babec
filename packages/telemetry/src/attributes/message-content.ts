/**
 * What was said, as the GenAI conventions write it: messages of parts, as JSON. Only for programs that ask for it.
 *
 * A text is cut before it is written, so that what a span has is valid JSON.
 */
import { isJsonObject } from '@acp-stack/schema/json-object';

import { boundedText } from './bounded-names.ts';

/** How many characters of a message, of arguments or of a result a span has. */
const maxContentCharacters = 16_384;

interface Part {
  readonly type: string;
  readonly content?: string;
}

/** The prompt of a user. */
export function inputMessages(prompt: unknown): string {
  const blocks: readonly unknown[] = Array.isArray(prompt) ? prompt : [];
  let left = maxContentCharacters;
  const parts: Part[] = [];
  for (const block of blocks) {
    if (left <= 0) break;
    if (!isJsonObject(block)) continue;
    const content = boundedText(block['text'], left);
    left -= content?.length ?? 64;
    parts.push({ type: boundedText(block['type'], 32) ?? 'unknown', ...(content === undefined ? {} : { content }) });
  }
  return JSON.stringify([{ role: 'user', parts }]);
}

/** The text of an agent, as it comes in pieces. */
export class OutputText {
  #text = '';

  add(block: unknown): void {
    if (this.#text.length > maxContentCharacters || !isJsonObject(block) || typeof block['text'] !== 'string') return;
    this.#text += block['text'].slice(0, maxContentCharacters + 1);
  }

  /** The message; undefined if nothing was said. */
  messages(finishReason: string): string | undefined {
    const content = boundedText(this.#text, maxContentCharacters);
    if (content === undefined) return undefined;
    return JSON.stringify([{ role: 'assistant', parts: [{ type: 'text', content }], finish_reason: finishReason }]);
  }
}

/** Arguments or a result of a tool; undefined if there are none. */
export function toolContent(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return boundedText(typeof value === 'string' ? value : JSON.stringify(value), maxContentCharacters);
}
