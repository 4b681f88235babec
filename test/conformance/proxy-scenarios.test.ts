/**
 * The suite is right about proxies: a correct proxy breaks no rule, and for every rule that a scenario decides, a proxy
 * that breaks just this rule is found out.
 */
import {
  judgeProxy,
  proxyScenarios,
  rules,
  type ProxyScenario,
  type Verdict,
  type Version,
} from '@acp-stack/conformance';
import { lineChannel, type Channel } from '@acp-stack/rpc';
import { proxy } from '@acp-stack/sdk';
import { bytePipe } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { breakRules } from '../requirements/sabotage/break-rules.ts';
import { respondWith } from '../requirements/sabotage/change-requests.ts';
import { outgoing, type Break, type Sabotages } from '../requirements/sabotage/sabotage.ts';
import {
  fieldsOf,
  isNotification,
  isRequest,
  paramsOf,
  without,
  withParams,
} from '../requirements/sabotage/wire-message.ts';
import { expectOnlyBroken, patient } from './judge-broken.ts';
import { proxyInProcess } from './proxy-in-process.ts';

/** Leaves a field out of what is passed on to the successor. */
const dropping = (key: string): Break =>
  outgoing((sent) => {
    const { params } = paramsOf(sent);
    return isRequest(sent, 'proxy/successor') && key in fieldsOf(params)
      ? [withParams(sent, { params: without(fieldsOf(params), key) })]
      : undefined;
  });

/** Breaks of rules that the sabotages of the requirements break in another place. */
const instead: Sabotages = {
  'GEN-16': {
    text: 'gives all its requests one id',
    side: 'both',
    break: outgoing((sent) =>
      isRequest(sent, 'proxy/successor') && paramsOf(sent)['method'] === '_conformance/ask'
        ? [{ ...sent, id: 'the-same' }]
        : undefined,
    ),
  },
  'GEN-02': {
    text: 'responds with a result and an error',
    side: 'both',
    break: outgoing((sent) =>
      'number' in fieldsOf(sent['result']) ? [{ ...sent, error: { code: -32_603, message: 'Both' } }] : undefined,
    ),
  },
  'GEN-23': {
    text: 'passes notifications on late',
    side: 'both',
    break: outgoing((sent, wire) => {
      if (!isNotification(sent, '_conformance/note')) return undefined;
      wire.later(100, () => wire.send(sent));
      return [];
    }),
  },
  'PROXY-02': {
    text: 'does not report the name of the client',
    side: 'both',
    break: outgoing((sent) => {
      const { method, params } = paramsOf(sent);
      return isRequest(sent, 'proxy/successor') && method === 'initialize'
        ? [withParams(sent, { params: without(fieldsOf(params), 'info', 'clientInfo') })]
        : undefined;
    }),
  },
  'PROXY-03': {
    text: 'responds without its successor',
    side: 'both',
    break: respondWith(['proxy/initialize'], {}),
  },
  'PROXY-07': { text: 'drops fields that it does not know', side: 'both', break: dropping('later') },
  'EXT-06': { text: 'drops metadata', side: 'both', break: dropping('_meta') },
};

/** That everything is passed on unchanged is also said of metadata. */
const alsoBrokenByProxies: Readonly<Record<string, readonly string[]>> = { 'EXT-06': ['PROXY-07'] };

/** Starts a proxy of our SDK whose messages break `broken`; returns the other end of its lines. */
function startCorrect(broken: readonly string[]): Channel {
  const [left, right] = bytePipe();
  const channel = lineChannel(left.source, left.sink);
  proxy({ name: 'correct-proxy', version: '1.0.0' }).connect(
    broken.length === 0 ? channel : breakRules(channel, broken, { instead }),
  );
  return lineChannel(right.source, right.sink);
}

async function judged(
  scenario: ProxyScenario,
  version: Version,
  broken: readonly string[],
  limit: number,
): Promise<readonly Verdict[]> {
  const { verdicts } = await judgeProxy({
    connect: proxyInProcess(() => startCorrect(broken)),
    scenarios: [scenario],
    versions: [version],
    sets: ['stable', 'draft', 'proposal'],
    jobs: 1,
    limit,
    budget: Infinity,
  });
  return verdicts.filter(({ rule }) => scenario.decides.includes(rule.id));
}

describe.each(proxyScenarios.flatMap((scenario) => scenario.versions.map((version) => ({ scenario, version }))))(
  '$scenario.name in version $version',
  ({ scenario, version }) => {
    const decided = scenario.decides.filter((id) =>
      rules.some((rule) => rule.id === id && rule.versions.includes(version)),
    );

    test('finds that a correct proxy keeps its rules', async () => {
      const verdicts = await judged(scenario, version, [], 50_000);
      expect(verdicts.map(({ rule, outcome, found }) => [rule.id, outcome, outcome === 'passed' ? '' : found])).toEqual(
        verdicts.map(({ rule }) => [rule.id, 'passed', '']),
      );
      expect(verdicts.map(({ rule }) => rule.id).toSorted()).toEqual(decided.toSorted());
    });

    test.each(decided)('finds that a proxy which breaks %s breaks only that', patient, async (id) => {
      await expectOnlyBroken(id, (limit) => judged(scenario, version, [id], limit), alsoBrokenByProxies[id]);
    });
  },
);
