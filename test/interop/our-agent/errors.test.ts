/** Our agent with the official SDK's client, on version 2: errors, endings and broken bytes. */
import { describe, expect, test } from 'vitest';
import { agent } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';
import { verifies } from '../../requirements/requirement.ts';
import { takeComplaints } from '../connected-pair.ts';
import { byteLink, links } from '../official-stream.ts';
import type { WireMessage } from '../traffic.ts';
import { checkEachTest, doing, failure, hello, info, connectAndInitialize, start } from './setup.ts';

checkEachTest();

describe.each(links)('our agent with the official client, $name', ({ open }) => {
  describe('errors', () => {
    const answered = ({ error }: WireMessage): number | undefined => error?.code;

    test(verifies('GEN-07', 'answers an unknown request with -32601'), async () => {
      const { peer, ask } = await connectAndInitialize(
        open(),
        doing(() => undefined),
      );
      expect((await failure(peer.request('garden/unheard_of', {}))).code).toBe(-32_601);
      for (const method of [
        'session/update',
        'session/request_permission',
        '$/unheard_of',
        '',
        '__proto__',
        'constructor',
      ]) {
        expect(answered(await ask(method, {}))).toBe(-32_601);
      }
    });

    test(verifies('GEN-03', verifies('GEN-09', 'never answers a notification')), async () => {
      const { tell, sent, reports, peer } = await connectAndInitialize(
        open(),
        doing(() => undefined),
      );
      const before = sent().length;
      for (const method of ['$/progress', 'garden/unheard_of', 'session/new', 'session/cancel']) {
        await tell({ jsonrpc: '2.0', method, params: { cwd: 5 } });
      }
      expect(sent().slice(before)).toEqual([]);
      expect(reports.splice(0)).toMatchObject([
        { kind: 'unknown-notification', method: '$/progress' },
        { kind: 'unknown-notification', method: 'garden/unheard_of' },
        { kind: 'unknown-notification', method: 'session/new' },
        { kind: 'handler-failed', method: 'session/cancel' },
      ]);
      await expect(peer.request('session/list', {})).resolves.toBeDefined();
    });

    test(verifies('GEN-04', 'answers paths that are not absolute, and other wrong params, with -32602'), async () => {
      const { ask, peer, sessionId } = await start(
        open(),
        agent(info, { additionalDirectories: true }).onPrompt(() => undefined),
      );
      for (const params of [
        { cwd: 'garden' },
        { cwd: '' },
        { cwd: '/garden', additionalDirectories: ['more'] },
        { cwd: '/garden', mcpServers: [{ type: 'stdio', name: 'm', command: 'm' }] },
        { cwd: 5 },
        {},
        [],
        null,
        'garden',
      ]) {
        expect(answered(await ask('session/new', params))).toBe(-32_602);
      }
      expect(answered(await ask('session/prompt', { sessionId, prompt: [] }))).toBe(-32_602);
      expect(answered(await ask('session/prompt', { sessionId, prompt: [{ type: 'text' }] }))).toBe(-32_602);
      expect((await failure(peer.request('session/list', { cwd: 'garden' }))).code).toBe(-32_602);
      await expect(peer.request('session/list', {})).resolves.toMatchObject({ sessions: [{ sessionId }] });
    });

    test('answers for an unknown session with -32002 and its id', async () => {
      const { peer } = await connectAndInitialize(
        open(),
        doing(() => undefined),
      );
      const sessionId = 'unknown';
      for (const call of [
        peer.request('session/prompt', { sessionId, prompt: hello }),
        peer.request('session/resume', { sessionId, cwd: '/garden' }),
        peer.request('session/set_config_option', { sessionId, configId: 'mode', type: 'id', value: 'ask' }),
        peer.request('session/set_title', { sessionId, title: 'A' }),
        peer.request('tool_call/cancel', { sessionId, toolCallId: 't' }),
      ]) {
        const { code, data } = await failure(call);
        expect({ code, data }).toEqual({ code: -32_002, data: { sessionId } });
      }
    });

    test('answers an accident with -32603 that tells nothing, and reports it', async () => {
      const app = agent(info).on(
        '_garden/fall',
        (params) => params,
        () => {
          throw new Error('/home/rose/.ssh/id_rsa');
        },
      );
      const { peer, reports } = await connectAndInitialize(open(), app);
      const { code, message, data } = await failure(peer.request('_garden/fall'));
      expect({ code, message, data }).toEqual({ code: -32_603, message: 'Internal error', data: undefined });
      expect(reports.splice(0)).toMatchObject([
        { kind: 'handler-failed', method: '_garden/fall', error: { message: '/home/rose/.ssh/id_rsa' } },
      ]);
    });

    test(verifies('GEN-02', verifies('GEN-12c', 'answers each request once, with a result or an error')), async () => {
      const { peer, sent } = await connectAndInitialize(
        open(),
        doing(() => undefined),
      );
      const calls = [
        peer.request('session/new', { cwd: '/garden' }),
        peer.request('session/list', {}),
        peer.request('session/prompt', { sessionId: 'unknown', prompt: hello }),
        peer.request('_unheard_of'),
      ];
      await Promise.allSettled(calls);
      expect(sent().some(Array.isArray)).toBe(false);
      const answers = sent().filter(({ method }) => method === undefined);
      expect(answers).toHaveLength(5);
      expect(new Set(answers.map(({ id }) => id)).size).toBe(5);
      for (const answer of answers) {
        expect('result' in answer).toBe(!('error' in answer));
        if (answer.error === undefined) continue;
        expect([typeof answer.error.code, typeof answer.error.message]).toEqual(['number', 'string']);
      }
    });

    test(verifies('GEN-24', 'repeats no credentials'), async () => {
      const { ask, sent } = await connectAndInitialize(
        open(),
        doing(() => undefined),
      );
      const server = { type: 'stdio', name: 'm', command: 'm' };
      for (const mcpServers of [
        [{ ...server, env: [{ name: 'KEY', value: 'hunter2' }] }],
        [{ ...server, env: ['KEY=hunter2'] }],
        [{ ...server, env: { KEY: 'hunter2' } }],
        [{ ...server, env: 'KEY=hunter2' }],
        [{ ...server, env: [{ name: 'KEY', value: ['hunter2'] }] }],
        [
          {
            type: 'http',
            name: 'm',
            url: 'https://example.org',
            headers: [{ name: 'Authorization', value: 'hunter2' }],
          },
        ],
        [{ type: 'http', name: 'm', url: 'https://example.org', headers: 'Authorization: hunter2' }],
        [{ type: 'http', name: 'm', url: 'https://example.org', headers: ['Authorization: hunter2'] }],
      ]) {
        expect(answered(await ask('session/new', { cwd: '/garden', mcpServers }))).toBe(-32_602);
      }
      expect(JSON.stringify(sent())).not.toContain('hunter2');
    });

    test(verifies('GEN-11', 'answers what is no message with -32600, and goes on'), async () => {
      const { tell, sent, reports, peer } = await connectAndInitialize(
        open(),
        doing(() => undefined),
      );
      const before = sent().length;
      const wrong = [
        { jsonrpc: '2.0' },
        { jsonrpc: '2.0', method: 5 },
        { jsonrpc: '1.0', method: 'session/list' },
        { method: 'session/list' },
        {},
      ];
      for (const message of wrong) await tell(message);
      expect(sent().slice(before)).toMatchObject(wrong.map(() => ({ id: null, error: { code: -32_600 } })));
      takeComplaints();
      expect(reports.splice(0)).toHaveLength(wrong.length);
      await expect(peer.request('session/list', {})).resolves.toBeDefined();
    });

    test(verifies('GEN-14', 'answers ids that are neither strings nor integers with -32600'), async () => {
      const { tell, sent, reports } = await connectAndInitialize(
        open(),
        doing(() => undefined),
      );
      const before = sent().length;
      for (const id of [null, 1.5, true, { a: 1 }, ['1']])
        await tell({ jsonrpc: '2.0', id, method: 'session/list', params: {} });
      expect(sent().slice(before)).toMatchObject(
        Array.from({ length: 5 }, () => ({ id: null, error: { code: -32_600 } })),
      );
      takeComplaints();
      reports.length = 0;
    });

    test(verifies('GEN-13', 'does not answer a response to no request'), async () => {
      const { tell, sent, reports, peer } = await connectAndInitialize(
        open(),
        doing(() => undefined),
      );
      const before = sent().length;
      await tell({ jsonrpc: '2.0', id: 99, result: {} });
      await tell({ jsonrpc: '2.0', id: 98, error: { code: 1, message: 'no' } });
      await tell({ jsonrpc: '2.0', id: 97, result: {}, error: { code: 1, message: 'both' } });
      await tell({ jsonrpc: '2.0', id: 96, error: 'no' });
      await tell({ jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'Parse error' } });
      expect(sent().slice(before)).toEqual([]);
      expect(reports.splice(0)).toHaveLength(5);
      await expect(peer.request('session/list', {})).resolves.toBeDefined();
    });

    test(verifies('GEN-12b', 'processes batches by the rules of JSON-RPC'), async () => {
      const { tell, sent, reports } = await connectAndInitialize(
        open(),
        doing(() => undefined),
      );
      const list = (id: number): object => ({ jsonrpc: '2.0', id, method: 'session/list', params: {} });
      const note = { jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 'unknown' } };
      const before = sent().length;
      await tell([]);
      await tell([list(101), note, 7, list(102), { jsonrpc: '2.0', id: 103, method: 'garden/unheard_of' }]);
      await tell([note, note]);
      const [empty, batch, ...rest] = sent().slice(before);
      expect(rest).toEqual([]);
      expect(empty).toMatchObject({ id: null, error: { code: -32_600 } });
      const answers = batch as unknown as WireMessage[];
      expect(answers).toHaveLength(4);
      expect(answers.find(({ id }) => id === 101)?.result).toEqual({ sessions: [] });
      expect(answers.find(({ id }) => id === 102)?.result).toEqual({ sessions: [] });
      expect(answers.find(({ id }) => id === 103)?.error?.code).toBe(-32_601);
      expect(answers.find(({ id }) => id === null)?.error?.code).toBe(-32_600);
      takeComplaints();
      reports.length = 0;
    });
  });
});

describe('our agent with the official client, on broken bytes', () => {
  test(verifies('GEN-10', 'answers what is not JSON with one -32700, and goes on'), async () => {
    const link = byteLink();
    const { sent, reports, peer } = await connectAndInitialize(
      link,
      doing(() => undefined),
    );
    for (const line of ['Starting the editor …', '{"jsonrpc":"2.0","id":1', '{"jsonrpc": 2.0}}']) {
      const before = sent().length;
      await link.injectText(`${line}\n`);
      await settled();
      expect(sent().slice(before)).toMatchObject([{ id: null, error: { code: -32_700 } }]);
    }
    takeComplaints();
    expect(reports.splice(0)).toHaveLength(3);
    await expect(peer.request('session/list', {})).resolves.toEqual({ sessions: [] });
  });

  test(verifies('GEN-01', 'writes and reads UTF-8, whatever the text'), async () => {
    const words = 'Grüße, 花園 🌹\u2028\u0000"\\';
    const { session } = await start(
      byteLink(),
      doing((turn) => turn.message.append(turn.text)),
    );
    await session.prompt(words);
    await expect(session.readTextUntilIdle()).resolves.toBe(words);
  });
});
