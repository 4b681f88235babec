/** What a terminal on the page still has to print, when its output may have been cut or replaced. */
import type { TerminalOutput } from '@acp-stack/transcript';

/** What to print, and whether to begin anew. */
export interface NewOutput {
  readonly isReset: boolean;
  readonly bytes: Uint8Array;
  /** The number of bytes that are printed afterwards. */
  readonly printed: number;
}

/**
 * The output after `printed` bytes; all of it if the bytes between are not kept or the output was replaced.
 *
 * A line break at the end is printed with what follows it, so that no empty line is shown.
 */
export function newOutput(output: TerminalOutput, printed: number): NewOutput {
  const isReset = printed > 0 && (output.total < printed || output.dropped > printed);
  const bytes = output.since(isReset ? 0 : printed);
  const breaks = lineBreakAtEnd(bytes);
  return { isReset, bytes: bytes.subarray(0, bytes.length - breaks), printed: output.total - breaks };
}

const [lineFeed, carriageReturn] = [0x0a, 0x0d];

function lineBreakAtEnd(bytes: Uint8Array): number {
  if (bytes.at(-1) !== lineFeed) return 0;
  return bytes.at(-2) === carriageReturn ? 2 : 1;
}
