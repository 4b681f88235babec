/**
 * Renders Markdown as styled lines.
 *
 * Control characters must already be escaped. A link shows its URL beside its text, so that it cannot disguise its
 * target.
 */
import { Lexer, type Token, type Tokens } from 'marked';

import { highlighter } from './highlight.ts';
import { textLines } from '../text/escape-control-characters.ts';
import { gutterWidth, wrapBehindGutter } from './line-gutter.ts';
import { pageTarget } from './link-target.ts';
import { tableLines } from './table.ts';
import { line, span, textOfLine, widthOfLine, wrap, type Line, type Span, type Style } from './styled-line.ts';

const bold: Style = { isBold: true };
const dim: Style = { isDim: true };
const heading: Style = { isBold: true, colour: 'cyan' };
const code: Style = { colour: 'yellow' };
const address: Style = { isDim: true, isUnderlined: true };

/** The blocks of a text: paragraphs, lists, code and so on. */
export const blocksOf = (markdown: string): readonly Token[] => new Lexer({ gfm: true }).blockTokens(markdown, []);

/** Renders the whole text. */
export function renderMarkdown(markdown: string, width: number): readonly Line[] {
  return withoutBlankEnds(renderBlocks(new Lexer({ gfm: true }).lex(markdown), width));
}

function renderBlocks(tokens: readonly Token[], width: number): readonly Line[] {
  const shown = tokens.filter(({ type }) => type !== 'space' && type !== 'def');
  return shown.flatMap((token, index) => {
    const lines = renderBlock(token, width);
    return lines.length > 0 && isApart(token, shown[index - 1]) ? [[], ...lines] : lines;
  });
}

/** Text in a tight list has no blank line around it. */
const isApart = (token: Token, previous: Token | undefined): boolean =>
  previous !== undefined && token.type !== 'text' && !(token.type === 'list' && previous.type === 'text');

function renderBlock(token: Token, width: number): readonly Line[] {
  switch (token.type) {
    case 'heading':
      return wrapLines(
        [span(`${'#'.repeat((token as Tokens.Heading).depth)} `, dim), ...inline(token.tokens, heading)],
        width,
      );
    case 'code':
      return renderCode(token as Tokens.Code, width);
    case 'list':
      return renderList(token as Tokens.List, width);
    case 'blockquote':
      return renderBlocks(token.tokens ?? [], width - 2).map((each) => [span('│ ', dim), ...each]);
    case 'table':
      return renderTable(token as Tokens.Table, width);
    case 'hr':
      return [line('─'.repeat(Math.min(width, 40)), dim)];
    default:
      return wrapLines(
        innerOf(token) === undefined ? [span(decoded(token.raw.trimEnd()))] : inline(innerOf(token)),
        width,
      );
  }
}

/** Line breaks of the author are kept. */
function wrapLines(spans: readonly Span[], width: number): readonly Line[] {
  const lines: Span[][] = [[]];
  for (const { text, style } of spans) {
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (part !== '') lines.at(-1)?.push(span(part, style));
    }
  }
  return lines.flatMap((each) =>
    gutterWidth(textOfLine(each)) === 0 ? wrap(each, width) : wrapBehindGutter(each, width),
  );
}

function renderCode({ text, lang = '' }: Tokens.Code, width: number): readonly Line[] {
  return renderCodeLines(textLines(text.replace(/\n+$/u, '')), lang, width);
}

/** Indented lines of code. */
export function renderCodeLines(lines: readonly string[], language: string, width: number): readonly Line[] {
  const highlight = highlighter(language.split(/\s/u)[0] ?? '');
  const bar: Line = [span('  ')];
  return lines.flatMap((each) => wrapBehindGutter(highlight(each), width, bar));
}

function renderList({ ordered, start, items }: Tokens.List, width: number): readonly Line[] {
  return items.flatMap((item, index) =>
    renderItem(item, { mark: ordered ? `${Number(start) + index}. ` : '• ', width }),
  );
}

function renderItem(
  { task, checked, tokens }: Tokens.ListItem,
  { mark, width }: { mark: string; width: number },
): readonly Line[] {
  const sign = task ? `${mark}${checked === true ? '☑' : '☐'} ` : mark;
  const content = tokens.filter(({ type }) => type !== 'checkbox');
  const indent = ' '.repeat(mark.length);
  const lines = renderBlocks(content, Math.max(10, width - mark.length));
  if (lines.length === 0) return [line(sign)];
  return lines.map((each, index) => [span(index === 0 ? sign : indent), ...each]);
}

const cellsOf = (row: readonly Tokens.TableCell[]): readonly Line[] => row.map(({ tokens }) => inline(tokens));

function renderTable({ header, rows, align }: Tokens.Table, width: number): readonly Line[] {
  return tableLines({ header: cellsOf(header), rows: rows.map(cellsOf), alignments: align }, width);
}

const inlineStyles: Readonly<Record<string, Style>> = {
  strong: bold,
  em: { isItalic: true },
  del: { isStruck: true },
};

/** The child tokens; undefined if there cannot be any. */
const innerOf = (token: Token): readonly Token[] | undefined =>
  (token as { readonly tokens?: readonly Token[] }).tokens;

function inline(tokens: readonly Token[] | undefined, style?: Style): readonly Span[] {
  return (tokens ?? []).flatMap((token): readonly Span[] => {
    const { type } = token;
    const inner = inlineStyles[type];
    if (inner !== undefined) return inline(innerOf(token), { ...style, ...inner });
    if (type === 'codespan') return [span(decoded((token as Tokens.Codespan).text), { ...style, ...code })];
    if (type === 'br') return [span('\n')];
    if (type === 'link') return renderLink(token as Tokens.Link, style);
    if (type === 'image')
      return [span(`[${decoded((token as Tokens.Image).text)}]`, style), span(` (${token.href})`, address)];
    if (innerOf(token) !== undefined) return inline(innerOf(token), style);
    return [span(decoded('text' in token ? String(token.text) : token.raw), style)];
  });
}

function renderLink({ href, text, tokens }: Tokens.Link, style: Style | undefined): readonly Span[] {
  const link = pageTarget(href);
  const target = link === undefined ? {} : { link };
  const isPlain = decoded(text) === href || href === `mailto:${text}`;
  const words = inline(tokens, { ...style, isUnderlined: true, ...(isPlain ? target : {}) });
  return isPlain ? words : [...words, span(' (', address), span(href, { ...address, ...target }), span(')', address)];
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

/** Decodes only safe entities; others stay as written. */
const decoded = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/gu, (whole, name: string) => entities[name] ?? whole);

function withoutBlankEnds(lines: readonly Line[]): readonly Line[] {
  let end = lines.length;
  while (end > 0 && widthOfLine(lines[end - 1] ?? []) === 0) end -= 1;
  return lines.slice(0, end);
}
