/**
 * The blocks of a Markdown text that grows, such as a message that is being written.
 *
 * Only the open end is read again when text is added: a block is closed when the lines after it can no longer change
 * where it ends. However a text arrives, the blocks are those of the whole text.
 */
import type { Token, Tokens } from 'marked';

import { blockTokens, noDefinitions, type LinkDefinitions } from './markdown-lexer.ts';

/** One block: a paragraph, a list, a table, and so on. */
export interface MarkdownBlock {
  /** The place where it begins, which is unique and does not change. */
  readonly key: number;
  readonly type: string;
  /** Its text as it was written. */
  readonly raw: string;
  /** The level of a heading below the headings before it, from 1; levels that the text skips do not count. */
  readonly level?: number;
}

/** What to draw. */
export interface MarkdownState {
  /** The blocks in groups of the same length; a group of closed blocks that is full is the same array from then on. */
  readonly groups: readonly (readonly MarkdownBlock[])[];
  /** Those at the end, which may still change. */
  readonly open: readonly MarkdownBlock[];
  /** The definitions of links in closed blocks; the same object until there is another one. */
  readonly definitions: LinkDefinitions;
}

const groupLength = 32;
/** Definitions after these are ignored, because each one makes the blocks before it be drawn again. */
const maxDefinitions = 200;
const openingFence = /^(?<fence>`{3,}(?=[^`\n]*\n)|~{3,})[^\n]*\n/u;

interface OpenFence {
  readonly mark: string;
  /** Where the last line begins, relative to the start of the block: a closing fence cannot be before it. */
  readonly lastLine: number;
}

const nothing: MarkdownState = { groups: [], open: [], definitions: noDefinitions };

export class MarkdownBlocks {
  /** The number of characters that were read by the lexer so far, for tests. */
  lexed = 0;
  #source = '';
  #hasReturn = false;
  #tail = '';
  #start = 0;
  #fence: OpenFence | undefined;
  #definitionCount = 0;
  #closed: MarkdownState['groups'] = [];
  /** The depths of the headings that the next one may be below. */
  #depths: readonly number[] = [];
  #state: MarkdownState = nothing;

  /** The blocks of `text`; cheap if it begins with the text of the last call. */
  update(text: string): MarkdownState {
    if (text === this.#source) return this.#state;
    if (!text.startsWith(this.#source)) this.#reset();
    const added = this.#normalized(text.slice(this.#source.length));
    this.#source = text;
    this.#tail += added;
    if (this.#growFence(added)) return this.#state;
    this.#read();
    return this.#state;
  }

  #reset(): void {
    this.#source = '';
    this.#hasReturn = false;
    this.#tail = '';
    this.#start = 0;
    this.#fence = undefined;
    this.#definitionCount = 0;
    this.#closed = [];
    this.#depths = [];
    this.#state = nothing;
  }

  /** Every line ends with a line feed; a return and its line feed may arrive separately. */
  #normalized(added: string): string {
    const rest = this.#hasReturn && added.startsWith('\n') ? added.slice(1) : added;
    if (added !== '') this.#hasReturn = added.endsWith('\r');
    return rest.includes('\r') ? rest.replaceAll(/\r\n?/gu, '\n') : rest;
  }

  /** Code whose fence is open grows without being read again. */
  #growFence(added: string): boolean {
    const fence = this.#fence;
    const block = this.#state.open[0];
    if (fence === undefined || block === undefined) return false;
    const lines = this.#tail.slice(fence.lastLine);
    if (closesFence(lines, fence.mark)) {
      this.#fence = undefined;
      return false;
    }
    this.#fence = { ...fence, lastLine: this.#tail.lastIndexOf('\n') + 1 };
    const open = [{ ...block, raw: this.#tail }];
    if (added !== '') this.#state = { ...this.#state, groups: grouped(this.#closed, open), open };
    return true;
  }

  #read(): void {
    const tokens = blockTokens(this.#tail);
    this.lexed += this.#tail.length;
    const closed = closedCount(tokens, this.#tail);
    let position = 0;
    let depths = this.#depths;
    const blocks = tokens.map((token, index): MarkdownBlock => {
      const block = { key: this.#start + position, type: token.type, raw: token.raw };
      position += token.raw.length;
      if (token.type !== 'heading') return block;
      const { depth } = token as Tokens.Heading;
      depths = [...depths.filter((each) => each < depth), depth];
      if (index < closed) this.#depths = depths;
      return { ...block, level: depths.length };
    });
    const open = blocks.slice(closed).filter(isShown);
    this.#closed = grouped(this.#closed, blocks.slice(0, closed).filter(isShown));
    const definitions = this.#defined(tokens.slice(0, closed));
    this.#state = { groups: grouped(this.#closed, open), open, definitions };
    const length = blocks.slice(0, closed).reduce((sum, { raw }) => sum + raw.length, 0);
    this.#start += length;
    this.#tail = this.#tail.slice(length);
    const mark = openingFence.exec(this.#tail)?.groups?.['fence'];
    const isCode = open.length === 1 && open[0]?.type === 'code' && open[0].raw === this.#tail;
    if (!isCode || mark === undefined) return;
    const body = this.#tail.indexOf('\n') + 1;
    if (!closesFence(this.#tail.slice(body), mark)) {
      this.#fence = { mark, lastLine: Math.max(body, this.#tail.lastIndexOf('\n') + 1) };
    }
  }

  #defined(tokens: readonly Token[]): LinkDefinitions {
    const found = tokens.filter((token): token is Tokens.Def => token.type === 'def');
    const { definitions } = this.#state;
    const added = found.slice(0, maxDefinitions - this.#definitionCount).filter(({ tag }) => !(tag in definitions));
    if (added.length === 0) return definitions;
    this.#definitionCount += added.length;
    return definedBy(added, definitions);
  }
}

/** The definitions in these blocks, after `known` ones. */
export function definitionsIn(blocks: readonly MarkdownBlock[], known: LinkDefinitions): LinkDefinitions {
  const found = blocks
    .filter(({ type }) => type === 'def')
    .flatMap(({ raw }) => blockTokens(raw).filter((token): token is Tokens.Def => token.type === 'def'));
  const added = found.filter(({ tag }) => !(tag in known));
  return added.length === 0 ? known : definedBy(added, known);
}

function definedBy(tokens: readonly Tokens.Def[], known: LinkDefinitions): LinkDefinitions {
  const all = Object.assign(Object.create(null) as Record<string, LinkDefinitions[string]>, known);
  // The first definition of a label counts.
  for (const { tag, href, title } of tokens) all[tag] ??= { href, title };
  return all;
}

const isShown = ({ type }: MarkdownBlock): boolean => type !== 'space';

/** How many of the tokens can no longer change. */
function closedCount(tokens: readonly Token[], source: string): number {
  const raw = tokens.map((token) => token.raw);
  // The lexer has changed the text, so the places of its blocks are not known.
  if (raw.join('') !== source) return 0;
  const last = tokens.findLastIndex(({ type }) => type !== 'space');
  if (last <= 0) return 0;
  const isAfterBlank = tokens[last - 1]?.type === 'space' || (raw[last - 1] ?? '').endsWith('\n\n');
  const before = tokens.findLast(({ type }, index) => index < last && type !== 'space');
  const lines = raw.slice(last).join('').split('\n').length - 1;
  // The number of a next item may look like a paragraph until its dot is there.
  const needed = isAfterBlank ? (before?.type === 'list' ? 1 : 0) : 2;
  return lines >= needed ? last : 0;
}

function grouped(
  groups: readonly (readonly MarkdownBlock[])[],
  added: readonly MarkdownBlock[],
): readonly (readonly MarkdownBlock[])[] {
  if (added.length === 0) return groups;
  const all = groups.slice();
  for (const block of added) {
    const last = all.at(-1);
    if (last === undefined || last.length >= groupLength) all.push([block]);
    else all[all.length - 1] = [...last, block];
  }
  return all;
}

function closesFence(lines: string, mark: string): boolean {
  return lines.split('\n').some((line) => {
    const text = line.trimStart();
    return text.startsWith(mark) && line.length - text.length <= 3 && /^[~`]+$/u.test(text.trimEnd());
  });
}
