/** The raw input of a tool call, for permission requests without other details. */
import { escapeLine, textLines, escapeControls } from '../../../text/escape-control-characters.ts';

const maxLines = 16;

/** One line for each field, strings as they are and other values as JSON. */
export function rawInputLines(rawInput: unknown): readonly string[] {
  if (rawInput === undefined || rawInput === null) return [];
  const fields: readonly (readonly [string, unknown])[] =
    typeof rawInput === 'object' && !Array.isArray(rawInput) ? Object.entries(rawInput) : [['input', rawInput]];
  const lines = fields.flatMap(([name, value]) => fieldLines(escapeLine(name), value));
  const more = lines.length - maxLines;
  return more > 0 ? [...lines.slice(0, maxLines), `… ${more} more lines`] : lines;
}

function fieldLines(name: string, value: unknown): readonly string[] {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const [first = '', ...rest] = textLines(escapeControls(text));
  return rest.length === 0 ? [`${name}: ${first}`] : [`${name}:`, ...[first, ...rest].map((each) => `  ${each}`)];
}
