/**
 * Which agents a name means: `claude` is enough for `claude-code-acp`.
 *
 * `source/id` and an id come before a display name, and all of them come before names that only begin with it.
 */
import type { AgentManifest } from '@acp-stack/schema/v1';

/** What agents are found by; listed and installed agents have it. */
export interface NamedAgent {
  /** The id and the display name. */
  readonly manifest: Pick<AgentManifest, 'id' | 'name'>;
  /** The source that lists it, or that it was installed from. */
  readonly source: { readonly name: string };
}

type Match = (wanted: string, agent: NamedAgent) => boolean;

/** Text in the form in which names are compared. */
export function comparable(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim().replaceAll(/\s+/gu, ' ');
}

/** The source and the id of an agent, in the form in which names are compared. */
export function qualifiedId({ source, manifest }: NamedAgent): string {
  return `${comparable(source.name)}/${manifest.id}`;
}

const isWholeName: readonly Match[] = [
  (wanted, agent) => qualifiedId(agent) === wanted,
  (wanted, { manifest }) => manifest.id === wanted,
  (wanted, { manifest }) => comparable(manifest.name) === wanted,
];
const isBeginning: Match = (wanted, { manifest }) =>
  manifest.id.startsWith(wanted) || comparable(manifest.name).startsWith(wanted);

/** Returns the agents whose `source/id`, id or display name is `name`; case and spaces do not matter. */
export function matchExactly<T extends NamedAgent>(name: string, agents: readonly T[]): readonly T[] {
  return firstMatches(name, agents, isWholeName);
}

/** Returns the same, or else the agents whose id or display name begins with `name`; several if it is ambiguous. */
export function matchAgents<T extends NamedAgent>(name: string, agents: readonly T[]): readonly T[] {
  return firstMatches(name, agents, [...isWholeName, isBeginning]);
}

/**
 * Whether a name means the agent without doubt: its id, also with its source, or whole words at the beginning of its
 * id. A display name does not count: authors choose it, and two agents can have the same.
 */
export function isClearName(name: string, agent: NamedAgent): boolean {
  const { id } = agent.manifest;
  const wanted = comparable(name);
  return wanted === id || wanted === qualifiedId(agent) || id.startsWith(`${wanted}-`);
}

function firstMatches<T extends NamedAgent>(
  name: string,
  agents: readonly T[],
  matches: readonly Match[],
): readonly T[] {
  const wanted = comparable(name);
  for (const match of wanted === '' ? [] : matches) {
    const found = agents.filter((agent) => match(wanted, agent));
    if (found.length > 0) return found;
  }
  return [];
}
