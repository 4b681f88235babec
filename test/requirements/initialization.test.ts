/** The rules of initialization, proved on the wire. */
import { describe, expect } from 'vitest';

import { isOver, now, replying, type ProgramFixture } from './program-fixture.ts';
import type { Fields, WireTester } from './wire-tester.ts';
import { provesOnWire } from './wire-proof.ts';

const link = { type: 'resource_link', name: 'notes', uri: 'file:///work/notes' };
const judged = { protocolVersion: 2, info: { name: 'judge', version: '1.0.0' } };

/** An agent that asks for data in both ways, whether or not the client can show them. */
const eliciting = (fixture: ProgramFixture): WireTester =>
  fixture.agent(async (turn) => {
    const form = { mode: 'form', message: 'Who?', requestedSchema: { type: 'object', properties: {} } } as const;
    const url = { mode: 'url', message: 'Where?', elicitationId: 'e1', url: 'https://example.org' } as const;
    await Promise.allSettled([turn.elicit(form), turn.elicit(url)]);
  });

/** The modes in which `tester` was asked for data. */
const modesAsked = (tester: WireTester): unknown[] =>
  tester.all('elicitation/create').map(({ params }) => params?.['mode']);

/** Has a client call whatever an agent may offer, and tells which of it was sent. */
async function sentTo(fixture: ProgramFixture, capabilities: object): Promise<unknown[]> {
  const { tester, connection, open } = await fixture.client({ capabilities });
  const session = await open();
  const before = tester.received.length;
  await isOver(
    Promise.allSettled([
      session.fork(),
      session.setTitle('Title'),
      session.status(),
      connection.delete('other'),
      connection.archive('other'),
      connection.authStatus(),
    ]),
  );
  return tester.received.slice(before).map(({ method }) => method);
}

/** Every marker in what a side says that it can do. */
function markersIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [value];
  return Object.values(value).length === 0 ? [value] : Object.values(value).flatMap(markersIn);
}

describe('the first message', () => {
  provesOnWire('INIT-01', {
    client: async (fixture) => {
      const { tester, open } = await fixture.client();
      await open();
      const [first] = tester.received;
      expect(first?.method).toBe('initialize');
      expect(first?.params).toMatchObject({ protocolVersion: 2, capabilities: {} });
      expect(tester.received.map(({ method }) => method)).toEqual(['initialize', 'session/new']);
    },
  });

  provesOnWire('INIT-02', {
    agent: async (fixture) => {
      const { result } = await fixture.agent().introduce();
      expect(result).toMatchObject({ protocolVersion: 2, capabilities: { session: {} } });
    },
  });

  provesOnWire('INIT-04', {
    agent: async (fixture) => {
      const tester = fixture.agent();
      for (const info of [undefined, null, 'me', { name: 'me' }]) {
        expect((await tester.introduce({ info })).error?.code).toBe(-32_602);
      }
      const { result } = await tester.introduce();
      expect(result?.['info']).toEqual({ name: expect.any(String) as string, version: expect.any(String) as string });
    },
    client: async (fixture) => {
      const { tester } = await fixture.connecting();
      const { params } = tester.last('initialize');
      expect(params?.['info']).toEqual({ name: expect.any(String) as string, version: expect.any(String) as string });
    },
  });

  provesOnWire('INIT-13', {
    agent: async (fixture) => {
      const tester = fixture.agent();
      for (const method of ['session/new', 'session/list', 'auth/logout']) {
        expect((await tester.ask(method, { cwd: '/work' })).error?.code, method).toBe(-32_600);
      }
      const before = tester.received.length;
      await tester.cancel('s1');
      expect(tester.received.slice(before)).toEqual([]);
      await tester.open();
    },
  });

  provesOnWire('INIT-14', {
    agent: async (fixture) => {
      const tester = fixture.agent();
      expect(await tester.introduce({ protocolVersion: 3 })).toHaveProperty('result');
      expect(await tester.introduce({ protocolVersion: 3 })).toHaveProperty('result');
      expect((await tester.introduce({ protocolVersion: 2 })).error?.code).toBe(-32_600);
      expect(await tester.ask('session/list', {})).toHaveProperty('result');
      expect((await tester.introduce({ protocolVersion: 3 })).error?.code).toBe(-32_600);
      expect(await tester.ask('session/list', {})).toHaveProperty('result');
    },
  });
});

describe('the version', () => {
  provesOnWire('INIT-06', {
    agent: async (fixture) => {
      const tester = fixture.agent(replying, { versions: [2] });
      const { error } = await tester.introduce({ protocolVersion: 1 });
      expect(error).toMatchObject({ code: -32_022, data: { requested: 1, supported: [2] } });
      for (const protocolVersion of [2, 3, 65_535]) {
        expect((await tester.introduce({ protocolVersion })).result?.['protocolVersion']).toBe(2);
      }
    },
  });

  provesOnWire('INIT-07', {
    client: async (fixture) => {
      const { tester, connection } = await fixture.connecting();
      await tester.reply(tester.last('initialize'), { ...judged, protocolVersion: 3, capabilities: {} });
      expect(tester.hasEnded).toBe(true);
      await expect(connection).rejects.toThrow('3');
    },
  });

  provesOnWire('INIT-08', {
    agent: async (fixture) => {
      const tester = fixture.agent(async (turn) => {
        const call = turn.toolCall({ title: 'Edit' });
        await turn.plan([{ content: 'Edit', priority: 'high', status: 'pending' }]);
        await call.complete();
      });
      await tester.prompt(await tester.open());
      const kinds = tester.updates().map((update) => update['sessionUpdate']);
      expect(kinds.filter((kind) => ['tool_call', 'plan', 'current_mode_update'].includes(String(kind)))).toEqual([]);
      expect(kinds).toContain('tool_call_update');
    },
  });

  provesOnWire('INIT-12', {
    agent: async (fixture) => {
      const tester = fixture.agent();
      for (const protocolVersion of [undefined, null, '2', 2.5, -1]) {
        expect((await tester.introduce({ protocolVersion })).error?.code, String(protocolVersion)).toBe(-32_602);
        expect((await tester.ask('session/list', {})).error?.code).toBe(-32_600);
      }
      expect(await tester.introduce()).toHaveProperty('result');
    },
  });

  provesOnWire('INIT-15', {
    agent: async (fixture) => {
      const tester = fixture.agent();
      const { result } = await tester.introduce({ protocolVersion: 3, info: 'me', capabilities: ['everything'] });
      expect(result?.['protocolVersion']).toBe(2);
      expect(await tester.ask('session/list', {})).toHaveProperty('result');
    },
  });
});

describe('capabilities', () => {
  provesOnWire('INIT-09', {
    agent: async (fixture) => {
      const tester = eliciting(fixture);
      await tester.prompt(await tester.open());
      expect(modesAsked(tester)).toEqual([]);
      expect(tester.states.at(-1)).toBe('idle');
    },
    client: async (fixture) => {
      expect(await sentTo(fixture, { session: {} })).toEqual([]);
    },
  });

  provesOnWire('INIT-10', {
    agent: async (fixture) => {
      const tester = eliciting(fixture);
      await tester.prompt(await tester.open({ elicitation: { form: null, url: {} } }));
      expect(modesAsked(tester)).toEqual(['url']);
    },
    client: async (fixture) => {
      expect(await sentTo(fixture, { session: { fork: null, title: null, status: {}, delete: null } })).toEqual([
        'session/status',
      ]);
    },
  });

  provesOnWire('INIT-11', {
    agent: async (fixture) => {
      const everything = { elicitation: { form: {}, url: {} }, auth: { terminal: {} }, _meta: { own: 1 } };
      for (const capabilities of [{}, { elicitation: {} }, everything, { unheardOf: { of: true } }]) {
        const tester = fixture.agent();
        expect(await tester.prompt(await tester.open(capabilities))).toHaveProperty('result.messageId');
      }
    },
  });

  provesOnWire('INIT-17', {
    agent: async (fixture) => {
      const tester = fixture.agent();
      const sessionId = await tester.open();
      const prompt = [{ type: 'text', text: 'Read' }, link];
      expect(await tester.prompt(sessionId, prompt)).toHaveProperty('result.messageId');
    },
  });

  provesOnWire('INIT-18', {
    agent: async (fixture) => {
      const tester = fixture.agent(replying);
      const { result } = await tester.introduce();
      expect(result?.['capabilities']).toHaveProperty('session');
      const cwd = '/work';
      const { sessionId } = (await tester.ask('session/new', { cwd })).result ?? {};
      expect(await tester.ask('session/list', {})).toHaveProperty('result.sessions');
      expect(await tester.prompt(String(sessionId))).toHaveProperty('result.messageId');
      await tester.cancel(String(sessionId));
      expect(await tester.ask('session/close', { sessionId })).toHaveProperty('result');
      expect(await tester.ask('session/resume', { sessionId, cwd })).toHaveProperty('result');
      expect(tester.updates().length).toBeGreaterThan(0);
    },
  });

  provesOnWire('INIT-19', {
    client: async (fixture) => {
      const { tester, connection } = await fixture.client({ capabilities: {} });
      await isOver(Promise.allSettled([connection.newSession({ cwd: '/work' }), connection.listPage()]));
      expect(tester.received.map(({ method }) => method)).toEqual(['initialize']);
    },
  });

  provesOnWire('INIT-21', {
    agent: async (fixture) => {
      const options = { accepts: ['image'], mcp: ['http'], additionalDirectories: true } as const;
      const { result } = await fixture.agent(replying, { options }).introduce();
      const markers = markersIn(result?.['capabilities']);
      expect(markers.length).toBeGreaterThan(3);
      expect(markers.filter((marker) => typeof marker === 'boolean')).toEqual([]);
    },
    client: async (fixture) => {
      const { tester, connection } = await fixture.connecting({
        build: (app) => app.onElicitation({ form: () => ({ action: 'decline' }), url: () => ({ action: 'decline' }) }),
      });
      const { params } = tester.last('initialize');
      const { _meta, ...standard } = (params?.['capabilities'] ?? {}) as Fields;
      expect([markersIn(standard), markersIn(_meta)]).toEqual([[{}, {}], [{}]]);
      const capabilities: Fields = { session: { fork: true, status: {} } };
      await tester.reply(tester.last('initialize'), { ...judged, capabilities });
      const { fork, status } = (await now(connection, 'the client does not connect')).capabilities.session ?? {};
      expect({ fork, status }).toEqual({ fork: undefined, status: {} });
    },
  });
});
