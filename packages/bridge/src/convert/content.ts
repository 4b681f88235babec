/**
 * Content blocks, which both versions share.
 *
 * Version 2 allows unknown types, unknown roles and icons, limits the priority, and has no negative size. Everything
 * else is the same, and so are the objects.
 */
import type * as v1 from '@acp-stack/schema/v1/unstable';
import { isContentBlock, type Annotations, type ContentBlock } from '@acp-stack/schema/v2/unstable';

import { fail, type LossReporter } from '../loss/loss-reporter.ts';
import { mapOrSame } from '../values/map-or-same.ts';

/** Returns the block for version 2. */
export function blockToV2(block: v1.ContentBlock, losses: LossReporter): ContentBlock {
  const annotated = withAnnotations(block, annotationsToV2(block.annotations, losses));
  if (annotated.type !== 'resource_link' || annotated.size === undefined || annotated.size === null) return annotated;
  if (annotated.size >= 0) return annotated;
  losses.lose('resource_link.size', `The negative size of ${annotated.uri} was left out.`);
  const { size: _, ...others } = annotated;
  return others;
}

/** Returns the block for version 1; undefined if version 1 has no such block. */
export function blockToV1(block: ContentBlock, losses: LossReporter): v1.ContentBlock | undefined {
  if (!isContentBlock.known(block)) {
    losses.lose('content blocks', `Version 1 has no content of type ${block.type}; it was left out.`);
    return undefined;
  }
  return knownToV1(block, losses);
}

/** Returns the blocks for version 2. */
export function blocksToV2(blocks: readonly v1.ContentBlock[], losses: LossReporter): readonly ContentBlock[] {
  return mapOrSame(blocks, (block) => blockToV2(block, losses));
}

/** Returns the blocks for version 1, without those that version 1 cannot have. */
export function blocksToV1(blocks: readonly ContentBlock[], losses: LossReporter): readonly v1.ContentBlock[] {
  return mapOrSame(blocks, (block) => blockToV1(block, losses));
}

/** Returns a prompt for version 1. A prompt that would lose a block is refused. */
export function promptToV1(blocks: readonly ContentBlock[], losses: LossReporter): readonly v1.ContentBlock[] {
  return mapOrSame(blocks, (block) => {
    if (!isContentBlock.known(block))
      return fail('content blocks', `The agent does not support content of type ${block.type}.`);
    return knownToV1(block, losses);
  });
}

type KnownBlock = Exclude<ContentBlock, { readonly type: `_${string}` }>;

function knownToV1(block: KnownBlock, losses: LossReporter): v1.ContentBlock {
  const annotated = withAnnotations(block, annotationsToV1(block.annotations, losses));
  if (annotated.type !== 'resource_link' || annotated.icons === undefined) return annotated as v1.ContentBlock;
  const { icons, ...others } = annotated;
  if (icons !== null && icons.length > 0) losses.lose('content blocks', `The icons of ${annotated.uri} were left out.`);
  return others as v1.ContentBlock;
}

function annotationsToV2(
  annotations: v1.Annotations | null | undefined,
  losses: LossReporter,
): v1.Annotations | null | undefined {
  const priority = annotations?.priority ?? 0;
  if (priority >= 0 && priority <= 1) return annotations;
  losses.lose('content blocks', `The priority ${priority} was limited to the range from 0 to 1.`);
  return { ...annotations, priority: Math.min(Math.max(priority, 0), 1) };
}

function annotationsToV1(
  annotations: Annotations | null | undefined,
  losses: LossReporter,
): Annotations | null | undefined {
  if (annotations?.audience === undefined || annotations.audience === null) return annotations;
  const audience = mapOrSame(annotations.audience, (role) => {
    if (role === 'assistant' || role === 'user') return role;
    losses.lose('unknown enum values', `Version 1 has no role ${role}; it was left out of an audience.`);
    return undefined;
  });
  return audience === annotations.audience ? annotations : { ...annotations, audience };
}

function withAnnotations<B extends { readonly annotations?: Annotations | null }>(
  block: B,
  annotations: B['annotations'],
): B {
  return annotations === undefined || annotations === block.annotations ? block : { ...block, annotations };
}
