/**
 * Decodes strings from a file that may be damaged. They are read as bytes; bytes that are not UTF-8 become the empty
 * string, which is neither valid JSON nor a valid name.
 */
import type { Row } from './sqlite-connection.ts';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export const decodeText = (value: Row[number]): string => decoded(value) ?? '';

/**
 * Decodes lines of JSON, which contain no line break; undefined if there are not `count` of them or not all are UTF-8.
 */
export function decodeLines(lines: Row[number], count: number): string[] | undefined {
  if (count === 0) return [];
  const texts = decoded(lines)?.split('\n');
  return texts?.length === count ? texts : undefined;
}

function decoded(value: Row[number]): string | undefined {
  if (!(value instanceof Uint8Array)) return undefined;
  try {
    return decoder.decode(value);
  } catch {
    return undefined;
  }
}
