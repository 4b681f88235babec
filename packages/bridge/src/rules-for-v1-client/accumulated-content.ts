/**
 * The content of one tool call: what the agent has sent so far, and what of it the client has.
 *
 * Version 1 replaces the content as a whole, so each new item would mean that everything before it is sent again, which
 * would turn megabytes into gigabytes. So an item that must be sent now follows a reference to what was sent before,
 * unless the whole is short or the allowance covers it; the whole follows later.
 *
 * With any message at most `cheapToRepeat` bytes are sent besides what is new; beyond that, every byte that arrives
 * allows `share` bytes to be sent once more. The whole follows after a pause, which is longer for more content, and
 * once at the end of a tool call or a prompt.
 */
import type * as v1 from '@acp-stack/schema/v1/unstable';

import { omittedContentItem, outputItem } from './omitted-content.ts';
import type { Terminals } from './agent-terminals.ts';

/** One item of version 2 and what it became; the output of a terminal is filled in when it is sent. */
export type ConvertedItem =
  | { readonly terminalId: string; readonly size: number }
  | { readonly terminalId: undefined; readonly items: readonly v1.ToolCallContent[]; readonly size: number };

/** Bytes of an item besides its text. */
export const itemSize = 64;
/** Bytes of content that are sent again with every message. */
const cheapToRepeat = 16 * 1024;
/** Bytes that may be sent again for every byte that arrives. */
const share = 0.5;

export class AccumulatedContent {
  /** The texts of files before this tool call changed them. */
  readonly oldTexts: Map<string, string> = new Map();
  readonly #terminals: Terminals;
  /** Whether the client shows terminals, so that their output is not content. */
  readonly #isLive: boolean;
  #items: ConvertedItem[] = [];
  #size = 0;
  /** How many items of version 1 the kept ones became. */
  #count = 0;
  /** What the client has of the kept items. */
  #sent = { kept: 0, count: 0, size: 0 };
  /** How much of the output of each terminal was sent. */
  readonly #sentOutput = new Map<string, number>();
  /** What was dropped to make room, and the update that sent the last of it. */
  #dropped = { items: 0, bytes: 0, update: 0 };
  /** How many updates carried content. */
  #updates = 0;
  /** Bytes that may be sent again. */
  #allowance = 0;
  #isAbridged = false;

  constructor(terminals: Terminals, isLive = false) {
    this.#terminals = terminals;
    this.#isLive = isLive;
  }

  get items(): readonly ConvertedItem[] {
    return this.#items;
  }

  /** Bytes that are kept, without those of terminals. */
  get size(): number {
    return this.#size;
  }

  get isEmpty(): boolean {
    return this.#items.length === 0 && this.#dropped.items === 0;
  }

  /** Whether the client was sent only the end. */
  get isAbridged(): boolean {
    return this.#isAbridged;
  }

  /** What was dropped; the client has it. */
  get dropped(): { readonly items: number; readonly bytes: number } {
    return this.#dropped;
  }

  shows(terminalId: string): boolean {
    return this.#items.some((item) => item.terminalId === terminalId);
  }

  /** The agent replaced the content. */
  replace(items: readonly ConvertedItem[]): void {
    this.#items = [...items];
    this.#size = sum(items, ({ size }) => size);
    this.#count = sum(items, countOf);
    this.#sent = { kept: 0, count: 0, size: 0 };
    this.#sentOutput.clear();
    this.#dropped = { items: 0, bytes: 0, update: 0 };
    this.#allowance = 0;
    this.#isAbridged = false;
  }

  append(item: ConvertedItem): void {
    this.#items.push(item);
    this.#size += item.size;
    this.#count += countOf(item);
    this.allow(item.size);
  }

  /** Adds to the allowance for `bytes` that arrived. */
  allow(bytes: number): void {
    this.#allowance += bytes * share;
  }

  /** Drops the first `count` items, which the client has. Returns their size. */
  drop(count: number): number {
    const gone = this.#items.splice(0, count);
    const size = sum(gone, (item) => item.size);
    const items = sum(gone, countOf);
    this.#size -= size;
    this.#count -= items;
    const { kept, count: sentCount, size: bytes } = this.#sent;
    this.#sent = {
      kept: Math.max(0, kept - gone.length),
      count: Math.max(0, sentCount - items),
      size: Math.max(0, bytes - size),
    };
    this.#dropped = {
      items: this.#dropped.items + items,
      bytes: this.#dropped.bytes + size - items * itemSize,
      update: this.#updates,
    };
    this.oldTexts.clear();
    for (const { terminalId } of gone) {
      if (terminalId !== undefined && !this.shows(terminalId)) this.#sentOutput.delete(terminalId);
    }
    return size;
  }

  /** All that is kept, after a reference to what was dropped. */
  whole(): readonly v1.ToolCallContent[] {
    const shown = this.#items.flatMap((item) => this.#shown(item));
    const content = this.#dropped.items === 0 ? shown : [omittedContentItem(this.#dropped), ...shown];
    this.#noteSent(false);
    return content;
  }

  /** What the client lacks, after everything before it or after a reference to that. */
  latest(): readonly v1.ToolCallContent[] {
    const { kept, count, size } = this.#sent;
    const cost = this.#size + this.#outputSize();
    if (kept === 0 || cost <= cheapToRepeat) return this.whole();
    if (this.#allowance >= cost) {
      this.#allowance -= cost;
      return this.whole();
    }
    const { items, bytes } = this.#dropped;
    const omitted = { items: items + count, bytes: bytes + size - count * itemSize, update: this.#updates };
    const outputs = [...this.#sentOutput].flatMap(([terminalId, position]) => this.#output(terminalId, position));
    const content = [
      omittedContentItem(omitted),
      ...outputs,
      ...this.#items.slice(kept).flatMap((item) => this.#shown(item)),
    ];
    this.#noteSent(true);
    return content;
  }

  #shown(item: ConvertedItem): readonly v1.ToolCallContent[] {
    if (item.terminalId === undefined) return item.items;
    if (this.#isLive) return [{ type: 'terminal', terminalId: item.terminalId }];
    const text = this.#terminals.text(item.terminalId);
    return text === '' ? [] : [outputItem(text, this.#terminals.cutBytes(item.terminalId))];
  }

  /** The output of a terminal since `position`. */
  #output(terminalId: string, position: number): readonly v1.ToolCallContent[] {
    if (this.#terminals.position(terminalId) === position) return [];
    const { text, skipped } = this.#terminals.textSince(terminalId, position);
    return text === '' ? [] : [outputItem(text, skipped)];
  }

  #outputSize(): number {
    let size = 0;
    for (const terminalId of this.#sentOutput.keys()) size += this.#terminals.sizeOf(terminalId);
    return size;
  }

  #noteSent(isAbridged: boolean): void {
    for (let index = this.#sent.kept; index < this.#items.length; index += 1) {
      const terminalId = this.#items[index]?.terminalId;
      if (terminalId !== undefined && !this.#isLive) this.#sentOutput.set(terminalId, 0);
    }
    for (const terminalId of this.#sentOutput.keys())
      this.#sentOutput.set(terminalId, this.#terminals.position(terminalId));
    this.#sent = { kept: this.#items.length, count: this.#count, size: this.#size };
    this.#updates += 1;
    this.#isAbridged = isAbridged;
  }
}

/** A terminal is one item, whatever its output. */
const countOf = (item: ConvertedItem): number => (item.terminalId === undefined ? item.items.length : 1);

function sum<T>(list: readonly T[], of: (each: T) => number): number {
  let total = 0;
  for (const each of list) total += of(each);
  return total;
}
