/** Terminal output as plain text, without control sequences. */

const escape = String.fromCodePoint(0x1b);
const bell = String.fromCodePoint(0x07);

/** Sequences that set colours, move the cursor, set the title and so on (ECMA-48). */
const sequences = new RegExp(
  [
    String.raw`${escape}\[[0-?]*[ -/]*[@-~]?`,
    String.raw`${escape}[\]PX^_][^${bell}${escape}\n]*(?:${bell}|${escape}\\)?`,
    String.raw`${escape}[ -/]*[0-~]?`,
  ].join('|'),
  'gu',
);

/** Returns the text without control sequences; of a line that was overwritten, the last version. */
export function visibleText(text: string): string {
  return text
    .replaceAll(sequences, '')
    .split('\n')
    .map((line) =>
      line
        .replace(/\r+$/u, '')
        .replace(/^.*\r/su, '')
        .replaceAll(/(?!\t)\p{Cc}/gu, ''),
    )
    .join('\n');
}
