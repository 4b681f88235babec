/** The rules that the suite judges by are those of the requirements, and a released set of them never changes. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import {
  agentScenarios,
  clientScenarios,
  proxyScenarios,
  rules,
  suiteVersion,
  transportScenarios,
} from '@acp-stack/conformance';
import { expect, test } from 'vitest';

import { conformanceRules } from '../../scripts/generate-conformance-rules.mjs';

const folder = new URL('../../apps/conformance/src/rules/', import.meta.url);
const setFile = (number: number): string => readFileSync(new URL(`rules-${number}.gen.ts`, folder), 'utf8');

/** The hash of the file of each released set. A new set gets the next number; no line here is ever changed. */
const released: Readonly<Record<number, string>> = {
  1: '931dad06966ef4567d494e42cc00b1e101bfe7e49c718454d2bcf46a87b0c7eb',
};

test('the rules are what npm run generate writes', () => {
  expect(setFile(suiteVersion), 'run npm run generate').toBe(conformanceRules());
});

test.each(Object.entries(released))('set %s is as it was released', (number, hash) => {
  const found = createHash('sha256')
    .update(setFile(Number(number)))
    .digest('hex');
  expect(found, 'a released set does not change: write the changed rules as the next set').toBe(hash);
});

test('the set of this version is among the released ones', () => {
  expect(Object.keys(released).map(Number)).toContain(suiteVersion);
});

test('every rule is there once', () => {
  const ids = rules.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('every scenario has a name of its own, and decides rules that exist in its versions', () => {
  for (const scenarios of [[...agentScenarios, ...transportScenarios], clientScenarios, proxyScenarios]) {
    const names = scenarios.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    for (const { name, versions, decides } of scenarios)
      for (const id of decides) {
        const rule = rules.find((each) => each.id === id);
        expect(
          rule?.versions.some((version) => versions.includes(version)),
          `${name} decides ${id}`,
        ).toBe(true);
      }
  }
});
