/**
 * Syntax highlighting: comments, strings, numbers and keywords.
 *
 * It knows families of languages, not their grammar, and works line by line. It only remembers whether a comment is
 * open; a string ends with its line, because a hunk may begin inside one, and all that follows would have its colour.
 *
 * This is written here, because the libraries do not fit: highlight.js and Prism take a whole text, and here lines come
 * one after the other while an answer is streamed, and hunks begin anywhere; those that go on from line to line, with
 * the grammars of editors, are megabytes and WebAssembly, which a terminal would load before the first change is shown.
 */
import { span, type Line, type Span, type Style } from './styled-line.ts';

interface Family {
  readonly lineComment: readonly string[];
  readonly blockComment?: readonly [string, string];
  readonly quotes: string;
  readonly words: ReadonlySet<string>;
}

const wordsOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const braces: Family = {
  lineComment: ['//'],
  blockComment: ['/*', '*/'],
  quotes: `"'\``,
  words: wordsOf(
    'abstract as async await bool boolean break case catch char class const constexpr continue crate debugger declare default defer do double else enum export extends extern false final finally float fn for from fun func function go goto if impl implements import in inline instanceof int interface is let long loop match mod module move mut namespace new nil null nullptr object of operator out override package private protected pub public range readonly ref return select self short signed sizeof static struct super switch template this throw throws trait true try type typedef typeof undefined union unsafe unsigned use using val var virtual void volatile when where while with yield',
  ),
};
const python: Family = {
  lineComment: ['#'],
  quotes: `"'`,
  words: wordsOf(
    'False None True and as assert async await begin break case class continue def del elif else elsif end ensure except finally for from global if import in is lambda match module nil nonlocal not or pass raise require rescue return self super then try unless until when while with yield',
  ),
};
const shell: Family = {
  lineComment: ['#'],
  quotes: `"'`,
  words: wordsOf(
    'case do done echo elif else esac exit export fi for function if in local return set then until while',
  ),
};
const sql: Family = {
  lineComment: ['--'],
  blockComment: ['/*', '*/'],
  quotes: `'"`,
  words: wordsOf(
    'SELECT FROM WHERE INSERT INTO VALUES UPDATE SET DELETE CREATE TABLE ALTER DROP INDEX JOIN LEFT RIGHT INNER OUTER ON AS AND OR NOT NULL PRIMARY KEY FOREIGN REFERENCES GROUP BY ORDER HAVING LIMIT OFFSET UNION ALL DISTINCT CASE WHEN THEN ELSE END WITH select from where insert into values update set delete create table alter drop index join left right inner outer on as and or not null primary key foreign references group by order having limit offset union all distinct case when then else end with',
  ),
};
const lua: Family = {
  lineComment: ['--'],
  blockComment: ['--[[', ']]'],
  quotes: `'"`,
  words: wordsOf(
    'and break do else elseif end false for function goto if in local nil not or repeat return then true until while',
  ),
};
const markup: Family = { lineComment: [], blockComment: ['<!--', '-->'], quotes: '"', words: wordsOf('') };
const data: Family = { lineComment: ['#', '//'], quotes: `"'`, words: wordsOf('true false null yes no') };

const families: ReadonlyMap<string, Family> = new Map(
  Object.entries({
    ...Object.fromEntries(
      'c cc cpp cxx h hh hpp m mm cs csharp css less scss dart go gradle graphql groovy java javascript js jsx kotlin kt php proto rs rust scala sol swift ts tsx typescript mjs cjs mts cts zig'
        .split(' ')
        .map((name) => [name, braces]),
    ),
    ...Object.fromEntries(
      'py pyi python rb ruby elixir ex exs nim jl r pl perl'.split(' ').map((name) => [name, python]),
    ),
    ...Object.fromEntries('sh bash zsh shell fish console dockerfile makefile'.split(' ').map((name) => [name, shell])),
    ...Object.fromEntries(
      'json jsonc json5 yaml yml toml ini cfg conf env hcl properties tf'.split(' ').map((name) => [name, data]),
    ),
    ...Object.fromEntries('html htm svg vue svelte xhtml xml'.split(' ').map((name) => [name, markup])),
    lua,
    sql,
  }),
);

/** The language of a file, by its name. */
export function languageOfPath(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const dot = name.lastIndexOf('.');
  return dot < 0 ? name : name.slice(dot + 1);
}

const comment: Style = { isDim: true };
const text: Style = { colour: 'green' };
const number: Style = { colour: 'yellow' };
const word: Style = { colour: 'magenta' };
const added: Style = { colour: 'green' };
const removed: Style = { colour: 'red' };
const place: Style = { colour: 'cyan' };

/** Highlights consecutive lines. */
export type Highlighter = (code: string) => Line;

/** A highlighter for a language, named by a code fence or a file extension. */
export function highlighter(language: string): Highlighter {
  const name = language.toLowerCase();
  if (name === 'diff' || name === 'patch') return diffLine;
  const family = families.get(name);
  if (family === undefined) return (code) => [span(code)];
  let isCommentOpen = false;
  return (code) => {
    const { spans, isOpen } = highlightLine(code, family, isCommentOpen);
    isCommentOpen = isOpen;
    return spans;
  };
}

/** A line of a unified diff. */
function diffLine(code: string): Line {
  if (code.startsWith('@@')) return [span(code, place)];
  if (code.startsWith('+')) return [span(code, added)];
  return [code.startsWith('-') ? span(code, removed) : span(code)];
}

function highlightLine(
  code: string,
  family: Family,
  wasOpen: boolean,
): { readonly spans: readonly Span[]; readonly isOpen: boolean } {
  const spans: Span[] = [];
  let isOpen = wasOpen;
  for (let index = 0; index < code.length;) {
    const rest = code.slice(index);
    const piece = nextPiece(rest, family, isOpen);
    isOpen = piece.isOpen === true;
    spans.push(span(rest.slice(0, piece.length), piece.style));
    index += piece.length;
  }
  return { spans, isOpen };
}

interface Piece {
  readonly length: number;
  readonly style: Style | undefined;
  /** Whether a comment continues after it. */
  readonly isOpen?: boolean;
}

function nextPiece(rest: string, { lineComment, blockComment, quotes, words }: Family, isInComment: boolean): Piece {
  const [opening, closing] = blockComment ?? ['', ''];
  if (blockComment !== undefined && (isInComment || rest.startsWith(opening))) {
    const end = rest.indexOf(closing, isInComment ? 0 : opening.length);
    return end < 0
      ? { length: rest.length, style: comment, isOpen: true }
      : { length: end + closing.length, style: comment };
  }
  if (lineComment.some((mark) => rest.startsWith(mark))) return { length: rest.length, style: comment };
  if (quotes.includes(rest.charAt(0))) return { length: stringEnd(rest), style: text };
  const [found = rest.charAt(0)] = /^(?:[A-Za-z_$][\w$]*|\d[\w.]*|\s+)/u.exec(rest) ?? [];
  const style = words.has(found) ? word : undefined;
  return { length: found.length, style: /^\d/u.test(found) ? number : style };
}

/** Where the string literal ends: at its closing quote, or with the line. */
function stringEnd(code: string): number {
  const quote = code.charAt(0);
  for (let index = 1; index < code.length; index += 1) {
    if (code[index] === '\\') index += 1;
    else if (code[index] === quote) return index + 1;
  }
  return code.length;
}
