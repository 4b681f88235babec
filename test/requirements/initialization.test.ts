/** The rules of initialization, proved on the wire. */
import { describe, expect } from 'vitest';

import { isOver, now, replying, type Stand } from './stand.ts';
import type { Fields, WireJudge } from './wire-judge.ts';
import { provesOnWire } from './wire-proof.ts';

const link = { type: 'resource_link', name: 'notes', uri: 'file:///work/notes' };
const judged = { protocolVersion: 2, info: { name: 'judge', version: '1.0.0' } };

/** An agent that asks for data in both ways, whether or not the client can show them. */
const eliciting = (stand: Stand): WireJudge =>
  stand.agent(async (turn) => {
    const form = { mode: 'form', message: 'Who?', requestedSchema: { type: 'object', properties: {} } } as const;
    const url = { mode: 'url', message: 'Where?', elicitationId: 'e1', url: 'https://example.org' } as const;
    await Promise.allSettled([turn.elicit(form), turn.elicit(url)]);
  });

/** The modes in which `judge` was asked for data. */
const modesAsked = (judge: WireJudge): unknown[] =>
  judge.all('elicitation/create').map(({ params }) => params?.['mode']);

/** Has a client call whatever an agent may offer, and tells which of it was sent. */
async function sentTo(stand: Stand, capabilities: object): Promise<unknown[]> {
  const { judge, connection, open } = await stand.client({ capabilities });
  const session = await open();
  const before = judge.received.length;
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
  return judge.received.slice(before).map(({ method }) => method);
}

/** Every marker in what a side says that it can do. */
function markersIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [value];
  return Object.values(value).length === 0 ? [value] : Object.values(value).flatMap(markersIn);
}

describe('who begins', () => {
  provesOnWire('INIT-01', {
    client: async (stand) => {
      const { judge, open } = await stand.client();
      await open();
      const [first] = judge.received;
      expect(first?.method).toBe('initialize');
      expect(first?.params).toMatchObject({ protocolVersion: 2, capabilities: {} });
      expect(judge.received.map(({ method }) => method)).toEqual(['initialize', 'session/new']);
    },
  });

  provesOnWire('INIT-02', {
    agent: async (stand) => {
      const { result } = await stand.agent().introduce();
      expect(result).toMatchObject({ protocolVersion: 2, capabilities: { session: {} } });
    },
  });

  provesOnWire('INIT-04', {
    agent: async (stand) => {
      const judge = stand.agent();
      for (const info of [undefined, null, 'me', { name: 'me' }]) {
        expect((await judge.introduce({ info })).error?.code).toBe(-32_602);
      }
      const { result } = await judge.introduce();
      expect(result?.['info']).toEqual({ name: expect.any(String) as string, version: expect.any(String) as string });
    },
    client: async (stand) => {
      const { judge } = await stand.connecting();
      const { params } = judge.last('initialize');
      expect(params?.['info']).toEqual({ name: expect.any(String) as string, version: expect.any(String) as string });
    },
  });

  provesOnWire('INIT-13', {
    agent: async (stand) => {
      const judge = stand.agent();
      for (const method of ['session/new', 'session/list', 'auth/logout']) {
        expect((await judge.ask(method, { cwd: '/work' })).error?.code, method).toBe(-32_600);
      }
      const before = judge.received.length;
      await judge.cancel('s1');
      expect(judge.received.slice(before)).toEqual([]);
      await judge.open();
    },
  });

  provesOnWire('INIT-14', {
    agent: async (stand) => {
      const judge = stand.agent();
      expect(await judge.introduce({ protocolVersion: 3 })).toHaveProperty('result');
      expect(await judge.introduce({ protocolVersion: 3 })).toHaveProperty('result');
      expect((await judge.introduce({ protocolVersion: 2 })).error?.code).toBe(-32_600);
      expect(await judge.ask('session/list', {})).toHaveProperty('result');
      expect((await judge.introduce({ protocolVersion: 3 })).error?.code).toBe(-32_600);
      expect(await judge.ask('session/list', {})).toHaveProperty('result');
    },
  });
});

describe('the version', () => {
  provesOnWire('INIT-06', {
    agent: async (stand) => {
      const judge = stand.agent();
      const { error } = await judge.introduce({ protocolVersion: 0 });
      expect(error).toMatchObject({ code: -32_022, data: { requested: 0, supported: [1, 2] } });
      for (const protocolVersion of [2, 3, 65_535]) {
        expect((await judge.introduce({ protocolVersion })).result?.['protocolVersion']).toBe(2);
      }
    },
  });

  provesOnWire('INIT-07', {
    client: async (stand) => {
      const { judge, connection } = await stand.connecting();
      await judge.reply(judge.last('initialize'), { ...judged, protocolVersion: 3, capabilities: {} });
      expect(judge.hasEnded).toBe(true);
      await expect(connection).rejects.toThrow('3');
    },
  });

  provesOnWire('INIT-08', {
    agent: async (stand) => {
      const judge = stand.agent(async (turn) => {
        const call = turn.toolCall({ title: 'Edit' });
        await turn.plan([{ content: 'Edit', priority: 'high', status: 'pending' }]);
        await call.complete();
      });
      await judge.prompt(await judge.open());
      const kinds = judge.updates().map((update) => update['sessionUpdate']);
      expect(kinds.filter((kind) => ['tool_call', 'plan', 'current_mode_update'].includes(String(kind)))).toEqual([]);
      expect(kinds).toContain('tool_call_update');
    },
  });

  provesOnWire('INIT-12', {
    agent: async (stand) => {
      const judge = stand.agent();
      for (const protocolVersion of [undefined, null, '2', 2.5, -1]) {
        expect((await judge.introduce({ protocolVersion })).error?.code, String(protocolVersion)).toBe(-32_602);
        expect((await judge.ask('session/list', {})).error?.code).toBe(-32_600);
      }
      expect(await judge.introduce()).toHaveProperty('result');
    },
  });

  provesOnWire('INIT-15', {
    agent: async (stand) => {
      const judge = stand.agent();
      const { result } = await judge.introduce({ protocolVersion: 3, info: 'me', capabilities: ['everything'] });
      expect(result?.['protocolVersion']).toBe(2);
      expect(await judge.ask('session/list', {})).toHaveProperty('result');
    },
  });
});

describe('capabilities', () => {
  provesOnWire('INIT-09', {
    agent: async (stand) => {
      const judge = eliciting(stand);
      await judge.prompt(await judge.open());
      expect(modesAsked(judge)).toEqual([]);
      expect(judge.states.at(-1)).toBe('idle');
    },
    client: async (stand) => {
      expect(await sentTo(stand, { session: {} })).toEqual([]);
    },
  });

  provesOnWire('INIT-10', {
    agent: async (stand) => {
      const judge = eliciting(stand);
      await judge.prompt(await judge.open({ elicitation: { form: null, url: {} } }));
      expect(modesAsked(judge)).toEqual(['url']);
    },
    client: async (stand) => {
      expect(await sentTo(stand, { session: { fork: null, title: null, status: {}, delete: null } })).toEqual([
        'session/status',
      ]);
    },
  });

  provesOnWire('INIT-11', {
    agent: async (stand) => {
      const everything = { elicitation: { form: {}, url: {} }, auth: { terminal: {} }, _meta: { own: 1 } };
      for (const capabilities of [{}, { elicitation: {} }, everything, { unheardOf: { of: true } }]) {
        const judge = stand.agent();
        expect(await judge.prompt(await judge.open(capabilities))).toHaveProperty('result.messageId');
      }
    },
  });

  provesOnWire('INIT-17', {
    agent: async (stand) => {
      const judge = stand.agent();
      const sessionId = await judge.open();
      const prompt = [{ type: 'text', text: 'Read' }, link];
      expect(await judge.prompt(sessionId, prompt)).toHaveProperty('result.messageId');
    },
  });

  provesOnWire('INIT-18', {
    agent: async (stand) => {
      const judge = stand.agent(replying);
      const { result } = await judge.introduce();
      expect(result?.['capabilities']).toHaveProperty('session');
      const cwd = '/work';
      const { sessionId } = (await judge.ask('session/new', { cwd })).result ?? {};
      expect(await judge.ask('session/list', {})).toHaveProperty('result.sessions');
      expect(await judge.prompt(String(sessionId))).toHaveProperty('result.messageId');
      await judge.cancel(String(sessionId));
      expect(await judge.ask('session/close', { sessionId })).toHaveProperty('result');
      expect(await judge.ask('session/resume', { sessionId, cwd })).toHaveProperty('result');
      expect(judge.updates().length).toBeGreaterThan(0);
    },
  });

  provesOnWire('INIT-19', {
    client: async (stand) => {
      const { judge, connection } = await stand.client({ capabilities: {} });
      await isOver(Promise.allSettled([connection.newSession({ cwd: '/work' }), connection.listPage()]));
      expect(judge.received.map(({ method }) => method)).toEqual(['initialize']);
    },
  });

  provesOnWire('INIT-21', {
    agent: async (stand) => {
      const options = { accepts: ['image'], mcp: ['http'], additionalDirectories: true } as const;
      const { result } = await stand.agent(replying, { options }).introduce();
      const markers = markersIn(result?.['capabilities']);
      expect(markers.length).toBeGreaterThan(3);
      expect(markers.filter((marker) => typeof marker === 'boolean')).toEqual([]);
    },
    client: async (stand) => {
      const { judge, connection } = await stand.connecting({
        build: (app) => app.onElicitation({ form: () => ({ action: 'decline' }), url: () => ({ action: 'decline' }) }),
      });
      const { params } = judge.last('initialize');
      expect(markersIn(params?.['capabilities'])).toEqual([{}, {}]);
      const capabilities: Fields = { session: { fork: true, status: {} } };
      await judge.reply(judge.last('initialize'), { ...judged, capabilities });
      const { fork, status } = (await now(connection, 'the client does not connect')).capabilities.session ?? {};
      expect({ fork, status }).toEqual({ fork: undefined, status: {} });
    },
  });
});
