/**
 * The content of a message, independent of how it was split into chunks.
 *
 * Consecutive plain texts are one text; everything else stays a block of its own.
 */
import type * as v1 from '@acp-stack/schema/v1/unstable';
import type * as v2 from '@acp-stack/schema/v2/unstable';

import { isSameValue } from '../values/same-value.ts';

type Block = v1.ContentBlock | v2.ContentBlock;

/** A text, or a block that is not only text. */
export type Segment = string | Block;

/** Joins consecutive texts and drops empty ones. A string stands for a block that is only text. */
export function segmentsOf(blocks: readonly Segment[]): Segment[] {
  const segments: Segment[] = [];
  let texts: string[] = [];
  const endText = (): void => {
    const text = texts.join('');
    if (text !== '') segments.push(text);
    texts = [];
  };
  for (const block of blocks) {
    const text = typeof block === 'string' ? block : plainText(block);
    if (text !== undefined) {
      texts.push(text);
      continue;
    }
    endText();
    segments.push(block);
  }
  endText();
  return segments;
}

/** Returns the part of `whole` after `beginning`; undefined if it does not begin with it. */
export function segmentsAfter(beginning: readonly Segment[], whole: readonly Segment[]): Segment[] | undefined {
  const last = beginning.length - 1;
  if (last === -1) return [...whole];
  if (!beginning.slice(0, last).every((segment, index) => isSameValue(segment, whole[index]))) return undefined;
  const [ours, theirs] = [beginning[last], whole[last]];
  const following = whole.slice(last + 1);
  if (typeof ours === 'string' && typeof theirs === 'string') {
    if (!theirs.startsWith(ours)) return undefined;
    return theirs === ours ? following : [theirs.slice(ours.length), ...following];
  }
  return theirs !== undefined && isSameValue(ours, theirs) ? following : undefined;
}

/** Whether a block is only text. Checked without a list of the fields, because most blocks are. */
export function isBareText(block: Block): block is v1.TextContent & { readonly type: 'text' } {
  if (block.type !== 'text') return false;
  for (const field in block) if (field !== 'type' && field !== 'text') return false;
  return true;
}

function plainText(block: Block): string | undefined {
  if (block.type !== 'text') return undefined;
  const { text, type: _, ...rest } = block as v1.TextContent & { readonly type: 'text' };
  return isSameValue(rest, {}) ? text : undefined;
}
