/**
 * Markdown as a page in one HTML file, to keep an answer or a conversation.
 *
 * Nothing in the text becomes markup of its own, and the page has no scripts and loads nothing: images are mentioned,
 * and only web and mail addresses become links.
 */
import { Lexer, type Token, type Tokens } from 'marked';

import { escapeHtml } from './html-text.ts';

/** The page; its title is the first heading. */
export function documentPage(markdown: string): string {
  const { title, body } = rendered(markdown);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}

const style = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0}
main{max-width:50rem;margin:0 auto;padding:1rem;overflow-wrap:anywhere}
h1,h2,h3{line-height:1.25}
h2{border-bottom:1px solid #8886;padding-bottom:.2rem;margin-top:2rem}
pre{background:#8882;padding:.7rem;overflow-x:auto;border-radius:.3rem}
code{font:.9em/1.4 ui-monospace,monospace}
blockquote{margin:0;padding-left:1rem;border-left:3px solid #8886}
table{border-collapse:collapse}td,th{border:1px solid #8886;padding:.2rem .5rem}
@media print{pre{white-space:pre-wrap}}
`;

/** Very deep nesting, for example, cannot be read by the lexer, and is shown as it is written. */
function rendered(markdown: string): { readonly title: string; readonly body: string } {
  try {
    const tokens = new Lexer({ gfm: true }).lex(markdown);
    const heading = tokens.find(({ type }) => type === 'heading') as Tokens.Heading | undefined;
    return { title: heading === undefined ? 'Answer' : plainText(heading.tokens), body: blocks(tokens) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { title: 'Answer', body: `<pre>${escapeHtml(markdown)}</pre>` };
  }
}

const blocks = (tokens: readonly Token[]): string =>
  tokens
    .map(block)
    .filter((html) => html !== '')
    .join('\n');

function block(token: Token): string {
  switch (token.type) {
    case 'space':
    case 'def':
      return '';
    case 'heading': {
      const { depth, tokens } = token as Tokens.Heading;
      return `<h${depth}>${inline(tokens)}</h${depth}>`;
    }
    case 'code':
      return `<pre><code>${escapeHtml((token as Tokens.Code).text)}\n</code></pre>`;
    case 'blockquote':
      return `<blockquote>\n${blocks(token.tokens ?? [])}\n</blockquote>`;
    case 'list':
      return list(token as Tokens.List);
    case 'table':
      return table(token as Tokens.Table);
    case 'hr':
      return '<hr>';
    case 'paragraph':
      return `<p>${inline(token.tokens ?? [])}</p>`;
    case 'text':
      return token.tokens === undefined ? escapeHtml((token as Tokens.Text).text) : inline(token.tokens);
    default:
      // HTML of the text, for example, is shown as it is written.
      return `<p>${escapeHtml(token.raw.trimEnd())}</p>`;
  }
}

function list({ ordered, start, items }: Tokens.List): string {
  const tag = ordered ? 'ol' : 'ul';
  const from = ordered && typeof start === 'number' && start !== 1 ? ` start="${start}"` : '';
  const rows = items.map(({ task, checked, tokens }) => {
    const mark = task ? `${checked === true ? '☑' : '☐'} ` : '';
    return `<li>${mark}${blocks(tokens.filter(({ type }) => type !== 'checkbox'))}</li>`;
  });
  return `<${tag}${from}>\n${rows.join('\n')}\n</${tag}>`;
}

const table = ({ header, rows }: Tokens.Table): string =>
  `<table>\n${[tableRow(header, 'th'), ...rows.map((each) => tableRow(each, 'td'))].join('\n')}\n</table>`;

function tableRow(cells: readonly Tokens.TableCell[], tag: 'td' | 'th'): string {
  const written = cells.map(({ tokens, align }) => {
    const aligned = align === null ? '' : ` style="text-align:${align}"`;
    return `<${tag}${aligned}>${inline(tokens)}</${tag}>`;
  });
  return `<tr>${written.join('')}</tr>`;
}

const inline = (tokens: readonly Token[]): string => tokens.map(inlinePart).join('');

function inlinePart(token: Token): string {
  switch (token.type) {
    case 'strong':
    case 'em':
    case 'del':
      return `<${token.type}>${inline(token.tokens ?? [])}</${token.type}>`;
    case 'codespan':
      return `<code>${escapeHtml((token as Tokens.Codespan).text)}</code>`;
    case 'br':
      return '<br>\n';
    case 'link': {
      const { href, tokens } = token as Tokens.Link;
      const words = inline(tokens);
      return isWebAddress(href)
        ? `<a href="${escapeHtml(href)}" rel="noreferrer">${words}</a>`
        : `${words} (<code>${escapeHtml(href)}</code>)`;
    }
    case 'image': {
      const { href, text } = token as Tokens.Image;
      return `[image: ${escapeHtml(text)} <code>${escapeHtml(href)}</code>]`;
    }
    case 'text':
    case 'escape':
      return token.type === 'text' && token.tokens !== undefined
        ? inline(token.tokens)
        : escapeHtml((token as Tokens.Text).text);
    default:
      return escapeHtml(token.raw);
  }
}

/** Only these lead out of the page; control characters could hide another scheme. */
const isWebAddress = (address: string): boolean =>
  /^(?:https?:\/\/|mailto:)[^\s<>"']+$/iu.test(address) && !/\p{Cc}/u.test(address);

const plainText = (tokens: readonly Token[]): string =>
  tokens
    .map((token) => {
      const { tokens: inner, text } = token as Partial<Tokens.Text>;
      return inner === undefined ? (text ?? '') : plainText(inner);
    })
    .join('');
