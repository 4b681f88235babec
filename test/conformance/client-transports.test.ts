/**
 * The suite is right about clients of remote agents: a correct client breaks no rule, and for every rule of the
 * transports a client that breaks just this rule is found out.
 */
import {
  clientScenarios,
  clientTransportScenarios,
  judgeClient,
  type ClientScenario,
  type Over,
  type Verdict,
  type Version,
} from '@acp-stack/conformance';
import { describe, expect, test } from 'vitest';

import { addressClient, type Habit, type OutgoingRequest } from './address-client.ts';
import { isBroken, judgeBroken, patient } from './judge-broken.ts';

interface Trial {
  readonly over: Over;
  readonly version: Version;
  readonly habit?: Habit;
  readonly scenarios?: readonly ClientScenario[];
  readonly limit?: number;
}

async function judged({ over, version, habit, scenarios, limit = 50_000 }: Trial): Promise<readonly Verdict[]> {
  const { verdicts } = await judgeClient({
    driver: addressClient(version, habit),
    over,
    scenarios: scenarios ?? clientTransportScenarios,
    versions: [version],
    sets: ['stable', 'draft'],
    jobs: 1,
    limit,
    patience: 0,
    budget: Infinity,
  });
  return verdicts.filter(({ scenario }) => scenario !== undefined);
}

const rulesOf = (verdicts: readonly Verdict[]): readonly string[] => verdicts.map(({ rule }) => rule.id).toSorted();

/** Changes the headers of some requests. */
const withHeaders = (
  applies: (request: OutgoingRequest) => boolean,
  change: Readonly<Record<string, string | undefined>>,
): Habit => ({
  requests: (request) => {
    if (!applies(request)) return [request];
    const headers = Object.entries({ ...request.headers, ...change }).filter(([, value]) => value !== undefined);
    return [{ ...request, headers: Object.fromEntries(headers) as Record<string, string> }];
  },
});

/** Sends another request after some. */
const followedBy = (applies: (request: OutgoingRequest) => boolean, other: Partial<OutgoingRequest>): Habit => ({
  requests: (request) => (applies(request) ? [request, { ...request, ...other }] : [request]),
});

const calls =
  (method: string) =>
  ({ message }: OutgoingRequest): boolean =>
    message?.['method'] === method;
const is =
  (method: string) =>
  (request: OutgoingRequest): boolean =>
    request.method === method;
const isAnswer = ({ message }: OutgoingRequest): boolean => message !== undefined && !('method' in message);
const isOfSession = ({ method, headers }: OutgoingRequest): boolean => method === 'GET' && 'acp-session-id' in headers;
const always = (): boolean => true;

const note = JSON.stringify({ jsonrpc: '2.0', method: '_address/note', params: {} });

const postsAfterDelete: Habit = {
  requests: (request) => {
    if (request.method !== 'DELETE') return [request];
    const headers = { ...request.headers, 'content-type': 'application/json' };
    return [request, { ...request, method: 'POST', headers, body: note }];
  },
};

/** For each rule, a client that breaks it, and what is said about that. */
const habits: readonly (readonly [rule: string, over: Over, habit: Habit, found: RegExp])[] = [
  [
    'HTTP-01',
    'http',
    {
      requests: (request) => [
        calls('session/prompt')(request) ? { ...request, url: `${request.url}/prompt` } : request,
      ],
    },
    /POST of session\/prompt goes to \/acp\/prompt/u,
  ],
  ['HTTP-02', 'http', withHeaders(calls('initialize'), { 'acp-connection-id': 'mine' }), /POST of initialize comes/u],
  ['HTTP-03', 'http', { leavesOn: 'accepted-post' }, /left when session\/new was answered with status 202/u],
  ['HTTP-04', 'http', withHeaders(is('POST'), { 'content-type': 'text/plain' }), /Content-Type text\/plain/u],
  ['HTTP-05', 'http', withHeaders(is('GET'), { accept: '*/*' }), /GET has the Accept \*\/\*/u],
  ['HTTP-06', 'http', withHeaders(is('DELETE'), { 'acp-connection-id': undefined }), /DELETE has no Acp-Conn/u],
  ['HTTP-07', 'http', withHeaders(isAnswer, { 'acp-session-id': undefined }), /Acp-Session-Id \(none\)/u],
  ['HTTP-08', 'http', withHeaders(isOfSession, { 'acp-session-id': undefined }), /no event stream for the session/u],
  ['HTTP-12', 'http', postsAfterDelete, /sent POST for the connection/u],
  ['HTTP-13', 'http', followedBy(calls('session/new'), { body: `[${note}]` }), /is an array/u],
  ['HTTP-14', 'http', followedBy(calls('session/new'), { method: 'PUT' }), /PUT is none of POST, GET and DELETE/u],
  ['HTTP-15', 'http', withHeaders(always, { cookie: undefined }), /does not have the cookie/u],
  ['HTTP-17', 'http', { leavesOn: 'comment' }, /comments between the events/u],
  ['HTTP-18', 'http', withHeaders(isOfSession, { 'last-event-id': '0' }), /GET has a Last-Event-ID/u],
  ['HTTP-19', 'http', withHeaders(always, { 'acp-protocol-version': undefined }), /Acp-Protocol-Version \(none\)/u],
  ['HTTP-20', 'http', { leavesOn: 'web-socket' }, /only WebSocket/u],
  ['HTTP-21', 'http', { repeatsRefused: true }, /sent 1 more messages on the connection/u],
  ['WS-01', 'ws', { firstFrame: note }, /first message is .*_address\/note/u],
  ['WS-02', 'ws', { leavesOn: 'binary-frame' }, /left when a binary frame came/u],
  ['WS-02', 'ws', { readsBinary: true }, /answered a request in a binary frame/u],
  ['WS-02', 'ws', { frames: [Buffer.from(note)] }, /sent a binary frame of/u],
  ['WS-02', 'ws', { frames: [`[${note}]`] }, /sent a frame that is not one message/u],
];

describe.each([1, 2] as const)('a client of version %s', (version) => {
  test.each(['ws', 'http'] as const)('keeps every rule of the transports over %s', async (over) => {
    const verdicts = await judged({ over, version });
    const wrong = verdicts.filter(({ outcome }) => outcome !== 'passed' && outcome !== 'not-offered');
    expect(wrong.map(({ rule, found }) => [rule.id, found])).toEqual([]);
    const expected = habits.filter(([rule, where]) => where === over || rule === 'HTTP-20').map(([rule]) => rule);
    expect(rulesOf(verdicts.filter(({ outcome }) => outcome === 'passed'))).toEqual([...new Set(expected)].toSorted());
  });

  test.each(['ws', 'http'] as const)('is judged over %s like one that starts its agent', async (over) => {
    const scenarios = clientScenarios.filter(({ name }) => /^(?:handshake|lifecycle)\//u.test(name));
    const verdicts = await judged({ over, version, scenarios });
    expect(verdicts.filter(isBroken).map(({ rule, found }) => [rule.id, found])).toEqual([]);
    expect(verdicts.filter(({ outcome }) => outcome === 'passed').length).toBeGreaterThan(15);
    const process = verdicts.filter(({ rule }) => rule.id.startsWith('STDIO-'));
    expect(new Set(process.map(({ outcome }) => outcome))).toEqual(new Set(['not-offered']));
  });
});

test('there is a bad habit for every rule of the transports', () => {
  const decided = clientTransportScenarios.flatMap(({ decides }) => decides).toSorted();
  expect([...new Set(habits.map(([rule]) => rule))].toSorted()).toEqual(decided);
});

test.each(habits)(
  '%s is the only rule found broken over %s by a client that breaks it (%#)',
  patient,
  async (...row) => {
    const [rule, over, habit, found] = row;
    const verdicts = await judgeBroken(
      (limit) => judged({ over, version: 2, habit, limit }),
      (all) => rulesOf(all.filter(isBroken)).join(' ') === rule,
    );
    const broken = verdicts.filter(isBroken);
    expect(rulesOf(broken), broken.map((each) => each.found).join(' ')).toEqual([rule]);
    expect(broken[0]?.found).toMatch(found);
    expect(broken[0]?.evidence).not.toEqual([]);
  },
);
