/** Finds the one agent that a user means. */
import type { ListedAgent } from '../contract/agents.ts';
import { RegistryError } from '../contract/registry-error.ts';
import type { RegistryListing } from '../contract/registry.ts';
import { printable } from '../manifest/printable.ts';
import { comparable, matchAgents, qualifiedId } from './match-agents.ts';
import { similarNames } from './similar-names.ts';

/** Finds an agent by `source/id`, its id, its name, or the beginning of one of them. Throws a `RegistryError`. */
export function findAgent(name: string, listing: RegistryListing): ListedAgent {
  const wanted = comparable(name);
  if (wanted.includes('/')) return findInSource(wanted, listing);
  const { agents } = listing;
  const [found, ...others] = matchAgents(name, agents);
  if (found !== undefined) {
    if (others.length === 0) return found;
    throw ambiguous(name, [found, ...others]);
  }
  throw unknown(name, {
    listing,
    suggestions: similarNames(
      wanted,
      agents.map(({ manifest }) => manifest.id),
    ),
  });
}

function findInSource(wanted: string, listing: RegistryListing): ListedAgent {
  const all = [...listing.agents, ...listing.hidden];
  const found = all.find((agent) => qualifiedId(agent) === wanted);
  if (found !== undefined) return found;
  const id = wanted.slice(wanted.indexOf('/') + 1);
  const elsewhere = all.filter(({ manifest }) => manifest.id === id).map(qualifiedId);
  const suggestions = elsewhere.length === 0 ? similarNames(wanted, all.map(qualifiedId)) : elsewhere;
  throw unknown(wanted, { listing, suggestions });
}

function ambiguous(name: string, candidates: readonly ListedAgent[]): RegistryError {
  const shown = listOf(
    candidates.slice(0, 5).map(({ manifest }) => manifest.id),
    'and',
  );
  const more = candidates.length > 5 ? `, and ${candidates.length - 5} more` : '';
  return new RegistryError('ambiguous', `"${printable(name)}" matches ${shown}${more}; use the id of one.`, {
    candidates,
  });
}

interface UnknownDetails {
  readonly listing: RegistryListing;
  readonly suggestions: readonly string[];
}

function unknown(name: string, { listing, suggestions }: UnknownDetails): RegistryError {
  const advice = suggestions.length === 0 ? '.' : `; did you mean ${listOf(suggestions, 'or')}?`;
  const offline = listing.sources.filter(({ isOffline }) => isOffline);
  const reasons = offline.map(({ source, reason = '' }) => ` ${source.name} is offline: ${reason}`).join('');
  return new RegistryError('unknown', `No source lists an agent "${printable(name)}"${advice}${reasons}`, {
    suggestions,
  });
}

function listOf(names: readonly string[], word: 'and' | 'or'): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1) ?? ''}`;
}
