/** Sessions found by their titles and by what was said in them. */
import { memoryJournal, type Journal } from '@acp-stack/journal';
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { agent, client, memoryPair, type ClientConnection } from '@acp-stack/sdk';
import { describe, expect, test } from 'vitest';

import { hubMethods } from '../access/hub-methods.ts';
import { staticToken, TokenTable } from '../access/tokens.ts';
import { SessionHistory } from '../history/session-history.ts';
import { HubStore } from '../store/hub-store.ts';
import type { Role } from '../store/records.ts';
import { openHub, type Hub } from './hub.ts';
import { SessionSearch, type SearchLimits, type SearchResult } from './session-search.ts';

const cwd = process.cwd();
const never = new AbortController().signal;
const ada = { name: 'ada', isOperator: false };

const says = (text: string, messageId = 'a1'): SessionUpdate => ({
  sessionUpdate: 'agent_message_chunk',
  messageId,
  content: { type: 'text', text },
});

/** A store with sessions, the last one the newest. */
class Library {
  readonly journal: Journal;
  readonly store: HubStore;
  readonly history: SessionHistory;
  reads = 0;

  constructor() {
    this.journal = new Proxy(memoryJournal(), {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (name === 'list') this.reads += 1;
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    this.store = new HubStore(this.journal);
    this.history = new SessionHistory(this.store);
  }

  async add(
    sessionId: string,
    updates: readonly SessionUpdate[],
    { members, title, isMerged }: { members?: Record<string, Role>; title?: string; isMerged?: boolean } = {},
  ): Promise<void> {
    const place = { agent: 'test', cwd: '/garden', additionalDirectories: [], node: 'one' };
    await this.store.create({ sessionId, owner: 'ada', ...place });
    await this.store.patch(sessionId, {
      ...(members === undefined ? {} : { members }),
      ...(title === undefined ? {} : { title }),
      updatedAt: (this.#time += 1),
    });
    const { token } = await this.store.fence(sessionId);
    const records = updates.map((update) => ({ kind: 'update', update }) as const);
    if (records.length > 0) await this.store.append(sessionId, records, { token });
    if (isMerged === true) await this.history.merge(sessionId, records.length);
  }

  #time = 0;

  /** All results, page by page. */
  async all(query: string, options: { limits?: Partial<SearchLimits>; limit?: number } = {}): Promise<Found> {
    const search = new SessionSearch(this, options.limits);
    const results: SearchResult[] = [];
    let cursor: string | undefined;
    let calls = 0;
    do {
      const page = await search.search(
        ada,
        {
          query,
          ...(options.limit === undefined ? {} : { limit: options.limit }),
          ...(cursor === undefined ? {} : { cursor }),
        },
        never,
      );
      results.push(...page.results);
      cursor = page.nextCursor;
      calls += 1;
    } while (cursor !== undefined);
    return { results, calls, ids: results.map(({ sessionId }) => sessionId) };
  }
}

interface Found {
  readonly results: readonly SearchResult[];
  readonly calls: number;
  readonly ids: readonly string[];
}

describe('a search', () => {
  test('finds titles, messages of both sides and titles of tool calls, the newest session first', async () => {
    const library = new Library();
    await library.add('s1', [says('Nothing here.')], { title: 'Green paint for the shed' });
    await library.add('s2', [
      {
        sessionUpdate: 'user_message',
        messageId: 'u7',
        content: [{ type: 'text', text: 'Where is the GREEN paint?' }],
      },
    ]);
    await library.add('s3', [says('I have bought '), says('green\n  paint'), says(' today.')]);
    await library.add('s4', [{ sessionUpdate: 'tool_call_update', toolCallId: 't3', title: 'Mix green paint' }]);
    await library.add('s5', [
      { sessionUpdate: 'agent_thought_chunk', messageId: 'x', content: { type: 'text', text: 'green paint' } },
    ]);
    expect((await library.all('green paint')).results).toEqual([
      { sessionId: 's4', snippet: 'Mix green paint', entryId: 't3' },
      { sessionId: 's3', snippet: 'I have bought green paint today.', entryId: 'a1' },
      { sessionId: 's2', snippet: 'Where is the GREEN paint?', entryId: 'u7' },
      { sessionId: 's1', title: 'Green paint for the shed', snippet: 'Green paint for the shed' },
    ]);
  });

  test('finds what is merged and what is not, and shows a piece of it', async () => {
    const library = new Library();
    const long = `${'before '.repeat(100)}the needle lies here${' behind'.repeat(100)}`;
    await library.add('merged', [says(long)], { isMerged: true });
    await library.add('fresh', [says(long)]);
    const { results, ids } = await library.all('NEEDLE');
    expect(ids).toEqual(['fresh', 'merged']);
    for (const { snippet } of results) {
      expect(snippet).toMatch(/^…(?:.*)before the needle lies here behind(?:.*)…$/u);
      expect(snippet.length).toBeLessThan(140);
    }
  });

  test.each(['a.b', '(x', 'C:\\temp', '[', '$&', 'ÄPFEL', '🍏', '-', 'a/b'])('takes %s as it is', async (query) => {
    const library = new Library();
    await library.add('with', [says(`one ${query.toLowerCase()} two`)]);
    await library.add('without', [says('nothing else')]);
    expect((await library.all(query)).ids).toEqual(['with']);
  });

  test('of 1,000 sessions reads a part in each call, and all of them together', async () => {
    const library = new Library();
    const expected: string[] = [];
    for (let index = 0; index < 1000; index += 1) {
      const hasIt = index % 100 === 7;
      if (hasIt) expected.unshift(`s${index}`);
      await library.add(`s${index}`, [says(hasIt ? 'a needle' : 'hay')]);
    }
    library.reads = 0;
    const search = new SessionSearch(library);
    const first = await search.search(ada, { query: 'needle' }, never);
    expect(library.reads).toBe(200);
    expect(first.results).toHaveLength(2);
    expect(first.nextCursor).toBeDefined();
    const { ids, calls } = await library.all('needle');
    expect(ids).toEqual(expected);
    expect(calls).toBe(5);
    expect((await library.all('needle', { limit: 3 })).ids).toEqual(expected);
  });

  test('of a long session reads a part in each call, and goes on where it was', async () => {
    const library = new Library();
    const updates = Array.from({ length: 1200 }, (_, index) => says(`word ${index}`, `m${index}`));
    for (const isMerged of [true, false]) {
      await library.add(`long-${isMerged}`, updates, { isMerged });
    }
    const { ids, calls } = await library.all('word 1199', { limits: { characters: 5000 } });
    expect(ids).toEqual(['long-false', 'long-true']);
    expect(calls).toBeGreaterThan(8);
  });

  test('goes on with the others when a session is deleted while it is searched', async () => {
    const library = new Library();
    await library.add('last', [says('a needle')]);
    await library.add('first', [says('hay'), says('hay', 'b')], { isMerged: true });
    const search = new SessionSearch(library, { characters: 1 });
    const { nextCursor = '' } = await search.search(ada, { query: 'needle' }, never);
    await library.store.delete('first');
    const { results } = await search.search(ada, { query: 'needle', cursor: nextCursor }, never);
    expect(results).toMatchObject([{ sessionId: 'last' }]);
  });

  test('refuses an empty or very long query and a cursor that it has not made', async () => {
    const search = new SessionSearch(new Library());
    for (const query of [' ', 'x'.repeat(201)])
      await expect(search.search(ada, { query }, never)).rejects.toMatchObject({
        code: -32_602,
        message: 'query must have 1 to 200 characters.',
      });
    const made = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const cursor of ['x', '%', made(3), made({ page: 3 }), made({ page: 'x' }), made({ scanned: { event: -1 } })])
      await expect(search.search(ada, { query: 'a', cursor }, never)).rejects.toMatchObject({
        code: -32_602,
        message: 'The cursor is unknown.',
      });
  });

  test('ends when its caller gives up, and the next one of the principal begins', async () => {
    const library = new Library();
    await library.add('s1', [says('a needle')]);
    const search = new SessionSearch(library);
    const given = new AbortController();
    const first = search.search(ada, { query: 'needle' }, given.signal);
    const second = search.search(ada, { query: 'needle' }, never);
    given.abort(new Error('The page has a newer query.'));
    await expect(first).rejects.toThrow('newer query');
    expect((await second).results).toHaveLength(1);
  });
});

describe('clients of a hub', () => {
  const tokens = new TokenTable(['ada', 'bob', 'eve'].map((name) => staticToken(name, name)));
  const echo = agent({ name: 'echo', version: '1.0.0' }).onPrompt(async (turn) => {
    await turn.message.append(`Heard ${turn.text}.`);
  });
  const connect = async (hub: Hub, principal: string, version: 1 | 2 = 2): Promise<ClientConnection> => {
    const [ours, theirs] = memoryPair();
    hub.app.connect(theirs, { principal });
    return client({ name: 'test', version: '1.0.0' }).connect(ours, { versions: [version] });
  };

  test.each([1, 2] as const)('of version %d find their own and shared sessions, and no others', async (version) => {
    await using hub = await openHub({
      journal: memoryJournal(),
      agents: { echo },
      roots: [cwd],
      credentials: { tokens: () => tokens },
    });
    const [owner, member, stranger] = [
      await connect(hub, 'ada', version),
      await connect(hub, 'bob', version),
      await connect(hub, 'eve', version),
    ];
    const session = await owner.newSession({ cwd });
    await session.prompt('the CANARY sings');
    const found = (by: ClientConnection): Promise<unknown> => by.request(hubMethods.search, { query: 'canary' });
    const expected = { results: [{ sessionId: session.id, snippet: 'the CANARY sings' }] };
    expect(await found(owner)).toMatchObject(expected);
    expect(await found(member)).toEqual({ results: [] });
    await owner.request(hubMethods.setMember, { sessionId: session.id, principal: 'bob', role: 'observer' });
    expect(await found(member)).toMatchObject(expected);
    expect(await found(stranger)).toEqual({ results: [] });
    // A cursor of others leads nowhere else.
    const { nextCursor } = (await owner.request(hubMethods.search, { query: 'canary', limit: 1 })) as {
      nextCursor?: string;
    };
    if (nextCursor !== undefined)
      expect(await stranger.request(hubMethods.search, { query: 'canary', cursor: nextCursor })).toEqual({
        results: [],
      });
    await expect(owner.request(hubMethods.search, { query: 3 })).rejects.toMatchObject({
      code: -32_602,
      message: '_acp-stack.dev/hub/search: query must be a non-empty string.',
    });
  });
});
