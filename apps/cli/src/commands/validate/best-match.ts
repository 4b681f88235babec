/** Chooses which of several requests with the same id a result belongs to. */
import type { Validator } from '@acp-stack/schema';

import { fieldNamesOf } from '../../protocol-schema/shape.ts';
import type { VersionSchema } from './version-schema.ts';
import type { WaitingRequest } from './waiting-requests.ts';

export interface Candidate {
  readonly request: WaitingRequest;
  readonly schema: VersionSchema;
  /** The result type of this request; undefined if unknown. */
  readonly result: Validator<unknown> | undefined;
}

/**
 * The best match for `result`: it is valid for it, and has the most of its fields, because many results require no
 * field and would match anything. If equal, the older request.
 */
export function bestMatch(candidates: readonly Candidate[], result: unknown): Candidate | undefined {
  if (candidates.length <= 1) return candidates[0];
  let best: { readonly candidate: Candidate; readonly score: number } | undefined;
  for (const candidate of candidates) {
    const score = scoreOf(candidate, result);
    if (best === undefined || score > best.score) best = { candidate, score };
  }
  return best?.candidate;
}

function scoreOf({ schema, result: validator }: Candidate, result: unknown): number {
  if (validator === undefined) return 0;
  if (!validator.check(result).ok) return -1;
  if (typeof result !== 'object' || result === null) return 0;
  const names = fieldNamesOf(schema.document, validator.name);
  return Object.keys(result).filter((key) => names.has(key)).length;
}
