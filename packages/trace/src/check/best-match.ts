/** Chooses which of several requests with the same id a result belongs to. */
import type { Validator } from '@acp-stack/schema';

import { fieldNamesOf } from '../schema/shape.ts';
import type { VersionSchema } from './version-schema.ts';
import type { WaitingRequest } from './waiting-requests.ts';

export interface Candidate {
  readonly request: WaitingRequest;
  readonly schema: VersionSchema;
  /** The result type of this request; undefined if unknown. */
  readonly result: Validator<unknown> | undefined;
}

/**
 * The best match for `result`: it has the most of its fields, and is valid for it; many results require no field and
 * would match anything. If equal, the newer request: an agent asks while it works on a prompt, and is answered first.
 */
export function bestMatch(candidates: readonly Candidate[], result: unknown): Candidate | undefined {
  let best: { readonly candidate: Candidate; readonly score: number } | undefined;
  for (const candidate of candidates) {
    const score = candidates.length === 1 ? 0 : scoreOf(candidate, result);
    if (best === undefined || score >= best.score) best = { candidate, score };
  }
  return best?.candidate;
}

function scoreOf({ schema, result: validator }: Candidate, result: unknown): number {
  if (validator === undefined) return 0;
  const isValid = validator.check(result).ok;
  if (typeof result !== 'object' || result === null) return isValid ? 1 : -1;
  const names = fieldNamesOf(schema.document, validator.name);
  const fields = Object.keys(result).filter((key) => names.has(key)).length;
  if (fields === 0) return isValid ? 1 : -1;
  return 2 * fields + (isValid ? 1 : 0);
}
