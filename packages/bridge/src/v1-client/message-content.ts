/**
 * The content of a message, whichever way it was cut into pieces.
 *
 * Plain texts that follow each other are one text; everything else stays a block of its own.
 */
import type * as v1 from '@acp-stack/schema/v1/unstable';
import type * as v2 from '@acp-stack/schema/v2/unstable';

import { isSameValue } from '../same-value.ts';

type Block = v1.ContentBlock | v2.ContentBlock;

/** A text, or a block that is not only text. */
export type Segment = string | Block;

/** Adds a block at the end of `segments`. */
export function appendBlock(segments: Segment[], block: Block): void {
  const text = plainText(block);
  const last = segments.at(-1);
  if (text === undefined) segments.push(block);
  else if (typeof last === 'string') segments[segments.length - 1] = last + text;
  else if (text !== '') segments.push(text);
}

export function segmentsOf(blocks: readonly Block[]): Segment[] {
  const segments: Segment[] = [];
  for (const block of blocks) appendBlock(segments, block);
  return segments;
}

/** What `whole` has after `beginning`; undefined when it does not begin so. */
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

function plainText(block: Block): string | undefined {
  if (block.type !== 'text') return undefined;
  const { text, type: _, ...rest } = block as v1.TextContent & { readonly type: 'text' };
  return isSameValue(rest, {}) ? text : undefined;
}
