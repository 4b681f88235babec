/** Converts the content of tool calls to version 1, with what is known of files and terminals. */
import type * as v1 from '@acp-stack/schema/v1/unstable';
import { isToolCallContent, type ToolCallContent } from '@acp-stack/schema/v2/unstable';

import type { LossReporter } from '../loss/loss-reporter.ts';
import { hasOnly } from '../values/has-only.ts';
import { toolContentToV1 } from '../convert/tool-content.ts';
import type { BridgeLimits } from '../options/limits.ts';
import { BoundedMap } from '../values/bounded-map.ts';
import { itemSize, type AccumulatedContent, type ConvertedItem } from './accumulated-content.ts';
import { KnownFiles } from './known-files.ts';

export interface ToolContentOptions {
  readonly losses: LossReporter;
  /** Whether the client shows the terminals of the agent. */
  readonly showsTerminals?: boolean;
  readonly limits: Pick<BridgeLimits, 'toolContentBytes' | 'remembered'>;
}

export class ToolContentConverter {
  readonly files: KnownFiles;
  readonly #showsTerminals: boolean;
  readonly #losses: LossReporter;
  /** Terminals of the agent that the client was sent as text. */
  readonly #reportedTerminals: BoundedMap<string, true>;
  /** Terminals of the client, which it shows itself. */
  readonly #clientTerminals: BoundedMap<string, true>;

  constructor({ losses, showsTerminals = false, limits: { toolContentBytes, remembered } }: ToolContentOptions) {
    this.#losses = losses;
    this.#showsTerminals = showsTerminals;
    this.files = new KnownFiles(toolContentBytes);
    this.#reportedTerminals = new BoundedMap(remembered);
    this.#clientTerminals = new BoundedMap(remembered);
  }

  /** Notes that the client runs this terminal itself. */
  noteClientTerminal(terminalId: string): void {
    this.#clientTerminals.remember(terminalId, true);
  }

  isClientTerminal(terminalId: string): boolean {
    return this.#clientTerminals.has(terminalId);
  }

  convert(item: ToolCallContent, { oldTexts }: AccumulatedContent): ConvertedItem {
    if (isToolCallContent.terminal(item)) {
      const { terminalId } = item;
      if (this.#clientTerminals.has(terminalId)) return { terminalId: undefined, items: [item], size: sizeOf(item) };
      this.#reportTerminal(item);
      return { terminalId, size: itemSize };
    }
    const items = toolContentToV1(item, {
      losses: this.#losses,
      // Never called: terminals are handled above.
      terminalText: () => '',
      oldText: (path) => oldTexts.get(path) ?? this.files.get(path),
    });
    for (const each of items) {
      if (each.type === 'diff' && typeof each.oldText === 'string') oldTexts.set(each.path, each.oldText);
    }
    return { terminalId: undefined, items, size: items.reduce((size, each) => size + sizeOf(each), 0) };
  }

  /** Remembers the texts of files after a finished tool call. */
  learn(items: readonly ConvertedItem[]): void {
    for (const item of items) {
      if (item.terminalId !== undefined) continue;
      for (const each of item.items) if (each.type === 'diff') this.files.set(each.path, each.newText);
    }
  }

  #reportTerminal(item: ToolCallContent & { readonly terminalId: string }): void {
    const { terminalId, type: _, ...others } = item;
    if (Object.keys(others).length > 0)
      this.#losses.omit('terminal content', `Other fields of the item for the terminal ${terminalId} were left out.`);
    if (this.#showsTerminals || this.#reportedTerminals.has(terminalId)) return;
    this.#losses.lose('terminal content', `The terminal ${terminalId} of the agent became text.`);
    this.#reportedTerminals.remember(terminalId, true);
  }
}

function sizeOf(item: v1.ToolCallContent): number {
  if (item.type === 'content' && item.content.type === 'text' && isBare(item) && isBare(item.content))
    return itemSize + item.content.text.length;
  if (item.type !== 'diff') return itemSize + JSON.stringify(item).length;
  const { oldText, newText } = item;
  const texts = itemSize + (oldText?.length ?? 0) + newText.length;
  if (hasOnly(item, textFields)) return texts + item.path.length;
  const { oldText: _, newText: __, ...others } = item;
  return texts + JSON.stringify(others).length;
}

const textFields: ReadonlySet<string> = new Set(['type', 'path', 'oldText', 'newText']);

/** Whether it has only a type and one other field. */
const isBare = (value: object): boolean => Object.keys(value).length === 2;
