/**
 * The hunks of a patch with few unchanged lines around each change.
 *
 * Many agents send a whole file as one hunk; its unchanged lines would hide the change.
 */
import type { PatchLine } from './patch-lines.ts';

const usualContext = 3;
const headOfHunk = /^@@ -(?<old>\d+)(?:,(?<oldCount>\d+))? \+(?<new>\d+)(?:,(?<newCount>\d+))? @@/u;
/** Written by programs of this SDK after the head of a hunk with the whole file; it is only for programs. */
const wholeFileMark = /(?<=@@) whole file$/u;

/** Splits and shortens the hunks to `context` unchanged lines around each change; every other line stays. */
export function hunkLines(lines: readonly PatchLine[], context: number = usualContext): readonly PatchLine[] {
  const shown: PatchLine[] = [];
  for (let index = 0; index < lines.length;) {
    const head = lines[index] as PatchLine;
    index += 1;
    if (head.kind !== 'hunk') {
      shown.push(head);
      continue;
    }
    let end = index;
    while (lines[end]?.kind === 'line') end += 1;
    shown.push(...shortened(head, lines.slice(index, end), context));
    index = end;
  }
  return shown;
}

function shortened(head: PatchLine, body: readonly PatchLine[], context: number): readonly PatchLine[] {
  const isKept = keptLines(body, context);
  const whole = { ...head, text: head.text.replace(wholeFileMark, '') };
  if (isKept.every(Boolean)) return [whole, ...body];
  const { old = '1', new: next = '1', oldCount, newCount } = headOfHunk.exec(head.text)?.groups ?? {};
  // The head of a hunk without lines names the line before it.
  let oldLine = Number(old) + (oldCount === '0' ? 1 : 0);
  let newLine = Number(next) + (newCount === '0' ? 1 : 0);
  const shown: PatchLine[] = [];
  let part: PatchLine[] = [];
  let start = { oldLine, newLine };
  const endPart = (): void => {
    if (part.length > 0) shown.push(headOf(part, start), ...part);
    part = [];
  };
  for (const [index, line] of body.entries()) {
    if (isKept[index] === true) {
      if (part.length === 0) start = { oldLine, newLine };
      part.push(line);
    } else endPart();
    if (isOld(line)) oldLine += 1;
    if (isNew(line)) newLine += 1;
  }
  endPart();
  return shown.length === 0 ? [whole] : shown;
}

/** For each line, whether a change is at most `context` lines away. */
function keptLines(body: readonly PatchLine[], context: number): readonly boolean[] {
  const isKept = body.map(() => false);
  for (const order of [body.keys(), [...body.keys()].toReversed()]) {
    let left = 0;
    for (const index of order) {
      if (isChange(body[index])) left = context + 1;
      if (left > 0) isKept[index] = true;
      left -= 1;
    }
  }
  // The marker of a missing line end belongs to the line before it.
  for (const [index, { text }] of body.entries()) if (text.startsWith('\\')) isKept[index] = isKept[index - 1] ?? true;
  return isKept;
}

function headOf(part: readonly PatchLine[], start: { readonly oldLine: number; readonly newLine: number }): PatchLine {
  const [removed, added] = [part.filter(isOld).length, part.filter(isNew).length];
  return { kind: 'hunk', text: `@@ -${range(start.oldLine, removed)} +${range(start.newLine, added)} @@` };
}

/** The place of a part; one without lines names the line before it. */
const range = (line: number, count: number): string => `${count === 0 ? line - 1 : line},${count}`;

const isChange = (line: PatchLine | undefined): boolean => /^[+-]/u.test(line?.text ?? '');
const isOld = ({ text }: PatchLine): boolean => !text.startsWith('+') && !text.startsWith('\\');
const isNew = ({ text }: PatchLine): boolean => !text.startsWith('-') && !text.startsWith('\\');
