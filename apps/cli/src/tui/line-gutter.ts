/** Wraps lines that begin with a number or an indent: what is wrapped stays below the text, not below the number. */
import { span, textOfLine, widthOf, wrap, type Line } from './styled-line.ts';

/** The number of columns before the text of a line with a number: `  12 │ `, `src/a.ts:12: ` or `12→`. */
export function gutterWidth(text: string): number {
  const [found = ''] = /^(?:[^\s:│|]+:)?[ \t]*\d+(?:(?: *[│|→]|:) ?| {2,})/u.exec(text) ?? [];
  return widthOf(found);
}

/** Wraps a line of code or output; every line begins with `prefix`. */
export function wrapBehindGutter(spans: Line, width: number, prefix: Line = []): readonly Line[] {
  const text = textOfLine(spans);
  const number = gutterWidth(text);
  const indent = number === 0 ? (/^ */u.exec(text)?.[0].length ?? 0) : number;
  // A deep indent would leave no room for the text.
  const hanging: Line = indent === 0 || indent > width / 2 ? prefix : [...prefix, span(' '.repeat(indent))];
  return wrap(spans, width, { first: prefix, hanging });
}
