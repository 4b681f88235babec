/** Our agent with the official SDK's client, on version 2: cancellation. */
import * as official from '@agentclientprotocol/sdk/experimental/v2/unstable';
import { describe, expect, test } from 'vitest';
import { agent, text, type Agent } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';
import { verifies } from '../../requirements/requirement.ts';
import { links } from '../official-stream.ts';
import {
  checkEachTest,
  doing,
  failure,
  info,
  connectAndInitialize,
  start,
  untilAborted,
  untilIdle,
  untilUpdate,
} from './setup.ts';

checkEachTest();

describe.each(links)('our agent with the official client, $name', ({ open }) => {
  describe('cancelling', () => {
    test(
      verifies(
        'CANCEL-04',
        verifies('CANCEL-06', 'a turn stops its work and ends it as cancelled, whatever it throws'),
      ),
      async () => {
        const { session, peer, sessionId } = await start(
          open(),
          doing(async (turn) => {
            const call = turn.toolCall({ title: 'Dig', status: 'in_progress' });
            await untilAborted(turn.signal).catch(async () => {
              await turn.message.append('I stop.');
              throw new Error(`digging failed: ${call.title}`);
            });
          }),
        );
        await session.prompt('dig');
        await untilUpdate(session, (update) => update['title'] === 'Dig');
        await peer.notify('session/cancel', { sessionId });
        const updates = await untilIdle(session);
        expect(updates).toMatchObject([
          { sessionUpdate: 'agent_message_chunk', content: text('I stop.') },
          { sessionUpdate: 'tool_call_update', status: 'cancelled' },
          { state: 'idle', stopReason: 'cancelled' },
        ]);
      },
    );

    test(verifies('CANCEL-11', verifies('CANCEL-18', 'a turn takes back the permission it asks for')), async () => {
      let signal: AbortSignal | undefined;
      let question: unknown;
      const theirClient = official.client().onRequest('session/request_permission', async (context) => {
        ({ signal, requestId: question } = context);
        await untilAborted(context.signal).catch(() => undefined);
        return { outcome: { outcome: 'cancelled' } };
      });
      const { session, peer, sessionId, sent } = await start(
        open(),
        doing((turn) => turn.requestPermission({ title: 'Dig?' })),
        theirClient,
      );
      await session.prompt('dig');
      await untilUpdate(session, (update) => update['state'] === 'requires_action');
      await settled();
      await peer.notify('session/cancel', { sessionId });
      expect((await untilIdle(session)).at(-1)).toMatchObject({ stopReason: 'cancelled' });
      await settled();
      expect(signal?.aborted).toBe(true);
      expect(sent().filter(({ method }) => method === '$/cancel_request')).toMatchObject([
        { params: { requestId: question } },
      ]);
    });

    test(verifies('LIFE-07', 'a turn that waits for the user ends it, without saying that it goes on'), async () => {
      const theirClient = official.client().onRequest('session/request_permission', async ({ signal }) => {
        await untilAborted(signal).catch(() => undefined);
        return { outcome: { outcome: 'cancelled' } };
      });
      const { session, peer, sessionId, updates } = await start(
        open(),
        doing((turn) => turn.requestPermission({ title: 'Dig?' })),
        theirClient,
      );
      await session.prompt('dig');
      await untilUpdate(session, (update) => update['state'] === 'requires_action');
      await peer.notify('session/cancel', { sessionId });
      await untilIdle(session);
      expect(updates().flatMap((update) => update['state'] ?? [])).toEqual(['running', 'requires_action', 'idle']);
    });

    test(verifies('CANCEL-09', 'answers the prompts that wait with -32800, and not the next one'), async () => {
      const { session, peer, sessionId } = await start(
        open(),
        doing((turn) => (turn.text === 'next' ? undefined : untilAborted(turn.signal))),
      );
      const inserted = session.prompt('first');
      const held = [failure(session.prompt('second')), failure(session.prompt('third'))];
      await expect(inserted).resolves.toBeDefined();
      await settled();
      await peer.notify('session/cancel', { sessionId });
      const next = session.prompt('next');
      expect((await Promise.all(held)).map(({ code }) => code)).toEqual([-32_800, -32_800]);
      await expect(next).resolves.toBeDefined();
      expect((await untilIdle(session)).at(-1)).toMatchObject({ stopReason: 'cancelled' });
      expect((await untilIdle(session)).at(-1)).toMatchObject({ stopReason: 'end_turn' });
    });

    test(
      verifies('CANCEL-17', verifies('CANCEL-01', 'is allowed at any time, and does nothing without work')),
      async () => {
        const { session, peer, sessionId, sent } = await start(
          open(),
          doing(() => undefined),
        );
        const before = sent().length;
        await peer.notify('session/cancel', { sessionId });
        await peer.notify('session/cancel', { sessionId: 'unknown' });
        await settled();
        expect(sent().slice(before)).toEqual([]);
        await session.prompt('work');
        expect((await untilIdle(session)).at(-1)).toMatchObject({ stopReason: 'end_turn' });
      },
    );

    test(verifies('CANCEL-13', 'a prompt that waits answers it with -32800'), async () => {
      let finish = (): void => undefined;
      const { session, updates } = await start(
        open(),
        doing(() => new Promise<void>((resolve) => (finish = resolve))),
      );
      await session.prompt('first');
      const controller = new AbortController();
      const held = failure(session.prompt('second', { cancellationSignal: controller.signal }));
      await settled();
      controller.abort();
      expect((await held).code).toBe(-32_800);
      finish();
      expect((await untilIdle(session)).at(-1)).toMatchObject({ stopReason: 'end_turn' });
      expect(updates().filter((update) => update.sessionUpdate === 'user_message')).toHaveLength(1);
    });

    const patient = (): Agent =>
      agent(info).on(
        '_garden/wait',
        (params) => params,
        async (params, context) => {
          if (params === 'nested') await context.request('_editor/wait', {});
          if (params === 'partial') return untilAborted(context.signal).catch(() => 'some of it');
          if (params === 'nothing') return 'done';
          return untilAborted(context.signal);
        },
      );

    test(verifies('CANCEL-16', 'a request that was answered changes nothing'), async () => {
      const { peer, tell } = await connectAndInitialize(open(), patient());
      const controller = new AbortController();
      await expect(peer.request('_garden/wait', 'nothing', { cancellationSignal: controller.signal })).resolves.toBe(
        'done',
      );
      controller.abort();
      await tell({ jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: 1 } });
      await expect(peer.request('_garden/wait', 'nothing')).resolves.toBe('done');
    });

    test(verifies('CANCEL-12', 'a request reaches that request only, and unknown ids are ignored'), async () => {
      const { peer, tell, reports } = await connectAndInitialize(open(), patient());
      const [first, second] = [new AbortController(), new AbortController()];
      const answers = [first, second].map(({ signal }) =>
        failure(peer.request('_garden/wait', 'long', { cancellationSignal: signal })),
      );
      await settled();
      for (const requestId of [77, '1', '2', null, { id: 1 }]) {
        await tell({ jsonrpc: '2.0', method: '$/cancel_request', params: { requestId } });
      }
      await tell({ jsonrpc: '2.0', method: '$/cancel_request' });
      expect(reports.splice(0)).toEqual([{ kind: 'unknown-notification', method: '$/cancel_request' }]);
      second.abort();
      expect((await answers[1])?.code).toBe(-32_800);
      await expect(Promise.race([answers[0], settled().then(() => 'waiting')])).resolves.toBe('waiting');
      first.abort();
      expect((await answers[0])?.code).toBe(-32_800);
      const partial = new AbortController();
      const answer = peer.request('_garden/wait', 'partial', { cancellationSignal: partial.signal });
      partial.abort();
      await expect(answer).resolves.toBe('some of it');
    });

    test(verifies('CANCEL-14', 'a request cancels what was asked on its behalf'), async () => {
      let nested: AbortSignal | undefined;
      const theirClient = official.client().onRequest(
        '_editor/wait',
        (params: unknown) => params,
        ({ signal }) => {
          nested = signal;
          return untilAborted(signal);
        },
      );
      const { peer } = await connectAndInitialize(open(), patient(), theirClient);
      const controller = new AbortController();
      const answer = failure(peer.request('_garden/wait', 'nested', { cancellationSignal: controller.signal }));
      await settled();
      expect(nested?.aborted).toBe(false);
      controller.abort();
      expect((await answer).code).toBe(-32_800);
      expect(nested?.aborted).toBe(true);
    });
  });
});
