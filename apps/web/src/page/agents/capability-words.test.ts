import type { AgentCapabilities } from '@acp-stack/sdk';
import { expect, test } from 'vitest';

import { capabilityGroups } from './capability-words.ts';

const offered = (capabilities: object): readonly string[] =>
  capabilityGroups(capabilities).flatMap(({ lines }) =>
    lines.flatMap(({ title, isOffered }) => (isOffered ? title : [])),
  );

test('what an agent offers is said in words', () => {
  const capabilities: AgentCapabilities = {
    session: { prompt: { image: {}, audio: null }, inject: { modes: ['queue'] }, fork: {}, mcp: { http: {} } },
    nes: {},
  };
  expect(offered(capabilities)).toEqual([
    'Images',
    'Messages while it works: wait for the end',
    'Copies of a session',
    'MCP servers by HTTP',
    'Next edit suggestions',
  ]);
});

test('capabilities that are no objects offer nothing', () => {
  for (const capabilities of [{}, { session: 3 }, { session: { prompt: 'x', inject: { modes: 'queue' } } }]) {
    expect(offered(capabilities)).toEqual([]);
  }
});
