/** Works out what `/edit` would change, by a replacement in one file or by a unified diff; it writes nothing. */
import type { StructuredPatch } from 'diff';

import type { PlannedChange } from '../tools/change-files.ts';
import { matchText, replaceMatches } from '../tools/match-text.ts';
import type { SessionResources } from '../tools/session-resources.ts';

export const editUsage = `Replace text, or give a unified diff:

/edit path
<<<<<<<
old text
=======
new text
>>>>>>>

/edit path "old text" "new text"`;

class EditUsageError extends Error {
  static {
    this.prototype.name = 'EditUsageError';
  }
}

/** The changes that the command describes; nothing is written yet. */
export async function planEdit(
  resources: SessionResources,
  input: string,
  signal: AbortSignal,
): Promise<readonly PlannedChange[]> {
  // A block may contain lines that look like those of a diff.
  const patch = readBlock(input) === undefined ? await patchIn(input) : undefined;
  return patch === undefined ? planReplacement(resources, input, signal) : planPatch(resources, patch, signal);
}

/** Whether the input has a form that `/edit` takes; its content may still be invalid. */
export const isEdit = (input: string): boolean =>
  readBlock(input) !== undefined || isPatch.test(input) || oneLine.test(input);

const isPatch = /^(?:diff --git |--- )/mu;

async function patchIn(input: string): Promise<readonly StructuredPatch[] | undefined> {
  const bare = input.replace(/^\s*```[a-z]*\n/u, '').replace(/\n```\s*$/u, '');
  if (!isPatch.test(bare)) return undefined;
  // Loaded on demand, so that the agent starts without it.
  const { parsePatch } = await import('diff');
  try {
    return parsePatch(bare.endsWith('\n') ? bare : `${bare}\n`);
  } catch (error) {
    throw new EditUsageError('This is not a valid unified diff.', { cause: error });
  }
}

async function planReplacement(
  resources: SessionResources,
  input: string,
  signal: AbortSignal,
): Promise<readonly PlannedChange[]> {
  const { path, wanted, replacement } = readReplacement(input);
  if (wanted === '') {
    const before = await resources.files.readIfThere(path, signal);
    if (before !== undefined && before.text !== '')
      throw new EditUsageError(`${path} exists; give the text to replace.`);
    return [{ path: await resources.files.resolve(path), before, after: replacement }];
  }
  const before = await resources.files.read(path, { signal });
  const result = matchText(before.text, wanted, replacement, false);
  if (!('matches' in result)) {
    throw new EditUsageError(
      result.problem === 'missing'
        ? `${path} does not contain that text.`
        : `${path} contains that text ${result.count} times; include more surrounding lines.`,
    );
  }
  return [{ path: before.path, before, after: replaceMatches(before.text, result.matches) }];
}

export interface Replacement {
  readonly path: string;
  readonly wanted: string;
  readonly replacement: string;
}

/** Parses a replacement; exported for its tests. */
export function readReplacement(input: string): Replacement {
  return readBlock(input) ?? readLine(input);
}

/**
 * The lines between the markers; undefined if the input is not such a block. Read line by line, because a prompt may be
 * very long.
 */
function readBlock(input: string): Replacement | undefined {
  const lines = input.split(/\r?\n/u);
  const [path = '', opening = ''] = lines;
  if (!/^<{4,}/u.test(opening)) return undefined;
  const middle = lines.findIndex((line, index) => index > 1 && /^={4,}$/u.test(line));
  const end = lines.findLastIndex((line) => line.trim() !== '');
  if (path.trim() === '' || middle === -1 || end <= middle || !/^>{4,}/u.test(lines[end] ?? '')) return undefined;
  return {
    path: unquoted(path.trim()),
    wanted: withEnds(lines.slice(2, middle)),
    replacement: withEnds(lines.slice(middle + 1, end)),
  };
}

const withEnds = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

const inQuotes = String.raw`"[^"\\]*(?:\\.[^"\\]*)*"`;
const oneLine = new RegExp(
  String.raw`^(?<path>${inQuotes}|[^\s"]\S*)\s+(?<wanted>${inQuotes})\s+(?:->\s*)?(?<replacement>${inQuotes})\s*$`,
  'su',
);

function readLine(input: string): Replacement {
  const { path, wanted, replacement } = oneLine.exec(input)?.groups ?? {};
  if (path === undefined || wanted === undefined || replacement === undefined) throw new EditUsageError(editUsage);
  return { path: unquoted(path), wanted: quoted(wanted), replacement: quoted(replacement) };
}

/** A path that contains spaces can be quoted. */
const unquoted = (path: string): string => (/^".*"$/su.test(path) ? quoted(path) : path);

/** Quoted text with the escapes of JSON. */
function quoted(text: string): string {
  try {
    return JSON.parse(text) as string;
  } catch (error) {
    throw new EditUsageError(`${text} is not a quoted string; write \\" for a quote and \\\\ for a backslash.`, {
      cause: error,
    });
  }
}

async function planPatch(
  resources: SessionResources,
  patches: readonly StructuredPatch[],
  signal: AbortSignal,
): Promise<readonly PlannedChange[]> {
  const { applyPatch } = await import('diff');
  const changes: PlannedChange[] = [];
  for (const patch of patches) {
    const [from, to] = [nameIn(patch.oldFileName), nameIn(patch.newFileName)];
    const path = to ?? from;
    if (path === undefined) throw new EditUsageError('The diff does not name a file.');
    if (from !== undefined && to !== undefined && from !== to)
      throw new EditUsageError(`The diff renames ${from} to ${to}; /edit only changes the content of files.`);
    const before = from === undefined ? undefined : await resources.files.read(from, { signal });
    const after = applyPatch(before?.text ?? '', patch);
    if (after === false) throw new EditUsageError(`The diff does not apply to ${path} as it is now.`);
    const realPath = before?.path ?? (await resources.files.resolve(path));
    if (changes.some((change) => change.path === realPath))
      throw new EditUsageError(`The diff changes ${path} twice; combine the changes.`);
    changes.push({
      path: realPath,
      before,
      after: to === undefined ? undefined : after,
    });
  }
  if (changes.length === 0) throw new EditUsageError('The diff changes nothing.');
  return changes;
}

/** The path in a diff; undefined if there is no file. */
function nameIn(name: string | undefined): string | undefined {
  if (name === undefined || name === '' || name === '/dev/null') return undefined;
  return name.replace(/^[ab]\//u, '');
}
