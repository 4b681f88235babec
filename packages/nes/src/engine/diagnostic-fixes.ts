/**
 * Fixes for diagnostics whose message says what to do: a misspelt name, a missing character, an unused import.
 *
 * A fix is proposed only if the text at the diagnostic is what the message is about.
 */
import type { MirroredDocument } from '../documents/document-mirror.ts';
import type { Diagnostic } from '../suggestions/nes-engine.ts';
import { isEmptySpan } from '../text/text-position.ts';
import type { Proposal } from './proposal.ts';
import { tokensOf } from './tokens.ts';

/** The maximum distance in lines between the cursor and a diagnostic. */
const near = 3;

interface Problem {
  readonly line: string;
  readonly start: number;
  /** The text of the diagnostic; empty if it marks a position. */
  readonly text: string;
}

type Fix = (problem: Problem, match: RegExpExecArray) => Pick<Proposal, 'replacements' | 'removesLine'> | undefined;

const name = '[`\'"“]([^`\'"”]+)[`\'"”]';

/** Messages of compilers and linters, and their fixes. */
const fixes: readonly (readonly [RegExp, Fix])[] = [
  [
    new RegExp(`${name}.*did you mean (?:the .* )?${name}`, 'iu'),
    ({ ...problem }, [, from = '', to = '']) => instead(problem, from, to),
  ],
  [new RegExp(`did you mean:? ${name}`, 'iu'), (problem, [, to = '']) => instead(problem, problem.text, to)],
  [
    new RegExp(`cannot find .* ${name} in this scope.*similar name exists: ${name}`, 'isu'),
    (problem, [, from = '', to = '']) => instead(problem, from, to),
  ],
  // TypeScript marks the token where the character is missing, Rust the token that it should follow.
  [/^[`'"]?([;)\]},:])[`'"]? expected\.?$/iu, (problem, [, sign = '']) => missing(problem, problem.start, sign)],
  [
    /^expected [`'"]([;)\]},:])[`'"]/iu,
    (problem, [, sign = '']) => missing(problem, problem.start + problem.text.length, sign),
  ],
  [
    /is declared but (?:its value is )?never (?:read|used)|is defined but never used|unused import|imported but unused|all imports in import declaration are unused/iu,
    (problem) => unusedImport(problem),
  ],
];

/** Proposes the fix of the closest diagnostic that has an obvious one. */
export function proposeFix(
  document: MirroredDocument,
  diagnostics: readonly Diagnostic[],
  cursorLine: number,
): Proposal | undefined {
  const { uri, text } = document;
  const close = diagnostics
    .filter(({ span, uri: of }) => of === uri && Math.abs(span.start.line - cursorLine) <= near)
    .toSorted((left, right) => distance(left, cursorLine) - distance(right, cursorLine));
  for (const { span, message } of close) {
    const { line, column: start } = span.start;
    const about = span.end.line === line && !isEmptySpan(span) ? text.slice(span) : '';
    const problem: Problem = { line: text.line(line), start, text: about };
    for (const [pattern, fix] of fixes) {
      const match = pattern.exec(message);
      const fixed = match === null ? undefined : fix(problem, match);
      if (fixed !== undefined) return { key: `fix ${message}`, support: 1, uri, line, ...fixed };
    }
  }
  return undefined;
}

const distance = ({ span }: Diagnostic, line: number): number => Math.abs(span.start.line - line);

/** Replaces the name that the message is about. */
function instead({ line, start, text }: Problem, from: string, to: string): ReturnType<Fix> {
  const isNamed = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;
  if (!isNamed.test(from) || !isNamed.test(to) || from === to) return undefined;
  const tokens = tokensOf(line);
  const found = tokens.find(
    (token) => token.text === from && token.start >= start && token.start <= start + text.length,
  );
  return found && { replacements: [{ start: found.start, end: found.end, text: to }] };
}

/** Inserts a missing character after the preceding token. */
function missing({ line }: Problem, column: number, sign: string): ReturnType<Fix> {
  const before = tokensOf(line).findLast((token) => token.end <= column);
  // If the line has no preceding token, the character is missing in another line.
  if (before === undefined || before.text === sign) return undefined;
  return { replacements: [{ start: before.end, end: before.end, text: sign }] };
}

/** An import of a single name is removed with its line. */
function unusedImport({ line }: Problem): ReturnType<Fix> {
  const isOneName =
    /^\s*import\s+(?:type\s+)?(?:\*\s+as\s+)?[\w$]+\s+from\s+['"][^'"]+['"];?\s*$/u.test(line) ||
    /^\s*import\s+(?:type\s+)?\{\s*[\w$]+(?:\s+as\s+[\w$]+)?\s*,?\s*\}\s+from\s+['"][^'"]+['"];?\s*$/u.test(line) ||
    /^\s*(?:from\s+[\w.]+\s+)?import\s+[\w.]+(?:\s+as\s+\w+)?\s*$/u.test(line) ||
    /^\s*(?:pub\s+)?use\s+[\w:]+(?:\s+as\s+\w+)?;\s*$/u.test(line) ||
    /^\s*import\s+(?:static\s+)?[\w.]+;\s*$/u.test(line);
  return isOneName ? { replacements: [], removesLine: true } : undefined;
}
