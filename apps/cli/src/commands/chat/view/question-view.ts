/** A permission request as lines: nothing is cut, and nothing is left out where a line is broken. */
import { breakExactly, line, span, type Line, type Style } from '../../../tui/styled-line.ts';
import { commandView } from './command-view.ts';
import { diffView } from './diff-view.ts';
import type { QuestionFacts } from './question-facts.ts';

const dim: Style = { isDim: true };
const bold: Style = { isBold: true };
const warning: Style = { colour: 'yellow', isBold: true };

export function questionView(
  facts: QuestionFacts,
  { cwd, width }: { readonly cwd: string; readonly width: number },
): readonly Line[] {
  const { title, toolTitle, texts, command, paths, diffs, input, warnings } = facts;
  const indented = (text: string, style?: Style): readonly Line[] =>
    breakExactly(line(text, style), width, { first: [], hanging: [span('  ')] });
  return [
    ...title.flatMap((each, index) =>
      breakExactly(line(each, bold), width, {
        first: [span(index === 0 ? '? ' : '  ', warning)],
        hanging: [span('  ')],
      }),
    ),
    ...(toolTitle === undefined ? [] : indented(`Tool call: ${toolTitle}`, dim)),
    ...commandView(command, width),
    ...(facts.cwd === undefined ? [] : indented(`in ${facts.cwd}`, dim)),
    ...paths.flatMap((path) => indented(path, dim)),
    ...warnings.flatMap((each) =>
      breakExactly(line(each, { colour: 'yellow' }), width, { first: [span('! ', warning)], hanging: [span('  ')] }),
    ),
    ...diffs.flatMap((diff) => diffView(diff, { cwd, width, maxLines: Infinity })),
    ...texts.flatMap((lines) => lines.flatMap((each) => breakExactly(line(each), width))),
    ...input.flatMap(({ name, lines }) =>
      fieldLines(name, lines).flatMap((each) => breakExactly(line(each, dim), width)),
    ),
  ];
}

/** The field in one line, or its lines below its name. */
export const fieldLines = (name: string, lines: readonly string[]): readonly string[] =>
  lines.length === 1 ? [`${name}: ${lines[0]}`] : [`${name}:`, ...lines.map((each) => `  ${each}`)];
