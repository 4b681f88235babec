/**
 * The lines of a patch that whoever decides about it has to see.
 *
 * What happens to each file is said before the patch, so most heads say nothing new. One that does, as a file that nobody spoke of or a mode, is
 * as much of the change as the lines are.
 */
import { firstHeads, type PatchLine } from './patch-lines.ts';

/** What happens to a file, as the agent says. */
export interface Change {
  readonly operation: string;
  readonly path?: string;
  readonly oldPath?: string;
}

/** All lines but the heads that say the same as the changes, which come in the order of the files. */
export function reviewablePatchLines(lines: readonly PatchLine[], changes: readonly Change[]): readonly PatchLine[] {
  const beginsFile = firstHeads(lines);
  let file = -1;
  return lines.filter((line) => {
    if (beginsFile(line)) file += 1;
    return line.kind !== 'head' || !isKnown(line.text, changes[Math.max(0, file)]);
  });
}

/** Paths are short; what is longer is no name that anybody was told. */
const longestNames = 2000;

function isKnown(head: string, change: Change | undefined): boolean {
  if (/^(?:index|similarity|dissimilarity) /u.test(head)) return true;
  if (change === undefined || head.length > longestNames) return false;
  const { operation } = change;
  if (head.startsWith('new file mode ')) return operation === 'add' && head.endsWith(' 100644');
  if (head.startsWith('deleted file mode ')) return operation === 'delete';
  if (head === '--- /dev/null') return operation === 'add';
  if (head === '+++ /dev/null') return operation === 'delete';
  // Behind a name with spaces git writes a tab.
  const [, name] = /^(?:---|\+\+\+|rename (?:from|to)|copy (?:from|to)) (.*?)(?: {4})?$/su.exec(head) ?? [];
  if (name !== undefined) return isNameOf(change, name);
  const [, names] = /^diff --git (.*)$/su.exec(head) ?? [];
  return (
    names !== undefined &&
    spacesOf(names).some((at) => isNameOf(change, names.slice(0, at)) && isNameOf(change, names.slice(at + 1)))
  );
}

const spacesOf = (text: string): readonly number[] => [...text.matchAll(/ /gu)].map(({ index }) => index);

/** Names in a patch are whole paths, or the ends of them behind a prefix. */
function isNameOf({ path, oldPath }: Change, name: string): boolean {
  const written = unquoted(name);
  const bare = written.replace(/^[ab]\//u, '');
  return [path, oldPath].some(
    (each) => each !== undefined && (each === written || each === bare || each.endsWith(`/${bare}`)),
  );
}

const escaped: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\u0007', b: '\b', f: '\f', v: '\v' };

/** Git puts names in quotes that have more than plain letters, with their bytes as octal numbers. */
function unquoted(name: string): string {
  const [, quoted] = /^"(.*)"$/su.exec(name) ?? [];
  if (quoted === undefined) return name;
  const bytes = Buffer.from(quoted)
    .toString('latin1')
    .replaceAll(/\\([0-7]{3}|.)/gsu, (_, code: string) =>
      code.length === 3 ? String.fromCodePoint(Number.parseInt(code, 8)) : (escaped[code] ?? code),
    );
  return Buffer.from(bytes, 'latin1').toString();
}
