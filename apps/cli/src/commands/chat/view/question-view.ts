/**
 * A permission request as lines: nothing is cut, and nothing is left out where a line is broken.
 *
 * Every line of the agent's text stands behind a mark, so that it cannot look like an option or a line of the chat.
 */
import { breakExactly, line, span, widthOfLine, type Line, type Style } from '../../../tui/styled-line.ts';
import { commandView } from './command-view.ts';
import { diffViews } from './diff-view.ts';
import { isChangedLine } from './hunk-view.ts';
import type { QuestionFacts } from './question-facts.ts';

const dim: Style = { isDim: true };
const bold: Style = { isBold: true };
const warning: Style = { colour: 'yellow', isBold: true };

/** The mark before each line of the agent's text. */
export const agentMark: Line = [span('│ ', dim)];

interface QuestionViewOptions {
  readonly cwd: string;
  readonly width: number;
}

/** The question: its title, warnings of the chat, and the details behind a mark. */
export function questionView(facts: QuestionFacts, { cwd, width }: QuestionViewOptions): readonly Line[] {
  return [
    ...titleView(facts, width),
    ...warningsView(facts, width),
    ...detailsView(facts, { cwd, width: innerWidth({ cwd, width }) }).map((each) => [...agentMark, ...each]),
  ];
}

/** How many lines of the view end with the first one of the command, the file or what else is asked about. */
export function linesToSubject(facts: QuestionFacts, options: QuestionViewOptions): number {
  const all = questionView(facts, options).length;
  const rest = detailsView({ ...facts, toolTitle: undefined }, { ...options, width: innerWidth(options) }).length;
  // Without details the title is all that is asked.
  return rest === 0 ? 1 : all - rest + 1;
}

/** The index of the first changed line of a diff in the view; of the subject if there is no diff. */
export function lineToShow(facts: QuestionFacts, options: QuestionViewOptions): number {
  const subject = linesToSubject(facts, options) - 1;
  if (facts.diffs.length === 0) return subject;
  const changed = questionView(facts, options).findIndex((each, index) => index > subject && isChangedLine(each));
  return changed === -1 ? subject : changed;
}

const innerWidth = ({ width }: QuestionViewOptions): number => width - widthOfLine(agentMark);

const titleView = ({ title }: QuestionFacts, width: number): readonly Line[] =>
  title.flatMap((each, index) =>
    breakExactly(line(each, bold), width, {
      first: index === 0 ? [span('? ', warning)] : agentMark,
      hanging: agentMark,
    }),
  );

/** What could be taken for something else. */
export const warningsView = ({ warnings }: QuestionFacts, width: number): readonly Line[] =>
  warnings.flatMap((each) =>
    breakExactly(line(each, { colour: 'yellow' }), width, { first: [span('! ', warning)], hanging: agentMark }),
  );

/** Everything besides the title and the warnings. */
export function detailsView(facts: QuestionFacts, { cwd, width }: QuestionViewOptions): readonly Line[] {
  const { toolTitle, texts, command, paths, diffs, input } = facts;
  const indented = (text: string, style?: Style): readonly Line[] =>
    breakExactly(line(text, style), width, { first: [], hanging: [span('  ')] });
  return [
    ...(toolTitle === undefined ? [] : indented(`Tool call: ${toolTitle}`, dim)),
    ...commandView(command, width),
    ...(facts.cwd === undefined ? [] : indented(`in ${facts.cwd}`, dim)),
    ...paths.flatMap((path) => indented(path, dim)),
    ...diffViews(diffs, { cwd, width, maxLines: Infinity, isExact: true }),
    ...texts.flatMap((lines) => lines.flatMap((each) => breakExactly(line(each), width))),
    ...input.flatMap(({ name, lines }) =>
      fieldLines(name, lines).flatMap((each) => breakExactly(line(each, dim), width)),
    ),
  ];
}

/** The field in one line, or its lines below its name. */
const fieldLines = (name: string, lines: readonly string[]): readonly string[] =>
  lines.length === 1 ? [`${name}: ${lines[0]}`] : [`${name}:`, ...lines.map((each) => `  ${each}`)];
