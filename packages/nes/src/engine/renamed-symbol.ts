/**
 * Follows a name that was changed in its declaration to its uses.
 *
 * One edit is enough, so everything else must match: it is the user's last edit and changes nothing else, the new name
 * is not used elsewhere, the old one is still used nearby, and the use is the same kind of name and not in a comment or
 * a string. An existing name is never given to something else.
 */
import { unitsOf } from './edit-unit.ts';
import type { LineEdit } from './edit-tracker.ts';
import { manyPlaces, type Proposal } from './proposal.ts';
import type { CandidateLines } from './candidate-lines.ts';
import type { LineReplacement } from './template.ts';
import { commentStart, isWord, tokensOf, type Token } from './tokens.ts';
import { roleOf } from './word-role.ts';

const declaring = new Set(
  (
    'const let var function class interface type enum def fn func struct trait mod static val module namespace record ' +
    'macro_rules union object protocol extension proc sub defp defmodule'
  ).split(' '),
);
/** Words at the position of a type that do not declare anything. */
const noTypes = new Set(
  'return await yield throw new typeof delete in of instanceof case else do import from as and or not is if while for'.split(
    ' ',
  ),
);

/** The maximum number of lines from a declaration to the first use that is proposed. */
const farthest = 100;

interface Renaming {
  readonly from: string;
  readonly to: string;
  readonly isMember: boolean;
}

/** Proposes the next use of the old name. */
export function proposeRename(edits: readonly LineEdit[], candidates: CandidateLines): Proposal | undefined {
  const last = edits.at(-1);
  if (last === undefined || last.uri !== candidates.uri || last.isGuessed === true || last.line !== candidates.from)
    return undefined;
  const renaming = renamingOf(last);
  if (renaming === undefined) return undefined;
  const { from, to } = renaming;
  // A name that existed before belongs to something else.
  if (tokensOf(last.before).some(({ text }) => text === to)) return undefined;
  const isTaken = candidates.count({ word: to, test: (line) => tokensOf(line).some(({ text }) => text === to) }, 1) > 0;
  if (isTaken) return undefined;
  const uses = (line: string): readonly LineReplacement[] => usesIn(line, renaming, candidates.languageId);
  const wanted = { word: from, test: (line: string) => uses(line).length > 0 };
  const line = candidates.next(wanted);
  if (line === undefined || Math.abs(line - last.line) > farthest) return undefined;
  return {
    key: `rename ${from} ${to}`,
    support: 1,
    uri: candidates.uri,
    line,
    replacements: uses(candidates.line(line)),
    rename: { from, to, remaining: candidates.count(wanted, manyPlaces) },
  };
}

/** The names, if the edit did nothing but rename what the line declares. */
function renamingOf(edit: LineEdit): Renaming | undefined {
  const units = unitsOf(edit);
  const [unit] = units;
  if (unit === undefined || unit.old.length !== 1 || unit.now.length !== 1) return undefined;
  const [old, now] = [unit.old[0], unit.now[0]];
  if (!isWord(old) || !isWord(now) || old === undefined || now === undefined) return undefined;
  if (units.some((each) => each.old[0]?.text !== old.text || each.now[0]?.text !== now.text)) return undefined;
  if (old.text.length < 2 || now.text.length < 2 || noTypes.has(old.text) || declaring.has(old.text)) return undefined;
  if (!isDeclaration(unit.left, unit.right)) return undefined;
  if (old.start >= commentStart(tokensOf(edit.before), edit.languageId)) return undefined;
  return { from: old.text, to: now.text, isMember: false };
}

/** Whether a name between these tokens is declared there. */
function isDeclaration(left: readonly Token[], right: readonly Token[]): boolean {
  const [before, after] = [left.at(-1), right[0]];
  if (declaring.has(before?.text ?? '')) return true;
  if (before?.text === 'mut' && left.at(-2)?.text === 'let') return true;
  // `Type name =` and `Type name;`, as in Java and C.
  const isTyped = isWord(before) && !noTypes.has(before?.text ?? '') && left.every(isWord);
  return isTyped && ['=', ';', '('].includes(after?.text ?? '');
}

function usesIn(line: string, { from, to, isMember }: Renaming, languageId: string): readonly LineReplacement[] {
  const tokens = tokensOf(line);
  const comment = commentStart(tokens, languageId);
  return tokens.flatMap(({ text, start, end }, index) => {
    if (text !== from || start >= comment) return [];
    const role = roleOf(tokens[index - 1], tokens[index + 1]);
    if (role.isMember !== isMember || role.isKey) return [];
    // Another declaration of the same name.
    return declaring.has(tokens[index - 1]?.text ?? '') ? [] : [{ start, end, text: to }];
  });
}
