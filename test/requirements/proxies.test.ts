/** The rules that a proxy keeps in a chain, proved on the wire; the judge is its conductor. */
import { settled } from '@acp-stack/testing';
import { describe, expect } from 'vitest';

import type { Stand } from './stand.ts';
import type { Fields, WireJudge } from './wire-judge.ts';
import { provesOnWire } from './wire-proof.ts';

const envelope = 'proxy/successor';
const said = { protocolVersion: 2, info: { name: 'editor', version: '1.0.0' }, capabilities: { elicitation: {} } };
const offered = { protocolVersion: 2, info: { name: 'gardener', version: '1.0.0' }, capabilities: { session: {} } };

/** A proxy that has been told to start, and has not answered. */
async function starting(stand: Stand): Promise<{ judge: WireJudge; id: string }> {
  const judge = stand.proxy();
  return { judge, id: await judge.begin('proxy/initialize', said) };
}

/** A proxy that has started. */
async function started(stand: Stand): Promise<WireJudge> {
  const { judge } = await starting(stand);
  await judge.reply(judge.last(envelope), offered);
  return judge;
}

/** What is inside the last envelope, and the id on it. */
function opened(judge: WireJudge): Fields {
  const { id, params } = judge.last(envelope);
  return { id, ...params };
}

describe('a proxy', () => {
  provesOnWire('PROXY-02', {
    proxy: async (stand) => {
      const { judge, id } = await starting(stand);
      expect(opened(judge)).toMatchObject({ method: 'initialize', params: said });
      await judge.reply(judge.last(envelope), offered);
      expect(judge.answerTo(id).result).toMatchObject(offered);
    },
  });

  provesOnWire('PROXY-03', {
    proxy: async (stand) => {
      const { judge, id } = await starting(stand);
      expect(judge.isAnswered(id)).toBe(false);
      await judge.reply(judge.last(envelope), offered);
      expect(judge.isAnswered(id)).toBe(true);
    },
  });

  provesOnWire('PROXY-04', {
    proxy: async (stand) => {
      const judge = await started(stand);
      await judge.begin('session/list', { cwd: '/work' });
      expect(opened(judge)).toEqual({
        id: expect.anything() as unknown,
        method: 'session/list',
        params: { cwd: '/work' },
      });
      await judge.notify('session/cancel', { sessionId: 's1' });
      expect(opened(judge)).toEqual({ id: undefined, method: 'session/cancel', params: { sessionId: 's1' } });
      for (const params of [{ method: '_garden/rain' }, { method: '_garden/rain', params: null }]) {
        await judge.notify(envelope, params);
        expect(judge.received.at(-1)).toEqual({ jsonrpc: '2.0', method: '_garden/rain' });
      }
    },
  });

  provesOnWire('PROXY-05', {
    proxy: async (stand) => {
      const judge = await started(stand);
      const result = { sessions: [], later: [1, null], _meta: { a: 1 } };
      const first = await judge.begin('session/list', {});
      await judge.reply(judge.last(envelope), result);
      expect(judge.answerTo(first)).toEqual({ jsonrpc: '2.0', id: first, result });
      const error = { code: -32_042, message: 'The gate is locked.', data: { gate: 'east' } };
      const second = await judge.begin('session/list', {});
      await judge.send({ jsonrpc: '2.0', id: judge.last(envelope).id, error });
      expect(judge.answerTo(second)).toEqual({ jsonrpc: '2.0', id: second, error });
    },
  });

  provesOnWire('PROXY-06', {
    proxy: async (stand) => {
      const judge = await started(stand);
      const params = { sessionId: 's1', question: 'Dig?' };
      const id = await judge.begin(envelope, { method: '_garden/ask', params });
      const asked = judge.last('_garden/ask');
      expect(asked.params).toEqual(params);
      await judge.reply(asked, { yes: true });
      expect(judge.answerTo(id).result).toEqual({ yes: true });
    },
  });

  provesOnWire('PROXY-07', {
    proxy: async (stand) => {
      const judge = await started(stand);
      const params = { sessionId: 's1', _meta: { trace: 'x' }, later: { deep: [1, null] } };
      await judge.begin('_garden/unheard-of', params);
      expect(opened(judge)).toMatchObject({ method: '_garden/unheard-of', params });
      await judge.notify(envelope, { method: 'session/update', params });
      expect(judge.received.at(-1)).toEqual({ jsonrpc: '2.0', method: 'session/update', params });
    },
  });

  provesOnWire('PROXY-08', {
    proxy: async (stand) => {
      const judge = await started(stand);
      const id = await judge.begin('session/list', {});
      const hop = judge.last(envelope).id;
      expect(hop).not.toBe(id);
      await judge.takeBack(id);
      await settled();
      expect(judge.all('$/cancel_request').map(({ params }) => params)).toEqual([{ requestId: hop }]);
      expect(opened(judge)).toMatchObject({ method: 'session/list' });
    },
  });

  provesOnWire('PROXY-09', {
    title: 'a proxy takes MCP servers over the connection, whether or not its agent does',
    proxy: async (stand) => {
      const { judge, id } = await starting(stand);
      await judge.reply(judge.last(envelope), offered);
      expect(judge.answerTo(id).result).toMatchObject({ capabilities: { session: { mcp: { acp: {} } } } });
    },
  });
});
