/**
 * What a tool call has come to, as text. Some agents report the result of a tool nowhere but in the raw output.
 *
 * They put it into a string, into content blocks, or into an object with one of a few well-known fields; everything
 * else is written as JSON.
 */
import type { ToolCallContent } from '@acp-stack/schema/v2/unstable';

import type { ToolCallEntry } from '../state/entry.ts';
import { terminalsOf, blockText } from '../state/selectors.ts';
import type { Transcript } from '../state/transcript.ts';

/** Fields that hold the whole output, the best first. */
const wholeFields = ['formatted_output', 'aggregated_output', 'output', 'text', 'result', 'message', 'content'];
/** Fields that hold parts of the output of a command. */
const partFields = ['stdout', 'stderr', 'error'];
/** Deeper values are written as JSON. */
const maxDepth = 4;

/**
 * Returns the raw output of a tool call; undefined if there is none, or if the call has content, which says the same in
 * a form that is meant to be shown.
 */
export function rawOutputText({
  content,
  rawOutput,
}: Pick<ToolCallEntry, 'content' | 'rawOutput'>): string | undefined {
  if (content.length > 0 || rawOutput === undefined || rawOutput === null) return undefined;
  const text = (textIn(rawOutput, 0) ?? JSON.stringify(rawOutput, undefined, 2)).trimEnd();
  return text === '' || text === '{}' || text === '[]' ? undefined : text;
}

/**
 * Returns what a tool call has come to, as text: that of its content, then what its terminals have printed, or else the
 * raw output; empty if there is none.
 */
export function toolCallText(transcript: Transcript, call: ToolCallEntry): string {
  const texts = call.content.toArray().flatMap((item) => contentText(item) ?? []);
  const printed = terminalsOf(transcript, call).map(({ output }) => output.text);
  const text = [...texts, ...printed].join('\n');
  return text === '' ? (rawOutputText(call) ?? '') : text;
}

/** The text of an item that is text; undefined for diffs, terminals and other content. */
function contentText(item: ToolCallContent): string | undefined {
  const block = item.type === 'content' ? item.content : undefined;
  return typeof block === 'object' && block !== null ? blockText(block) : undefined;
}

/** The text of a value in one of the known forms; undefined if it has another form. */
function textIn(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || depth >= maxDepth) return undefined;
  if (Array.isArray(value)) return joined(value, depth);
  const fields = value as Readonly<Record<string, unknown>>;
  for (const name of wholeFields) {
    const text = Object.hasOwn(fields, name) ? textIn(fields[name], depth + 1) : undefined;
    if (text !== undefined && text !== '') return text;
  }
  const parts = partFields.filter((name) => Object.hasOwn(fields, name)).map((name) => fields[name]);
  return parts.length === 0 ? undefined : joined(parts, depth);
}

function joined(values: readonly unknown[], depth: number): string | undefined {
  const texts = values.map((each) => textIn(each, depth + 1));
  if (texts.length === 0 || texts.includes(undefined)) return undefined;
  return texts.filter((text) => text !== '').join('\n');
}
