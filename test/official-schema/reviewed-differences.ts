/** What `differences.json` says: the reviewed and intended differences from the official schema. */
import { readFileSync } from 'node:fs';

import type { SurfaceName } from './surfaces.ts';

/** One reviewed difference; `what` is the line that the comparison prints. */
interface ReviewedDifference {
  readonly surfaces: readonly SurfaceName[];
  readonly definition: string;
  readonly what: string;
  readonly reason: string;
}

interface Rule {
  readonly reason: string;
}

interface ReviewedDifferences {
  /** Differences that follow a pattern, folded into one statement each. */
  readonly rules: {
    /** Official definitions that all are this one of ours. */
    readonly markers: Rule & { readonly ours: string; readonly official: readonly string[] };
    /** Official definitions of whole messages, and the envelopes of ours that they fit. */
    readonly envelopes: Rule & { readonly official: Readonly<Record<string, readonly string[]>> };
    /** Official definitions that go by another name here. */
    readonly renames: Rule & { readonly official: Readonly<Record<string, string>> };
    /** Definitions of ours whose content the official schema writes in place. */
    readonly inline: Rule & { readonly ours: readonly string[] };
    /** Official definitions without content. */
    readonly extensions: Rule & { readonly official: readonly string[] };
    /** Definitions of ours about something that the official schema leaves out. */
    readonly additions: Rule & { readonly ours: readonly string[] };
    /** What is marked as a draft in our definitions may be missing officially. */
    readonly drafts: Rule;
    /** `_meta` is part of every object of ours. */
    readonly metadata: Rule;
  };
  readonly differences: readonly ReviewedDifference[];
}

export const reviewed = JSON.parse(
  readFileSync(new URL('differences.json', import.meta.url), 'utf8'),
) as ReviewedDifferences;
