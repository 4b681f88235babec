/** The installed agents that a user names, or all of them. */
import { matchAgents, RegistryError, type InstalledAgent } from '@acp-stack/registry';

import { didYouMean } from '../../text/did-you-mean.ts';
import { exactLine } from '../../text/exact-text.ts';

/** Throws if a name means no installed agent, or several. */
export function chosenAgents(
  names: readonly string[],
  installed: readonly InstalledAgent[],
): readonly InstalledAgent[] {
  if (names.length === 0) return installed;
  const chosen = names.map((name) => chosenAgent(name, installed));
  return [...new Set(chosen)];
}

export function chosenAgent(name: string, installed: readonly InstalledAgent[]): InstalledAgent {
  const found = matchAgents(name, installed);
  const [agent] = found;
  if (agent !== undefined && found.length === 1) return agent;
  if (agent !== undefined)
    throw new RegistryError('ambiguous', `${exactLine(name)} can be ${ids(found).join(', ')}; name one of them`);
  const advice = didYouMean(name, ids(installed)) || '; acp registry list --installed lists what is installed';
  throw new RegistryError('unknown', `no agent "${exactLine(name)}" is installed${advice}`);
}

const ids = (agents: readonly InstalledAgent[]): readonly string[] => agents.map(({ manifest }) => manifest.id);
