/** The rules that the suite judges by are those of the requirements, and a released set of them never changes. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import {
  agentScenarios,
  clientScenarios,
  clientTransportScenarios,
  proxyScenarios,
  rules,
  suiteVersion,
  type Rule,
  transportScenarios,
} from '@acp-stack/conformance';
import { expect, test } from 'vitest';

import { levelOf, linkOf } from '../../apps/conformance/src/rules/rule.ts';
import { conformanceRules } from '../../scripts/generate-conformance-rules.mjs';

const folder = new URL('../../apps/conformance/src/rules/', import.meta.url);
const setFile = (number: number): string => readFileSync(new URL(`rules-${number}.gen.ts`, folder), 'utf8');

/** The hash of the file of each set. A new set gets the next number; no line here is ever changed. */
const released: readonly string[] = [
  '931dad06966ef4567d494e42cc00b1e101bfe7e49c718454d2bcf46a87b0c7eb',
  '51d7b9b6fcd1e1f724578dfab1399289acde048e8faedb66663c842edd22c066',
  '292c2df13ac02420911e443786221295c567695b88dbbe7657f837935f2f52ba',
];

test('the rules are what npm run generate writes', () => {
  expect(setFile(suiteVersion), 'run npm run generate').toBe(conformanceRules());
});

test('the set of this version is the newest one, and as it was released', () => {
  expect(released.length).toBe(suiteVersion);
  const found = createHash('sha256').update(setFile(suiteVersion)).digest('hex');
  expect(found, 'a released set does not change: write the changed rules as the next set').toBe(released.at(-1));
});

test('a MUST is never what only one implementation does, or what we have chosen between sources that disagree', () => {
  const isRequired = ({ level }: Rule): boolean => level.startsWith('MUST');
  const isPage = (source: string): boolean =>
    /^(?:derived from )?(?:protocol|rfds|proposals)\/|^official schema/u.test(source);
  const alone = rules.filter((rule) => isRequired(rule) && !rule.source.split(', ').some(isPage));
  expect(alone.map(({ id }) => id)).toEqual([]);
});

test('a rule may be weaker in one version, or for one side', () => {
  const wordsOf = (id: string): readonly string[] =>
    ([1, 2] as const).flatMap((version) =>
      (['agent', 'client'] as const).map((side) => {
        const rule = rules.find((each) => each.id === id);
        return `${side} ${version} ${rule === undefined ? '' : levelOf(rule, { side, version })}`;
      }),
    );
  expect(wordsOf('INIT-13')).toEqual(['agent 1 SHOULD', 'client 1 SHOULD', 'agent 2 MUST', 'client 2 MUST']);
  expect(wordsOf('SETUP-02')).toEqual(['agent 1 SHOULD', 'client 1 MUST', 'agent 2 SHOULD', 'client 2 MUST']);
  expect(wordsOf('AUTH-01')).toEqual(['agent 1 SHOULD', 'client 1 MUST', 'agent 2 MUST', 'client 2 MUST']);
});

test('every rule has a link, to a page of the version where there is one', () => {
  const linkIn = (id: string, version: 1 | 2): string =>
    rules.filter((rule) => rule.id === id).map((rule) => linkOf(rule, version))[0] ?? '';
  expect(rules.filter((rule) => !linkOf(rule, 2).startsWith('https://'))).toEqual([]);
  expect(linkIn('GEN-11', 1)).toBe('https://www.jsonrpc.org/specification#error_object');
  expect(linkIn('GEN-11', 2)).toBe('https://agentclientprotocol.com/protocol/v2/transports');
  expect(linkIn('SETUP-22', 1)).toBe('https://agentclientprotocol.com/protocol/v1/error');
  expect(linkIn('SETUP-22', 2)).toBe('https://agentclientprotocol.com/protocol/v2/error');
  expect(linkIn('LIFE-07', 2)).toBe('https://agentclientprotocol.com/protocol/v2/schema#stateupdate');
  expect(linkIn('INJ-21', 2)).toBe('https://github.com/agentclientprotocol/agent-client-protocol/pull/1261');
  expect(linkIn('GEN-13', 1)).toBe('https://github.com/agentclientprotocol/typescript-sdk');
});

test('the scenarios decide at least 250 rules about agents, and 150 about clients', () => {
  const decided = (scenarios: readonly { readonly decides: readonly string[] }[]): number =>
    new Set(scenarios.flatMap(({ decides }) => decides)).size;
  expect(decided([...agentScenarios, ...transportScenarios])).toBeGreaterThanOrEqual(250);
  expect(decided([...clientScenarios, ...clientTransportScenarios])).toBeGreaterThanOrEqual(150);
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
