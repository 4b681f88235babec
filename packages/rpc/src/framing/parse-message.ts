/** Parses the text of one message, within limits. */
import type { ChannelProblem } from '../channel/channel-problem.ts';
import type { Limits } from '../message/limits.ts';
import { readPartialMessage } from '../message/partial-message.ts';
import { exceedsBytes } from './exceeds-bytes.ts';

/** A message, or why its text is not one. */
export type ParsedMessage =
  | { readonly kind: 'message'; readonly message: unknown }
  | { readonly kind: 'problem'; readonly problem: ChannelProblem };

/** What a message may be. */
export interface ParseLimits extends Pick<Limits, 'depth'> {
  /** Bytes of the text in UTF-8; absent where they were counted before. */
  readonly messageBytes?: number;
}

/** Characters of an unreadable message that are shown. */
const shownCharacters = 500;

/**
 * Parses `text` as one JSON value. Its length in UTF-8 is compared with `messageBytes`, the nesting of its values with
 * `depth`.
 */
export function parseMessage(text: string, limits: ParseLimits): ParsedMessage {
  const { messageBytes = Infinity, depth } = limits;
  if (exceedsBytes(text, messageBytes)) return { kind: 'problem', problem: tooLarge(text, messageBytes) };
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    const problem = { message: 'The message is not JSON.', text: text.slice(0, shownCharacters) };
    return { kind: 'problem', problem: { kind: 'unparsable', ...problem } };
  }
  // Each level takes at least two characters, so most messages are not searched.
  if (text.length > depth * 2 && isDeeperThan(message, depth)) {
    const words = `The message is nested deeper than ${depth} levels.`;
    return { kind: 'problem', problem: { kind: 'too-deep', message: words, partial: readPartialMessage(text) } };
  }
  return { kind: 'message', message };
}

/** The problem of a message over the limit, of which at least the beginning was read. */
export function tooLarge(beginning: string, messageBytes: number): ChannelProblem {
  const message = `The message is longer than ${messageBytes} bytes.`;
  return { kind: 'too-large', message, partial: readPartialMessage(beginning) };
}

/** Whether `value` is nested deeper than `limit`; stops at the first part that is. */
function isDeeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (limit === 0) return true;
  for (const each of Array.isArray(value) ? (value as unknown[]) : Object.values(value)) {
    if (typeof each === 'object' && isDeeperThan(each, limit - 1)) return true;
  }
  return false;
}
