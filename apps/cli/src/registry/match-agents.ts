/**
 * Finds the agents that a name means: `claude` is enough for `claude-code-acp`.
 *
 * An id comes before a display name, and both come before names that only begin with the word or contain it. Only the
 * best kind of match counts, so that a new agent with a longer name never hides one with exactly this name.
 */
import type { AgentManifest } from '@acp-stack/schema/v1';

type Named = Pick<AgentManifest, 'id' | 'name'>;

const words = (text: string): readonly string[] => text.toLowerCase().split(/[^\p{L}\p{N}]+/u);

/** From the best kind of match to the weakest. */
const kinds: readonly ((wanted: string, agent: Named) => boolean)[] = [
  (wanted, { id }) => id === wanted,
  (wanted, { id }) => id === wanted.toLowerCase(),
  (wanted, { name }) => name.toLowerCase() === wanted.toLowerCase(),
  (wanted, { id }) => id.startsWith(`${wanted.toLowerCase()}-`),
  (wanted, { id, name }) => [...words(id), ...words(name)].includes(wanted.toLowerCase()),
];

/** The agents that `name` means; several if it is ambiguous. `manifestOf` returns the manifest of each candidate. */
export function matchAgents<T>(
  name: string,
  candidates: readonly T[],
  manifestOf: (candidate: T) => Named,
): readonly T[] {
  for (const isMatch of kinds) {
    const found = candidates.filter((each) => isMatch(name, manifestOf(each)));
    if (found.length > 0) return found;
  }
  return [];
}
