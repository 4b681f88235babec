/** Searches agents by words. */
import type { ListedAgent } from '../contract/agents.ts';
import { comparable } from './match-agents.ts';

/** Returns the agents that have all words, the best match first; all agents if there is no word. */
export function searchAgents(words: string, agents: readonly ListedAgent[]): readonly ListedAgent[] {
  const wanted = comparable(words)
    .split(' ')
    .filter((word) => word !== '');
  return agents
    .map((agent) => ({ agent, scores: wanted.map((word) => scoreOf(word, agent)) }))
    .filter(({ scores }) => scores.every((score) => score > 0))
    .toSorted((left, right) => sum(right.scores) - sum(left.scores))
    .map(({ agent }) => agent);
}

/** The better the field, the more: an id or a name says more than a description. */
function scoreOf(word: string, { manifest }: ListedAgent): number {
  const names = [manifest.id, comparable(manifest.name)];
  if (names.includes(word)) return 16;
  if (names.some((name) => name.startsWith(word))) return 8;
  if (names.some((name) => name.includes(word))) return 4;
  if (manifest.authors?.some((author) => comparable(author).includes(word)) === true) return 2;
  return comparable(manifest.description).includes(word) ? 1 : 0;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
