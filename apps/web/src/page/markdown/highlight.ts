/**
 * Code in colours, line by line. Loaded when the first code is shown.
 *
 * The result is text with the name of a look for each piece; the looks are those of the page.
 */
import { common, createLowlight } from 'lowlight';

/** A piece of a line with one look; the look is empty for plain text. */
export interface CodePiece {
  readonly text: string;
  readonly look: string;
}

/** The pieces of one line. */
export type CodeLine = readonly CodePiece[];

const lowlight = createLowlight(common);

const looks: Readonly<Record<string, string>> = {
  keyword: 'text-code-keyword',
  built_in: 'text-code-type',
  type: 'text-code-type',
  class: 'text-code-type',
  literal: 'text-code-number',
  number: 'text-code-number',
  symbol: 'text-code-number',
  string: 'text-code-string',
  regexp: 'text-code-string',
  char: 'text-code-string',
  quote: 'text-code-comment',
  comment: 'text-code-comment',
  doctag: 'text-code-comment',
  title: 'text-code-title',
  function: 'text-code-title',
  section: 'text-code-title',
  name: 'text-code-keyword',
  tag: 'text-code-keyword',
  attr: 'text-code-title',
  attribute: 'text-code-title',
  property: 'text-code-title',
  selector: 'text-code-keyword',
  variable: 'text-code-type',
  meta: 'text-code-comment',
  addition: 'text-good',
  deletion: 'text-bad',
};

/** Longer code is shown without colours, so that no single task is long. */
const maxLength = 40_000;
const maxKept = 64;
const kept = new Map<string, readonly CodeLine[]>();

/** Whether code in this language can be shown in colours. */
export const knowsLanguage = (language: string): boolean => lowlight.registered(language.toLowerCase());

/** The lines of the code; undefined if the language is not known or the code is too long. */
export function highlight(code: string, language: string): readonly CodeLine[] | undefined {
  if (code.length > maxLength || !knowsLanguage(language)) return undefined;
  const key = `${language}\n${code}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const lines: CodePiece[][] = [[]];
  collect(lowlight.highlight(language.toLowerCase(), code).children, '', lines);
  kept.set(key, lines);
  if (kept.size > maxKept) kept.delete(kept.keys().next().value ?? '');
  return lines;
}

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly properties?: { readonly className?: unknown };
  readonly children?: readonly Node[];
}

function collect(nodes: readonly Node[], look: string, lines: CodePiece[][]): void {
  for (const { type, value = '', properties, children = [] } of nodes) {
    if (type === 'text') {
      for (const [index, text] of value.split('\n').entries()) {
        if (index > 0) lines.push([]);
        if (text !== '') lines.at(-1)?.push({ text, look });
      }
    } else collect(children, lookOf(properties?.className) ?? look, lines);
  }
}

function lookOf(names: unknown): string | undefined {
  if (!Array.isArray(names)) return undefined;
  for (const name of names) {
    const [word = ''] = String(name)
      .replace(/^hljs-/u, '')
      .split('-', 1);
    const look = looks[word.replace(/_$/u, '')];
    if (look !== undefined) return look;
  }
  return undefined;
}
