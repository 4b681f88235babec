/**
 * Finds the agents that a name means: `claude` is enough for `claude-code-acp`.
 *
 * An id comes before a display name, and both come before names that only begin with it, as in the registries.
 */
import type { AgentManifest } from '@acp-stack/schema/v1';

type Named = Pick<AgentManifest, 'id' | 'name'>;

/** An agent in a list. */
interface Candidate {
  readonly manifest: Named;
  readonly source: { readonly name: string };
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().trim().replaceAll(/\s+/gu, ' ');

type Match = (wanted: string, candidate: Candidate) => boolean;

const exactly: readonly Match[] = [
  (wanted, { manifest, source }) => `${plain(source.name)}/${manifest.id}` === wanted,
  (wanted, { manifest }) => manifest.id === wanted,
  (wanted, { manifest }) => plain(manifest.name) === wanted,
];
const byBeginning: Match = (wanted, { manifest }) =>
  manifest.id.startsWith(wanted) || plain(manifest.name).startsWith(wanted);

/** The agents with exactly this id, `source/id` or display name. */
export const matchExactly = <T extends Candidate>(name: string, candidates: readonly T[]): readonly T[] =>
  firstMatches(name, candidates, exactly);

/** The same, or else those whose id or display name begins with it; several if it is ambiguous. */
export const matchAgents = <T extends Candidate>(name: string, candidates: readonly T[]): readonly T[] =>
  firstMatches(name, candidates, [...exactly, byBeginning]);

/**
 * Whether a name means the agent without a doubt: its id, also with its source, or whole words at the beginning of its
 * id. A display name does not count: authors choose it, and two agents can have the same.
 */
export const isClearName = (name: string, { manifest: { id }, source }: Candidate): boolean =>
  [id, `${plain(source.name)}/${id}`].includes(plain(name)) || id.startsWith(`${plain(name)}-`);

function firstMatches<T extends Candidate>(
  name: string,
  candidates: readonly T[],
  matches: readonly Match[],
): readonly T[] {
  const wanted = plain(name);
  for (const match of wanted === '' ? [] : matches) {
    const found = candidates.filter((each) => match(wanted, each));
    if (found.length > 0) return found;
  }
  return [];
}
