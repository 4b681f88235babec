/** Texts from a file that may be damaged: they come as bytes, and what is not UTF-8 becomes the empty text, which no JSON is and no name. */
import type { Row } from './sqlite-connection.ts';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export const decodeText = (value: Row[number]): string => decoded(value) ?? '';

/** The texts of lines, which JSON that this program wrote never has within it; undefined when they are not so many or not all UTF-8. */
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
