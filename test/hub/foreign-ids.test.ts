/**
 * Ids of others over the wire: what a client is told, and after how long, is the same as for an id that does not exist.
 *
 * Both are asked in turn. In `npm test` only the answers are compared; the times are in `npm run test:hub`, by the
 * median of the differences, which neither a busy machine nor a few slow answers move. What the hub does for each
 * method is compared in `packages/hub/src/hub/cross-tenant.test.ts`.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

import { webSocket } from '@acp-stack/http/node';
import { hubMethods, openHub, serveHub, staticToken, TokenTable } from '@acp-stack/hub';
import { sqliteJournal } from '@acp-stack/journal';
import { agent, client } from '@acp-stack/sdk';
import { expect, test } from 'vitest';

import { isRole, requirements } from '../../packages/hub/src/access/roles.ts';
import { newSessionId } from '../../packages/hub/src/store/hub-store.ts';
import { temporaryFolder } from '../support/checkout.ts';
import { RawHttp } from '../support/raw-http.ts';
import { RawSocket } from '../support/raw-socket.ts';
import { Random } from './simulation/random.ts';

const isLong = process.env['ACP_LONG'] === '1';
/** How often each is asked. */
const times = isLong ? 600 : 2;
/**
 * How much longer one of the two may take, as a part of the time of one read from the store. What is read of a foreign
 * session has to be looked at, so it takes some microseconds more than to find nothing.
 */
const tolerance = 0.75;
const cwd = process.cwd();
const text = [{ type: 'text', text: 'x' }];

/** Valid params of each method, besides the id of the session. */
const paramsOf: Readonly<Record<string, object>> = {
  'session/resume': { cwd },
  'session/prompt': { prompt: text },
  'session/inject': { mode: 'queue', content: text },
  'session/revoke_inject': { messageId: 'm' },
  'session/replace_inject': { messageId: 'm', content: text },
  'session/set_config_option': { configId: 'model', type: 'id', value: 'x' },
  'session/set_title': { title: 'x' },
  'session/fork': { cwd },
  'tool_call/cancel': { toolCallId: 't' },
  'terminal/cancel': { terminalId: 't' },
  [hubMethods.invite]: { role: 'observer' },
  [hubMethods.setMember]: { principal: 'eve', role: 'owner' },
  [hubMethods.removeMember]: { principal: 'ada' },
  [hubMethods.revokeInvitation]: { invitation: 'i' },
};

/** A notification has no answer. */
const methods = [...requirements].flatMap(([method, required]) =>
  isRole(required) && method !== 'session/cancel' ? [method] : [],
);

/** Answers to two kinds of ids, and how long they took, in microseconds. */
interface Compared {
  readonly name: string;
  readonly theirs: Sample[];
  readonly unknown: Sample[];
}

interface Sample {
  readonly answer: string;
  readonly time: number;
}

/** Asks for both again and again, in a random order. */
async function compare(
  name: string,
  { theirs, unknown }: { readonly theirs: string; readonly unknown: () => string },
  ask: (id: string) => Promise<string>,
): Promise<Compared> {
  const random = new Random(1);
  const compared: Compared = { name, theirs: [], unknown: [] };
  for (let round = 0; round < times; round += 1) {
    const ids = [
      ['theirs', theirs],
      ['unknown', unknown()],
    ] as const;
    for (const [kind, id] of random.chance(0.5) ? ids : ids.toReversed()) {
      const since = performance.now();
      const answer = await ask(id);
      compared[kind].push({ answer: answer.replaceAll(id, 'id'), time: (performance.now() - since) * 1000 });
    }
  }
  return compared;
}

/** The answers that differ. */
function differentAnswers({ name, theirs, unknown }: Compared): readonly string[] {
  const answers = new Set([...theirs, ...unknown].map(({ answer }) => answer));
  return answers.size === 1 ? [] : [`${name}: ${[...answers].join(' and ')}`];
}

/** How long an unknown id takes, and how much longer a foreign one. */
function timesOf({ theirs, unknown }: Compared): { readonly usual: number; readonly more: number } {
  return {
    usual: medianOf(unknown.map(({ time }) => time)),
    more: medianOf(theirs.map(({ time }, index) => time - (unknown[index]?.time ?? 0))),
  };
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}

test('a foreign id of a session or connection cannot be told from one that does not exist', async () => {
  using folder = temporaryFolder();
  await using journal = await sqliteJournal(join(folder.path, 'hub.db'));
  const tokens = new TokenTable(['ada', 'eve'].map((name) => staticToken(name, `token-${name}`)));
  const many = 1_000_000;
  await using hub = await openHub({
    journal,
    agents: { quiet: agent({ name: 'quiet', version: '1.0.0' }).onPrompt(() => undefined) },
    roots: [cwd],
    credentials: { tokens: () => tokens },
    quotas: { requestsPerSecond: many },
    isAlone: true,
  });
  await using serving = await serveHub(hub, { limits: { postsPerSecond: many, unfinishedRequests: many } });
  const { url } = serving;
  await using ada = await client({ name: 'ada', version: '1.0.0' }).connect(webSocket(url, { token: 'token-ada' }));
  const { id: sessionId } = await ada.newSession({ cwd });
  // There is much to read of the session.
  const member = (count: number): object => ({ sessionId, principal: `member ${count}`, role: 'observer' });
  await Promise.all(
    Array.from({ length: isLong ? 50 : 5 }, (_, count) => ada.request(hubMethods.setMember, member(count))),
  );
  await ada.request('session/set_title', { sessionId, title: 'title '.repeat(40) });

  const initialize = { protocolVersion: 2, info: { name: 'eve', version: '1.0.0' }, capabilities: {} };
  using eve = await RawSocket.open(url, { headers: { authorization: 'Bearer token-eve' } });
  let ids = 0;
  const ask = async (method: string, params: object): Promise<string> => {
    const id = (ids += 1);
    eve.send({ jsonrpc: '2.0', id, method, params });
    const responses = await eve.messages.reaches(id);
    return JSON.stringify({ ...responses[id - 1], id: 0 });
  };
  await ask('initialize', initialize);
  const compareMethod = (method: string): Promise<Compared> =>
    compare(method, { theirs: sessionId, unknown: newSessionId }, (id) =>
      ask(method, { ...paramsOf[method], sessionId: id }),
    );
  // Code that runs for the first time is slow.
  await compareMethod('session/status');
  const compared: Compared[] = [];
  for (const method of methods) compared.push(await compareMethod(method));
  // The cost of a read: the one method reads the session, the other does not exist.
  const reading = await compareMethod('session/status');
  const nothing = await compareMethod('no/method');

  using http = new RawHttp(url, 1);
  const { headers } = await http.post(
    { jsonrpc: '2.0', id: 1, method: 'initialize', params: { ...initialize, info: { name: 'ada', version: '1.0.0' } } },
    { authorization: 'Bearer token-ada' },
  );
  const theirs = String(headers['acp-connection-id']);
  const unknown = (): string => randomBytes(24).toString('base64url');
  expect(unknown()).toHaveLength(theirs.length);
  for (const method of ['POST', 'GET', 'DELETE']) {
    const about = async (connection: string): Promise<string> => {
      const { status, body } = await http.ask({
        method,
        headers: {
          authorization: 'Bearer token-eve',
          accept: 'text/event-stream',
          'content-type': 'application/json',
          'acp-connection-id': connection,
        },
        ...(method === 'POST' ? { body: '{"jsonrpc":"2.0","id":1,"method":"session/list","params":{}}' } : {}),
      });
      return `${status} ${body}`;
    };
    compared.push(await compare(`${method} of a connection`, { theirs, unknown }, about));
  }
  expect(compared.flatMap(differentAnswers)).toEqual([]);
  if (!isLong) return;
  const read = timesOf(reading).usual - timesOf(nothing).usual;
  const lines = compared.map((each) => ({ ...timesOf(each), name: each.name }));
  for (const { name, usual, more } of lines)
    process.stderr.write(`${name}: ${usual.toFixed(0)} µs, and ${more.toFixed(1)} µs more for a foreign id
`);
  process.stderr.write(`a read: ${read.toFixed(0)} µs
`);
  expect(lines.filter(({ more }) => Math.abs(more) > tolerance * read)).toEqual([]);
});
