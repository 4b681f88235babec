/**
 * The lines of a patch that the user must see before deciding about it.
 *
 * The changes of each file are listed before the patch, so most headers add nothing. A header with new information,
 * such as another file or a mode, is part of the change and stays.
 */
import { countOf, fileParts, type LineCount, type PatchLine } from './patch-lines.ts';

/** The change of a file, as the agent reports it. */
export interface ReportedChange {
  /** `add`, `modify`, `delete`, `move` or `copy`, or a word of the agent. */
  readonly operation: string;
  /** The file afterwards. */
  readonly path?: string;
  /** The file before, of a move or a copy. */
  readonly oldPath?: string;
}

/** A file of a patch. */
export interface PatchedFile {
  /** The change that it belongs to; undefined if the agent reports none. */
  readonly change: ReportedChange | undefined;
  /** The lines without headers that repeat the change. */
  readonly lines: readonly PatchLine[];
}

/** The files of a patch, each with its change. */
export function patchedFiles(lines: readonly PatchLine[], changes: readonly ReportedChange[]): readonly PatchedFile[] {
  return fileParts(lines).map((part) => {
    const names = part.filter(({ kind, text }) => kind === 'head' && namesFile.test(text));
    const change =
      names.length === 0 && changes.length === 1
        ? changes[0]
        : changes.find((each) => names.length > 0 && names.every(({ text }) => isKnown(text, each)));
    return { change, lines: part.filter(({ kind, text }) => kind !== 'head' || !isKnown(text, change)) };
  });
}

const binary = /^(?:Binary files .* differ|GIT binary patch)$/su;

/**
 * The added and removed lines of a change; undefined if the patch does not contain it, or says only that it is binary.
 */
export function countOfChange(change: ReportedChange, files: readonly PatchedFile[]): LineCount | undefined {
  const parts = files.filter((file) => file.change === change);
  const lines = parts.flatMap((part) => part.lines);
  const isBinary = lines.some(({ kind, text }) => kind !== 'line' && binary.test(text));
  return parts.length === 0 || isBinary ? undefined : countOf(lines);
}

/** Whether the path says everything about the change. */
export const isWithoutLines = ({ operation }: ReportedChange): boolean => !['add', 'modify'].includes(operation);

const namesFile = /^(?:diff --git|---|\+\+\+|rename (?:from|to)|copy (?:from|to)) /u;

/** Longer headers are not compared with paths. */
const longestNames = 2000;

function isKnown(head: string, change: ReportedChange | undefined): boolean {
  if (/^(?:index|similarity|dissimilarity) /u.test(head)) return true;
  if (change === undefined || head.length > longestNames) return false;
  const { operation } = change;
  if (head.startsWith('new file mode ')) return operation === 'add' && head.endsWith(' 100644');
  if (head.startsWith('deleted file mode ')) return operation === 'delete';
  if (head === '--- /dev/null') return operation === 'add';
  if (head === '+++ /dev/null') return operation === 'delete';
  // Git writes a tab after a name with spaces.
  const [, name] = /^(?:---|\+\+\+|rename (?:from|to)|copy (?:from|to)) (.*?)(?:\t| {4})?$/su.exec(head) ?? [];
  if (name !== undefined) return isNameOf(change, name);
  const [, names] = /^diff --git (.*)$/su.exec(head) ?? [];
  return (
    names !== undefined &&
    spacesOf(names).some((at) => isNameOf(change, names.slice(0, at)) && isNameOf(change, names.slice(at + 1)))
  );
}

const spacesOf = (text: string): readonly number[] => [...text.matchAll(/ /gu)].map(({ index }) => index);

/** Names in a patch are absolute paths, or end of a path after a prefix. */
function isNameOf({ path, oldPath }: ReportedChange, name: string): boolean {
  const written = unquoted(name);
  const bare = written.replace(/^[ab]\//u, '');
  return [path, oldPath].some(
    (each) => each !== undefined && (each === written || each === bare || each.endsWith(`/${bare}`)),
  );
}

const escaped: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\u0007', b: '\b', f: '\f', v: '\v' };

/** Git quotes names with special characters, with their bytes as octal numbers. */
function unquoted(name: string): string {
  const [, quoted] = /^"(.*)"$/su.exec(name) ?? [];
  if (quoted === undefined) return name;
  const bytes = new TextEncoder().encode(quoted);
  const written = Array.from(bytes, (byte) => String.fromCodePoint(byte))
    .join('')
    .replaceAll(/\\([0-7]{3}|.)/gsu, (_, code: string) =>
      code.length === 3 ? String.fromCodePoint(Number.parseInt(code, 8) & 0xff) : (escaped[code] ?? code),
    );
  return new TextDecoder().decode(Uint8Array.from(written, (character) => character.codePointAt(0) ?? 0));
}
