/** The rules that a proxy keeps in a chain, proved on the wire; the tester is its conductor. */
import { settled } from '@acp-stack/testing';
import { describe, expect } from 'vitest';

import type { ProgramFixture } from './program-fixture.ts';
import type { Fields, WireTester } from './wire-tester.ts';
import { provesOnWire } from './wire-proof.ts';

const envelope = 'proxy/successor';
const said = { protocolVersion: 2, info: { name: 'editor', version: '1.0.0' }, capabilities: { elicitation: {} } };
const offered = { protocolVersion: 2, info: { name: 'gardener', version: '1.0.0' }, capabilities: { session: {} } };

/** A proxy that has been told to start, and has not answered. */
async function starting(fixture: ProgramFixture): Promise<{ tester: WireTester; id: string }> {
  const tester = fixture.proxy();
  return { tester, id: await tester.begin('proxy/initialize', said) };
}

/** A proxy that has started. */
async function started(fixture: ProgramFixture): Promise<WireTester> {
  const { tester } = await starting(fixture);
  await tester.reply(tester.last(envelope), offered);
  return tester;
}

/** What is inside the last envelope, and the id on it. */
function opened(tester: WireTester): Fields {
  const { id, params } = tester.last(envelope);
  return { id, ...params };
}

describe('a proxy', () => {
  provesOnWire('PROXY-02', {
    proxy: async (fixture) => {
      const { tester, id } = await starting(fixture);
      expect(opened(tester)).toMatchObject({ method: 'initialize', params: said });
      await tester.reply(tester.last(envelope), offered);
      expect(tester.answerTo(id).result).toMatchObject(offered);
    },
  });

  provesOnWire('PROXY-03', {
    proxy: async (fixture) => {
      const { tester, id } = await starting(fixture);
      expect(tester.isAnswered(id)).toBe(false);
      await tester.reply(tester.last(envelope), offered);
      expect(tester.isAnswered(id)).toBe(true);
    },
  });

  provesOnWire('PROXY-04', {
    proxy: async (fixture) => {
      const tester = await started(fixture);
      await tester.begin('session/list', { cwd: '/work' });
      expect(opened(tester)).toEqual({
        id: expect.anything() as unknown,
        method: 'session/list',
        params: { cwd: '/work' },
      });
      await tester.notify('session/cancel', { sessionId: 's1' });
      expect(opened(tester)).toEqual({ id: undefined, method: 'session/cancel', params: { sessionId: 's1' } });
      for (const params of [{ method: '_garden/rain' }, { method: '_garden/rain', params: null }]) {
        await tester.notify(envelope, params);
        expect(tester.received.at(-1)).toEqual({ jsonrpc: '2.0', method: '_garden/rain' });
      }
    },
  });

  provesOnWire('PROXY-05', {
    proxy: async (fixture) => {
      const tester = await started(fixture);
      const result = { sessions: [], later: [1, null], _meta: { a: 1 } };
      const first = await tester.begin('session/list', {});
      await tester.reply(tester.last(envelope), result);
      expect(tester.answerTo(first)).toEqual({ jsonrpc: '2.0', id: first, result });
      const error = { code: -32_042, message: 'The gate is locked.', data: { gate: 'east' } };
      const second = await tester.begin('session/list', {});
      await tester.send({ jsonrpc: '2.0', id: tester.last(envelope).id, error });
      expect(tester.answerTo(second)).toEqual({ jsonrpc: '2.0', id: second, error });
    },
  });

  provesOnWire('PROXY-06', {
    proxy: async (fixture) => {
      const tester = await started(fixture);
      const params = { sessionId: 's1', question: 'Dig?' };
      const id = await tester.begin(envelope, { method: '_garden/ask', params });
      const asked = tester.last('_garden/ask');
      expect(asked.params).toEqual(params);
      await tester.reply(asked, { yes: true });
      expect(tester.answerTo(id).result).toEqual({ yes: true });
    },
  });

  provesOnWire('PROXY-07', {
    proxy: async (fixture) => {
      const tester = await started(fixture);
      const params = { sessionId: 's1', _meta: { trace: 'x' }, later: { deep: [1, null] } };
      await tester.begin('_garden/unheard-of', params);
      expect(opened(tester)).toMatchObject({ method: '_garden/unheard-of', params });
      await tester.notify(envelope, { method: 'session/update', params });
      expect(tester.received.at(-1)).toEqual({ jsonrpc: '2.0', method: 'session/update', params });
    },
  });

  provesOnWire('PROXY-08', {
    proxy: async (fixture) => {
      const tester = await started(fixture);
      const id = await tester.begin('session/list', {});
      const hop = tester.last(envelope).id;
      expect(hop).not.toBe(id);
      await tester.takeBack(id);
      await settled();
      expect(tester.all('$/cancel_request').map(({ params }) => params)).toEqual([{ requestId: hop }]);
      expect(opened(tester)).toMatchObject({ method: 'session/list' });
    },
  });

  provesOnWire('PROXY-09', {
    title: 'a proxy takes MCP servers over the connection, whether or not its agent does',
    proxy: async (fixture) => {
      const { tester, id } = await starting(fixture);
      await tester.reply(tester.last(envelope), offered);
      expect(tester.answerTo(id).result).toMatchObject({ capabilities: { session: { mcp: { acp: {} } } } });
    },
  });

  provesOnWire('PROXY-13', {
    proxy: async (fixture) => {
      const tester = fixture.proxy();
      const id = await tester.begin('proxy/initialize', { protocolVersion: 1 });
      await tester.reply(tester.last(envelope), { protocolVersion: 1 });
      const { result } = tester.answerTo(id);
      expect(result).toMatchObject({ agentCapabilities: { mcpCapabilities: { acp: true } } });
    },
  });
});
