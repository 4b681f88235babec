/** Says which names a misspelled name probably means. */
import { nearestNames } from '@acp-stack/trace/names';

/** `; did you mean a or b?`, or an empty string. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const found = nearestNames(name, candidates);
  const last = found.pop();
  if (last === undefined) return '';
  return `; did you mean ${found.length === 0 ? last : `${found.join(', ')} or ${last}`}?`;
}
