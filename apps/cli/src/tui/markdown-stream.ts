/**
 * Renders a Markdown text that still grows: a settled part that will not change, and a rest that may.
 *
 * Settled lines are returned once. A block is settled when another one begins after it; long lists and long code are
 * settled item by item and line by line, so that the rest stays short.
 */
import type { Tokens } from 'marked';

import { renderCodeLines, renderMarkdown, blocksOf } from './markdown.ts';
import type { Line } from './styled-line.ts';

/** Characters of a block after which it is settled although it may continue. */
const maxBlockLength = 32 * 1024;
/** Last lines of open code that are not settled yet. */
const openCodeLines = 8;

interface OpenCode {
  readonly fence: string;
  readonly language: string;
}

export class MarkdownStream {
  /** The number of settled characters. */
  #settled = 0;
  #hasSettledBlock = false;
  /** The code fence that the settled part ends in. */
  #code: OpenCode | undefined;
  /** Whether the settled part ends between two items of a list. */
  #isInList = false;

  /** The lines that are settled since the last call; `text` must begin with the previous text. */
  settle(text: string, width: number): readonly Line[] {
    const lines: Line[] = [];
    for (let before = -1; before < this.#settled;) {
      before = this.#settled;
      const rest = text.slice(this.#settled);
      lines.push(...(this.#code === undefined ? this.#settleBlocks(rest, width) : this.#settleCode(rest, width)));
    }
    return lines;
  }

  /** The lines that may still change. */
  rest(text: string, width: number): readonly Line[] {
    const rest = text.slice(this.#settled);
    const lines =
      this.#code === undefined ? renderMarkdown(rest, width) : this.#renderOpenCode(rest, this.#code, width);
    const needsBlankLine = this.#hasSettledBlock && this.#code === undefined && !this.#isInList;
    return needsBlankLine && lines.length > 0 ? [[], ...lines] : lines;
  }

  /** Whether the whole text is settled. */
  isSettled(text: string): boolean {
    return text.slice(this.#settled).trim() === '';
  }

  #settleBlocks(rest: string, width: number): readonly Line[] {
    if (rest.trim() === '') return [];
    const tokens = blocksOf(rest);
    const last = tokens.findLastIndex(({ type }) => type !== 'space');
    const settled = tokens.slice(0, Math.max(0, last));
    const raw = settled.map((token) => token.raw).join('');
    // The lexer may have normalized the text; then nothing is settled before the end.
    if (raw.trim() !== '' && rest.startsWith(raw)) return this.#advance(raw, renderMarkdown(raw, width));
    if (rest.length > maxBlockLength) return this.#cut(rest, width);
    const open = tokens[last];
    if (open?.type === 'list') return this.#settleItems(open as Tokens.List, rest, width);
    return open?.type === 'code' ? this.#openCode(rest, width) : [];
  }

  #settleItems({ items }: Tokens.List, rest: string, width: number): readonly Line[] {
    const raw = items
      .slice(0, -1)
      .map((item) => item.raw)
      .join('');
    if (items.length < 6 || !rest.startsWith(raw)) return [];
    const lines = this.#advance(raw, renderMarkdown(raw, width));
    this.#isInList = true;
    return lines;
  }

  /** Settles a part of a very long block, so that rendering stays fast. */
  #cut(rest: string, width: number): readonly Line[] {
    const end = rest.lastIndexOf('\n', maxBlockLength);
    const raw = rest.slice(0, end > 0 ? end + 1 : maxBlockLength);
    return this.#advance(raw, renderMarkdown(raw, width));
  }

  /** Starts settling code whose fence is not closed yet. */
  #openCode(rest: string, width: number): readonly Line[] {
    const [opening = '', fence = '', language = ''] = /^ {0,3}(`{3,}|~{3,})([^\n`]*)\n/u.exec(rest) ?? [];
    if (fence === '' || rest.slice(opening.length).split('\n').length <= openCodeLines) return [];
    if (closingFence(rest.slice(opening.length), fence) !== undefined) return [];
    this.#code = { fence, language: language.trim() };
    return this.#advance(opening, this.#settleCode(rest.slice(opening.length), width));
  }

  #settleCode(rest: string, width: number): readonly Line[] {
    const { fence, language } = this.#code as OpenCode;
    const closing = closingFence(rest, fence);
    if (closing !== undefined) {
      this.#code = undefined;
      this.#settled += closing.end;
      return renderCodeLines(linesOf(rest.slice(0, closing.start)), language, width);
    }
    const lines = rest.split('\n');
    const whole = lines.slice(0, Math.max(0, lines.length - openCodeLines));
    if (whole.length === 0) return [];
    this.#settled += whole.join('\n').length + 1;
    return renderCodeLines(whole.map(withoutTabs), language, width);
  }

  #renderOpenCode(rest: string, { fence, language }: OpenCode, width: number): readonly Line[] {
    const closing = closingFence(rest, fence);
    return renderCodeLines(linesOf(closing === undefined ? rest : rest.slice(0, closing.start)), language, width);
  }

  /** Marks `raw` as settled; returns its lines, with a blank line before a new block. */
  #advance(raw: string, lines: readonly Line[]): readonly Line[] {
    this.#settled += raw.length;
    const needsBlankLine = this.#hasSettledBlock && !this.#isInList;
    this.#hasSettledBlock = true;
    this.#isInList = false;
    return needsBlankLine ? [[], ...lines] : lines;
  }
}

/** The position of the closing fence. */
function closingFence(rest: string, fence: string): { readonly start: number; readonly end: number } | undefined {
  const found = new RegExp(`^ {0,3}${fence.charAt(0)}{${fence.length},}[ \\t]*(?:\\n|$)`, 'mu').exec(rest);
  return found === null ? undefined : { start: found.index, end: found.index + found[0].length };
}

function linesOf(code: string): readonly string[] {
  const lines = code.split('\n').map(withoutTabs);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

const withoutTabs = (code: string): string => code.replaceAll('\t', '    ');
