/**
 * Drops edits of a model that no user wants: no change, only white space, unbalanced brackets, the reversal of the
 * user's edit, or too many lines.
 */
import { isBalanced, tokensOf } from '../engine/tokens.ts';
import type { Replacement } from '../text/text-position.ts';
import type { Text } from '../text/text.ts';

export interface EditContext {
  readonly text: Text;
  /** The text before the latest edit of the user. */
  readonly before: Text;
  readonly isManual: boolean;
}

/** The maximum number of lines that an automatic suggestion may change. */
const maxLines = 12;

/** Whether an edit of a model may be shown. */
export function isUseful(edit: Replacement, { text, before, isManual }: EditContext): boolean {
  const old = text.slice(edit.span);
  if (old.replaceAll(/\s/gu, '') === edit.text.replaceAll(/\s/gu, '')) return false;
  const changed = Math.max(old.split('\n').length, edit.text.split('\n').length);
  if (!isManual && changed > maxLines) return false;
  const after = text.replace(edit.span, edit.text);
  if (String(after) === String(before)) return false;
  return keepsBalance(text, after, edit);
}

/** Whether the changed lines are balanced afterwards, if they were before. */
function keepsBalance(text: Text, after: Text, { span, text: inserted }: Replacement): boolean {
  const from = span.start.line;
  const to = from + inserted.split('\n').length;
  const tokens = (of: Text, end: number) => tokensOf(of.lines(from, end).join(' '));
  return !isBalanced(tokens(text, span.end.line + 1)) || isBalanced(tokens(after, to));
}
