/** Finds the one agent that a user means. */
import type { ListedAgent } from '../contract/agents.ts';
import { RegistryError } from '../contract/registry-error.ts';
import type { RegistryListing } from '../contract/registry.ts';
import { printable } from '../manifest/printable.ts';
import { similarNames } from './similar-names.ts';

/** Text in the form in which names are compared. */
export function comparable(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim().replaceAll(/\s+/gu, ' ');
}

/** Finds an agent by `source/id`, its id, its name, or the beginning of one of them. Throws a `RegistryError`. */
export function findAgent(name: string, listing: RegistryListing): ListedAgent {
  const wanted = comparable(name);
  if (wanted.includes('/')) return findInSource(wanted, listing);
  const { agents } = listing;
  const steps: readonly ((agent: ListedAgent) => boolean)[] = [
    ({ manifest }) => manifest.id === wanted,
    ({ manifest }) => comparable(manifest.name) === wanted,
    ({ manifest }) => manifest.id.startsWith(wanted) || comparable(manifest.name).startsWith(wanted),
  ];
  for (const matches of wanted === '' ? [] : steps) {
    const [found, ...others] = agents.filter(matches);
    if (found === undefined) continue;
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
  const found = all.find((agent) => addressOf(agent) === wanted);
  if (found !== undefined) return found;
  const id = wanted.slice(wanted.indexOf('/') + 1);
  const elsewhere = all.filter(({ manifest }) => manifest.id === id).map(addressOf);
  const suggestions = elsewhere.length === 0 ? similarNames(wanted, all.map(addressOf)) : elsewhere;
  throw unknown(wanted, { listing, suggestions });
}

function addressOf({ source, manifest }: ListedAgent): string {
  return `${comparable(source.name)}/${manifest.id}`;
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
