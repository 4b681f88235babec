/** Formats one verdict as one line: for people, or as JSON. */
import { formatProblem, type Problem, type Repair } from '@acp-stack/schema';
import { shortenPath, type Verdict } from '@acp-stack/trace';

import type { Palette } from '../../terminal/palette.ts';

const maxProblems = 5;
const maxTextLength = 1_000;

/** `12 ok session/update` or `12 invalid session/update  /params/…: expected …; found …` */
export function textLine(line: number, verdict: Verdict, palette: Palette): string {
  const { problems } = verdict;
  const isOk = problems.length === 0;
  const word = isOk ? palette.green('ok') : palette.red('invalid');
  const remarks = [...noted(verdict.notes), ...repaired(verdict.repairs)];
  const suffix = remarks.length === 0 ? '' : ` ${palette.dim(escape(`(${remarks.join('; ')})`))}`;
  if (isOk) return `${line} ${word} ${escape(label(verdict))}${suffix}\n`;
  const shown = problems.slice(0, maxProblems).map((problem) => problemText(shortened(problem)));
  const rest = problems.length - shown.length;
  const more = rest === 0 ? '' : ` | and ${rest} more, which --format json shows`;
  return `${line} ${word} ${escape(label(verdict))}  ${escape(shown.join(' | '))}${more}${suffix}\n`;
}

/** `{"line":12,"ok":true,"method":"session/update","problems":[]}`; repairs and notes only if there are any. */
export function jsonLine(line: number, { method, problems, repairs, notes }: Verdict): string {
  const object = {
    line,
    ok: problems.length === 0,
    method: method ?? null,
    problems: problems.map(shortened),
    ...(repairs.length === 0 ? {} : { repairs: repairs.map(shortened) }),
    ...(notes.length === 0 ? {} : { notes }),
  };
  return `${escape(JSON.stringify(object))}\n`;
}

function label({ kind, method }: Verdict): string {
  if (method === undefined) return kind;
  return kind === 'result' || kind === 'error' ? `${method} ${kind}` : method;
}

/** A line that is not JSON has no message to describe. */
function problemText(problem: Problem): string {
  return problem.expected === 'JSON' ? `not JSON: ${problem.found}` : formatProblem(problem);
}

function noted(notes: readonly string[]): string[] {
  const rest = notes.length - maxProblems;
  return rest <= 0 ? [...notes] : [...notes.slice(0, maxProblems), `and ${rest} more, which --format json shows`];
}

function repaired(repairs: readonly Repair[]): string[] {
  if (repairs.length === 0) return [];
  const shown = repairs.slice(0, maxProblems).map((repair) => repairText(shortened(repair)));
  const rest = repairs.length - shown.length;
  return [`repaired: ${shown.join(' | ')}${rest === 0 ? '' : ` | and ${rest} more`}`];
}

/** `skipped /params/entries/0 (/priority: expected …; found …)`: the repair, then the reason. */
function repairText({ action, path, expected, found }: Repair): string {
  const reason = expected.match(/^a valid (?:entry|value) \((?<reason>.+)\)$/su)?.groups?.['reason'];
  return `${action} ${path === '' ? '(message)' : path} (${reason ?? `expected ${expected}; found ${found}`})`;
}

/** Shortens very long paths and explanations. */
function shortened<P extends Problem>(problem: P): P {
  const { path, expected } = problem;
  const words = expected.length > maxTextLength ? `${expected.slice(0, maxTextLength)}…)` : expected;
  return { ...problem, path: shortenPath(path), expected: words };
}

/** Escapes characters that could end the line or control a terminal, such as escape sequences in field names. */
function escape(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from({ length: character.length }, (_, index) => escapeUnit(character.charCodeAt(index))).join(''),
  );
}

const escapeUnit = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`;
