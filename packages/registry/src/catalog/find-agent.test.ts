import { describe, expect, test } from 'vitest';

import type { ListedAgent } from '../contract/agents.ts';
import { RegistryError } from '../contract/registry-error.ts';
import type { RegistryListing } from '../contract/registry.ts';
import { findAgent } from './find-agent.ts';
import { searchAgents } from './search-agents.ts';

function listed(
  id: string,
  name: string,
  more: Partial<ListedAgent['manifest']> & { readonly from?: string } = {},
): ListedAgent {
  const { from = 'garden', ...fields } = more;
  return {
    manifest: { id, name, version: '1.0.0', description: '', distribution: {}, ...fields },
    source: { name: from, location: `/${from}` },
    distributions: ['npx'],
  };
}

const agents = [
  listed('claude-acp', 'Claude Code', { description: 'Writes code.', authors: ['Anthropic'] }),
  listed('codex-acp', 'Codex', { description: 'Writes code, and explains roses.' }),
  listed('codeium', 'Windsurf'),
  listed('gemini', 'Gemini CLI', { authors: ['Google'] }),
  listed('rose', 'Rosalind'),
];
const hidden = [listed('gemini', 'Gemini of the shed', { from: 'Shed' })];
const listing: RegistryListing = { agents, hidden, sources: [] };
const idOf = (name: string): string => findAgent(name, listing).manifest.id;

function errorOf(name: string, among: RegistryListing = listing): RegistryError {
  try {
    findAgent(name, among);
  } catch (error) {
    if (error instanceof RegistryError) return error;
  }
  throw new Error(`${name} was found`);
}

describe('an agent is found by', () => {
  test.each([
    ['its id', 'codex-acp', 'codex-acp'],
    ['its id, although other ids begin with it', 'gemini', 'gemini'],
    ['the beginning of its id', 'claude', 'claude-acp'],
    ['its display name', 'Claude Code', 'claude-acp'],
    ['its display name in another spelling', '  CLAUDE   code ', 'claude-acp'],
    ['the beginning of its display name', 'wind', 'codeium'],
    ['its display name, although it is the beginning of another id', 'Codex', 'codex-acp'],
    ['its id in capital letters', 'ROSE', 'rose'],
  ])('%s', (_how, name, id) => {
    expect(idOf(name)).toBe(id);
  });

  test('its source and its id, also if an earlier source has the same id', () => {
    expect(findAgent('garden/gemini', listing)).toBe(agents[3]);
    expect(findAgent('Shed/gemini', listing)).toBe(hidden[0]);
    expect(findAgent('shed/gemini', listing)).toBe(hidden[0]);
  });
});

describe('an agent is not found', () => {
  test('if several match, and the error has them', () => {
    const error = errorOf('cod');
    expect(error).toMatchObject({
      code: 'ambiguous',
      message: '"cod" matches codex-acp and codeium; use the id of one.',
    });
    expect(error.candidates).toEqual([agents[1], agents[2]]);
  });

  test.each([
    ['gemnii', ['gemini']],
    ['codex-apc', ['codex-acp']],
    ['acp', ['claude-acp', 'codex-acp']],
    ['xyzxyzxyz', []],
    ['', []],
    ['garden/gemnii', ['garden/gemini']],
    ['meadow/gemini', ['garden/gemini', 'shed/gemini']],
  ])('by the name %j, and the error suggests %j', (name, suggestions) => {
    expect(errorOf(name)).toMatchObject({
      code: 'unknown',
      suggestions: expect.arrayContaining(suggestions) as string[],
    });
    expect(errorOf(name).suggestions).toHaveLength(suggestions.length);
  });

  test('and the error says which sources could not be asked', () => {
    const source = { name: 'garden', location: '/garden' };
    const status = {
      source,
      count: 0,
      isOffline: true,
      reason: 'garden.example refused the connection.',
      problems: [],
      fields: {},
    };
    expect(errorOf('tulip', { agents: [], hidden: [], sources: [status] }).message).toBe(
      'No source lists an agent "tulip". garden is offline: garden.example refused the connection.',
    );
  });

  test('and the error shows no control characters', () => {
    expect(errorOf('a\u001b[2J').message).toBe('No source lists an agent "a<U+001B>[2J".');
  });

  test('by a name that only looks like one', () => {
    expect(errorOf('r\u043ese').code).toBe('unknown');
  });
});

describe('a search', () => {
  const idsOf = (words: string): readonly string[] => searchAgents(words, agents).map(({ manifest }) => manifest.id);

  test('finds all words in ids, names, descriptions and authors, the best match first', () => {
    expect(idsOf('rose')).toEqual(['rose', 'codex-acp']);
    expect(idsOf('CODE writes')).toEqual(['codex-acp', 'claude-acp']);
    expect(idsOf('google')).toEqual(['gemini']);
    expect(idsOf('google rose')).toEqual([]);
  });

  test('without words finds all agents in their order', () => {
    expect(idsOf('  ')).toEqual(agents.map(({ manifest }) => manifest.id));
  });
});
