/** Writes one verdict as one line: for people, or as JSON for programs. */
import { formatProblem, type Problem, type Repair } from '@acp-stack/schema';

import type { Palette } from '../terminal/palette.ts';
import type { Verdict } from './verdict.ts';

const mostProblems = 5;
const longestPath = 300;

/** `12 ok session/update` or `12 invalid session/update  /params/…: expected …; found …` */
export function textLine(line: number, verdict: Verdict, palette: Palette): string {
  const { problems } = verdict;
  const isOk = problems.length === 0;
  const word = isOk ? palette.green('ok') : palette.red('invalid');
  const remarks = [...verdict.notes, ...mended(verdict.repairs)];
  const suffix = remarks.length === 0 ? '' : ` ${palette.dim(escape(`(${remarks.join('; ')})`))}`;
  if (isOk) return `${line} ${word} ${escape(label(verdict))}${suffix}\n`;
  const shown = problems.slice(0, mostProblems).map((problem) => formatProblem(shortened(problem)));
  const rest = problems.length - shown.length;
  const more = rest === 0 ? '' : ` | and ${rest} more, which --format json shows`;
  return `${line} ${word} ${escape(label(verdict))}  ${escape(shown.join(' | '))}${more}${suffix}\n`;
}

/** `{"line":12,"ok":true,"method":"session/update","problems":[]}`; repairs and notes only where there are any. */
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

function mended(repairs: readonly Repair[]): string[] {
  if (repairs.length === 0) return [];
  const shown = repairs.slice(0, mostProblems).map((repair) => `${repair.action} ${formatProblem(shortened(repair))}`);
  const rest = repairs.length - shown.length;
  return [`mended: ${shown.join(' | ')}${rest === 0 ? '' : ` | and ${rest} more`}`];
}

/** A path that nobody could read is cut; its length is the sender's choice. */
function shortened<P extends Problem>(problem: P): P {
  if (problem.path.length <= longestPath) return problem;
  return { ...problem, path: `${problem.path.slice(0, longestPath)}…` };
}

/** Escapes what could end the line or command a terminal, such as escape sequences in a field's name. */
function escape(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from({ length: character.length }, (_, index) => escapeUnit(character.charCodeAt(index))).join(''),
  );
}

const escapeUnit = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`;
