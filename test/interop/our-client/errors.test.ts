/** Our client with the official SDK's agent, on version 2: errors, endings and broken bytes. */
import * as official from '@agentclientprotocol/sdk/experimental/v2/unstable';
import { describe, expect, test } from 'vitest';
import { ConnectionError, isAbortError, RpcError } from '@acp-stack/rpc';
import { client, Connection, text } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';
import { verifies } from '../../requirements/requirement.ts';
import { trackPair, takeComplaints } from '../connected-pair.ts';
import { officialAgent, theirInfo, untilAborted } from '../official-agent.ts';
import { byteLink, links, referenceLink } from '../official-stream.ts';
import {
  checkEachTest,
  collect,
  failure,
  heard,
  info,
  kindsOf,
  connectAndInitialize,
  options,
  start,
  type Update,
} from './setup.ts';

checkEachTest();

describe.each(links)('our client with the official agent, $name', ({ open }) => {
  describe('errors', () => {
    test('of the agent arrive with code, message and data', async () => {
      const theirAgent = officialAgent(undefined, {
        authMethods: [{ type: 'agent', methodId: 'key', name: 'Key' }],
      }).onRequest(
        '_fail',
        (params: unknown) => params as number,
        ({ params }) => {
          throw new official.RequestError(params, 'as asked', { code: params });
        },
      );
      const { connection } = await connectAndInitialize(open(), theirAgent);
      for (const code of [-32_601, -32_602, -32_603, -32_600, -32_002, -32_000, -32_022, -33_001, 1]) {
        const error = await failure(connection.request('_fail', code));
        expect(error).toBeInstanceOf(RpcError);
        expect(error).toMatchObject({ code, message: 'as asked', data: { code } });
      }
      expect((await failure(connection.login('key'))).code).toBe(-32_601);
      expect((await failure(connection.listPage())).code).toBe(-32_601);
    });

    test(verifies('CANCEL-13', 'of a cancelled request are an AbortError with -32800 as its cause'), async () => {
      const theirAgent = officialAgent().onRequest(
        '_wait',
        (params: unknown) => params,
        ({ signal }) => untilAborted(signal),
      );
      const { connection } = await connectAndInitialize(open(), theirAgent);
      const controller = new AbortController();
      const answer = failure<Error>(connection.request('_wait', {}, { signal: controller.signal, abandon: false }));
      await settled();
      controller.abort();
      const error = await answer;
      expect(isAbortError(error)).toBe(true);
      expect(error.cause).toMatchObject({ code: -32_800 });
    });

    test('in the answers of the agent are said to be malformed', async () => {
      const theirAgent = official
        .agent()
        .onRequest('initialize', () => ({ protocolVersion: 2, info: theirInfo, capabilities: { session: {} } }))
        .onRequest('session/new', () => ({}) as official.NewSessionResponse);
      const { connection } = await connectAndInitialize(open(), theirAgent);
      const error = await failure<ConnectionError>(connection.newSession({ cwd: '/garden' }));
      expect(error).toBeInstanceOf(ConnectionError);
      expect(error.code).toBe('malformed');
      expect(connection.sessions).toEqual([]);
    });

    test(verifies('GEN-20', 'in an update lose that update and nothing else'), async () => {
      const { session, reports } = await start(
        open(),
        officialAgent(async ({ say, text: speak }) => {
          await speak('before');
          await say({
            sessionUpdate: 'agent_message_chunk',
            content: { type: 'text', text: 'no id' },
          } as unknown as official.SessionUpdate);
          await say({ sessionUpdate: 'plan', entries: [] } as unknown as official.SessionUpdate);
          await speak('after');
        }),
      );
      const updates = await collect(session.prompt('hello'));
      expect(updates.slice(2, -1).map(({ content }) => (content as { text: string }).text)).toEqual([
        'before',
        'after',
      ]);
      expect(reports.splice(0)).toMatchObject([
        { kind: 'handler-failed', method: 'session/update', error: { code: -32_602 } },
        { kind: 'handler-failed', method: 'session/update', error: { code: -32_602 } },
      ]);
    });

    test(verifies('GEN-18', 'in an optional field lose that field, which is reported'), async () => {
      const { session, reports } = await start(
        open(),
        officialAgent(async ({ say }) => {
          await say({
            sessionUpdate: 'tool_call_update',
            toolCallId: 't',
            title: 5,
            status: 'completed',
          } as unknown as official.SessionUpdate);
        }),
      );
      await session.prompt('hello');
      expect(session.toolCalls.get('t')).toMatchObject({ title: undefined, status: 'completed' });
      expect(reports.splice(0)).toMatchObject([{ kind: 'repaired', method: 'session/update' }]);
    });

    test(verifies('GEN-07', 'are -32601 for what this client does not do'), async () => {
      const { ask, theirs } = await connectAndInitialize(open(), officialAgent());
      for (const method of [
        'fs/read_text_file',
        'fs/write_text_file',
        'terminal/create',
        'session/new',
        'workspace/open_documents',
        '_x',
      ]) {
        expect((await ask(method, { sessionId: 's', path: '/garden/plan.md' })).error?.code).toBe(-32_601);
      }
      await expect(theirs.client.request('_editor/none')).rejects.toMatchObject({ code: -32_601 });
    });

    test('are -32602 for wrong params of the agent', async () => {
      const { ask } = await connectAndInitialize(
        open(),
        officialAgent(),
        client(info).onPermission(() => 'yes'),
      );
      for (const params of [
        undefined,
        {},
        { sessionId: 's', title: 'Dig?', options: [] },
        { sessionId: 5, title: 'Dig?', options },
      ]) {
        expect((await ask('session/request_permission', params)).error?.code).toBe(-32_602);
      }
    });

    test('of a handler tell the agent nothing', async () => {
      const answers: unknown[] = [];
      const theirAgent = officialAgent(async ({ client: peer }) => {
        answers.push(await peer.request('_fall').catch((error: unknown) => error));
      });
      const { session, reports } = await start(
        open(),
        theirAgent,
        client(info).on(
          '_fall',
          (params) => params,
          () => {
            throw new Error('/home/rose/.ssh/id_rsa');
          },
        ),
      );
      await session.prompt('hello');
      expect(answers).toMatchObject([{ code: -32_603, message: 'Internal error', data: undefined }]);
      expect(reports.splice(0)).toMatchObject([{ kind: 'handler-failed', method: '_fall' }]);
    });
  });

  describe('the end', () => {
    test('of the connection reaches the agent when we close', async () => {
      const { connection, theirs, clock } = await connectAndInitialize(open(), officialAgent());
      const closing = connection.close({ grace: 10 });
      await theirs.closed;
      await clock.advance(10);
      await closing;
      await expect(connection.listPage()).rejects.toBeInstanceOf(ConnectionError);
    });

    test('of the agent rejects what waits for it', async () => {
      const link = open();
      const { connection, session } = await start(
        link,
        officialAgent(() => new Promise(() => undefined)).onRequest(
          '_wait',
          (params: unknown) => params,
          () => new Promise(() => undefined),
        ),
      );
      const run = session.prompt('dig');
      await heard(session, (update) => update['state'] === 'running');
      const call = failure<ConnectionError>(connection.request('_wait'));
      await link.hangUp();
      expect(await call).toMatchObject({ name: 'ConnectionError', code: 'closed' });
      expect(await failure<ConnectionError>(run)).toMatchObject({ name: 'ConnectionError', code: 'closed' });
      await expect(connection.closed).resolves.toEqual({ by: 'them', error: undefined });
    });
  });
});

describe('our client with the official agent, on broken bytes', () => {
  test(verifies('GEN-10', 'answers what is not JSON with -32700, and goes on'), async () => {
    const link = byteLink();
    const { connection, sent, reports } = await connectAndInitialize(
      link,
      officialAgent().onRequest(
        '_ping',
        (params: unknown) => params,
        () => 'pong',
      ),
    );
    await link.injectText('Debugger attached.\n');
    await settled();
    expect(sent().at(-1)).toMatchObject({ id: null, error: { code: -32_700 } });
    takeComplaints();
    expect(reports.splice(0)).toMatchObject([{ kind: 'invalid-message' }]);
    await expect(connection.request('_ping')).resolves.toBe('pong');
  });

  test('the low level alone can talk to the official agent', async () => {
    const link = referenceLink();
    const theirs = officialAgent(({ text: speak }) => speak('Roses')).connect(link.stream);
    const raw = new Connection('client', link.channel, { checkOutgoing: true });
    trackPair(link, [], () => {
      raw.destroy();
      theirs.close();
    });
    const updates: Update[] = [];
    raw.onNotification('session/update', ({ update }) => void updates.push(update as Update));
    const { capabilities = {}, ...rest } = await raw.request('initialize', { protocolVersion: 2, info });
    expect(rest).toEqual({ protocolVersion: 2, info: theirInfo });
    raw.setAdvertised({ capabilities });
    const { sessionId } = await raw.request('session/new', { cwd: '/garden' });
    const { messageId } = await raw.request('session/prompt', { sessionId, prompt: [text('hello')] });
    await settled();
    expect(messageId).toBe('message-2');
    expect(kindsOf(updates)).toEqual(['user_message', 'running', 'agent_message_chunk', 'idle']);
  });
});
