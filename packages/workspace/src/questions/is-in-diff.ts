/** Tells whether a diff already shows a text, so that it need not be shown again. */
import type { Diff } from '@acp-stack/schema/v2/unstable';

/** A shorter text may be in a diff by chance, so it never counts as shown. */
const shortestInDiff = 20;

/** Whether a diff shows the text: as a part of a file before or after the change, by the lines of its patch. */
export function isInDiff(text: string, diffs: readonly Diff[]): boolean {
  const wanted = text.replace(/\n$/u, '');
  if (wanted.length < shortestInDiff) return false;
  return diffs.some(({ patch }) =>
    ['-', '+'].some((sign) =>
      (patch?.text ?? '')
        .split('\n')
        .filter((line) => line.startsWith(sign) || line.startsWith(' '))
        .map((line) => line.slice(1))
        .join('\n')
        .includes(wanted),
    ),
  );
}
