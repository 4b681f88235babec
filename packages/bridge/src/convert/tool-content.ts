/** The items in the content of a tool call. */
import type * as v1 from '@acp-stack/schema/v1/unstable';
import { isToolCallContent, type ToolCallContent } from '@acp-stack/schema/v2/unstable';

import type { LossReporter } from '../loss/loss-reporter.ts';
import { blockToV1, blockToV2 } from './content.ts';
import { diffToV1, diffToV2, type DiffPlace } from './diff.ts';

/** What the conversion to version 1 needs. */
export interface KnownTexts {
  readonly losses: LossReporter;
  /** Returns the output of a display terminal so far. */
  readonly terminalText: (terminalId: string) => string;
  /** Returns the text of a file before a change, if known. */
  readonly oldText: (path: string) => string | undefined;
}

/** Returns the item for version 2. A terminal is kept, because its meaning depends on which side runs it. */
export function toolContentToV2(item: v1.ToolCallContent, place: DiffPlace): ToolCallContent {
  if (item.type === 'diff') return diffToV2(item, place);
  if (item.type === 'terminal') return item;
  const content = blockToV2(item.content, place.losses);
  return content === item.content ? item : { ...item, content };
}

/** Returns the items for version 1: one, several or none. */
export function toolContentToV1(item: ToolCallContent, known: KnownTexts): readonly v1.ToolCallContent[] {
  const { losses } = known;
  if (isToolCallContent.content(item)) {
    const content = blockToV1(item.content, losses);
    if (content === undefined) return [];
    return [content === item.content ? (item as v1.ToolCallContent) : { ...item, content }];
  }
  if (isToolCallContent.diff(item)) return diffToV1(item, known);
  if (isToolCallContent.terminal(item)) {
    losses.lose('terminal content', `The terminal ${item.terminalId} of the agent became text.`);
    const text = known.terminalText(item.terminalId);
    return text === '' ? [] : [{ type: 'content', content: { type: 'text', text } }];
  }
  losses.lose('tool calls', `Version 1 has no tool content of type ${item.type}; it was left out.`);
  return [];
}
