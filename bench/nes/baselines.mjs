/** Baselines: one repeats the last edit wherever its text occurs next, one makes no suggestions. */
import { NesEditor } from './editor.mjs';
import { tokenEdits } from './token-edits.mjs';

/** Repeats the last edit of one line at the next line with the same text, in any context. */
class LastEditRepeated {
  #lines = [];
  #last;

  open(_uri, _languageId, lines) {
    this.#lines = [...lines];
    this.#last = undefined;
  }

  close() {}

  splice(_uri, from, to, lines) {
    const isOneLine = to - from === 1 && lines.length === 1;
    this.#last = isOneLine ? changedText(this.#lines[from], lines[0]) : undefined;
    this.#lines.splice(from, to - from, ...lines);
  }

  suggest(_uri, line) {
    if (this.#last === undefined) return undefined;
    const { old, now } = this.#last;
    for (let at = line + 1; at < this.#lines.length; at += 1) {
      const before = this.#lines[at];
      if (before.includes(old)) return { line: at, before, after: before.replace(old, () => now) };
    }
    return undefined;
  }
}

/** The changed text, with a token on either side if it was only inserted; undefined if it has no letters. */
function changedText(line, other) {
  const pieces = tokenEdits(line, other);
  if (pieces.length !== 1) return undefined;
  const [{ gone, come, before, after }] = pieces;
  const [left, right] = gone.length > 0 ? [[], []] : [before.slice(-1), after.slice(0, 1)];
  const [old, now] = [[...left, ...gone, ...right].join(''), [...left, ...come, ...right].join('')];
  return old !== '' && line.includes(old) && /\p{L}/u.test(old) ? { old, now } : undefined;
}

/** Makes no suggestions. */
class Silence {
  open() {}
  close() {}
  splice() {}
  suggest() {}
}

/** The players by name; the first one is measured. */
export const players = {
  engine: () => new NesEditor(),
  'last edit repeated': () => new LastEditRepeated(),
  silence: () => new Silence(),
};
