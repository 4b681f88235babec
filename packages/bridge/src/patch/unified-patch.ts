/**
 * A patch of one file in one hunk with nothing unusual: all that are written here, and most that others write.
 *
 * It is read in one pass, without the library. A patch with a name in quotes, a rename, a second hunk or any fault is
 * left to `git-patch.ts`.
 */
import { isMarkedWhole } from './whole-file-hunk.ts';

export interface PlainPatch {
  /** The name in the patch, as it is written. */
  readonly name: string;
  readonly isNew: boolean;
  readonly isGone: boolean;
  /** The hash by which git names the old content. */
  readonly oldId: string | undefined;
  /** Whether the hunk says that it has all lines of the file. */
  readonly isMarked: boolean;
  /** The lines of the hunk before the change. */
  readonly oldText: string;
  /** The lines of the hunk after the change. */
  readonly newText: string;
}

const head =
  /^diff --git [^\n"]+\n(?:(new|deleted) file mode 100644\n)?(?:index ([0-9a-f]{4,40})\.\.[0-9a-f]{4,40}(?: 100644)?\n)?--- ([^\n]+)\n\+\+\+ ([^\n]+)\n@@ -\d{1,9},(\d{1,9}) \+\d{1,9},(\d{1,9}) @@(?: whole file)?$/;
/** Names with spaces at their ends, tabs or quotes are left to the library. */
const plainName = /^[^\s"](?:[^\t\r"]*[^\s"])?$/;

const [minus, plus, space, backslash] = [0x2d, 0x2b, 0x20, 0x5c] as const;
const nowhere = '/dev/null';

/** Returns what the patch says; undefined if it is not that plain. */
export function readPlainPatch(text: string): PlainPatch | undefined {
  const hunk = text.indexOf('\n@@ ');
  const body = hunk === -1 ? -1 : text.indexOf('\n', hunk + 1);
  if (body === -1) return undefined;
  const start = text.slice(0, body);
  const found = head.exec(start);
  if (found === null) return undefined;
  const [, fate, oldId, oldName = '', newName = '', oldLines, newLines] = found;
  const isNew = fate === 'new' || oldName === nowhere;
  const isGone = fate === 'deleted' || newName === nowhere;
  const name = isGone ? oldName : newName;
  if ((isNew && isGone) || name === nowhere || !plainName.test(oldName) || !plainName.test(newName)) return undefined;
  const sides = readLines(text, body + 1);
  if (sides === undefined) return undefined;
  const { before, after } = sides;
  if (before.lines.length !== Number(oldLines) || after.lines.length !== Number(newLines)) return undefined;
  const isMarked = isMarkedWhole(start);
  return { name, isNew, isGone, oldId, isMarked, oldText: before.text, newText: after.text };
}

/** Both texts, as far as they are read. */
interface Sides {
  readonly before: Side;
  readonly after: Side;
}

function readLines(text: string, start: number): Sides | undefined {
  if (!text.endsWith('\n')) return undefined;
  const before = new Side();
  const after = new Side();
  let isOld = false;
  let isNew = false;
  for (let place = start; place < text.length;) {
    const sign = text.charCodeAt(place);
    const end = text.indexOf('\n', place) + 1;
    if (sign === backslash) {
      // It is about the line before it, which has no line end.
      if (!isOld && !isNew) return undefined;
      before.isOpen ||= isOld;
      after.isOpen ||= isNew;
      isOld = false;
      isNew = false;
    } else {
      isOld = sign === minus || sign === space;
      isNew = sign === plus || sign === space;
      if ((!isOld && !isNew) || (isOld && before.isOpen) || (isNew && after.isOpen)) return undefined;
      const line = text.slice(place + 1, end);
      if (isOld) before.lines.push(line);
      if (isNew) after.lines.push(line);
    }
    place = end;
  }
  return { before, after };
}

class Side {
  readonly lines: string[] = [];
  /** Whether the last line has no line end; no line may follow it. */
  isOpen = false;

  get text(): string {
    const text = this.lines.join('');
    return this.isOpen ? text.slice(0, -1) : text;
  }
}
