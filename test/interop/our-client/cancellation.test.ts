/** Our client with the official SDK's agent, on version 2: cancellation. */
import * as official from '@agentclientprotocol/sdk/experimental/v2/unstable';
import { describe, expect, test } from 'vitest';
import { client } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';
import { verifies } from '../../requirements/requirement.ts';
import { officialAgent, theirInfo, untilAborted } from '../official-agent.ts';
import { links } from '../official-stream.ts';
import { checkEachTest, collect, heard, info, kindsOf, options, start } from './setup.ts';

checkEachTest();

describe.each(links)('our client with the official agent, $name', ({ open }) => {
  describe('cancelling', () => {
    test(
      verifies(
        'CANCEL-02',
        verifies('CANCEL-08', verifies('TOOL-21', 'marks what has not finished, and still hears what the agent says')),
      ),
      async () => {
        const { session } = await start(
          open(),
          officialAgent(async ({ say, text: speak, signal }) => {
            await say({ sessionUpdate: 'tool_call_update', toolCallId: 'done', title: 'Done', status: 'completed' });
            await say({ sessionUpdate: 'tool_call_update', toolCallId: 'rest', title: 'Rest', status: '_resting' });
            await say({ sessionUpdate: 'tool_call_update', toolCallId: 'dig', title: 'Dig', status: 'in_progress' });
            await untilAborted(signal).catch(() => undefined);
            await speak('I stop.');
            await say({ sessionUpdate: 'tool_call_update', toolCallId: 'dig', status: 'failed' });
          }),
        );
        const ready = heard(session, (update) => update['toolCallId'] === 'dig');
        const run = session.prompt('dig');
        await ready;
        session.cancel();
        expect([...session.toolCalls.values()].map(({ status }) => status)).toEqual([
          'completed',
          'cancelled',
          'cancelled',
        ]);
        const updates = await collect(run);
        expect(kindsOf(updates).slice(-3)).toEqual(['agent_message_chunk', 'tool_call_update', 'idle']);
        await expect(run).resolves.toMatchObject({ kind: 'ended', stopReason: 'cancelled' });
        expect(session.toolCalls.get('dig')?.status).toBe('failed');
      },
    );

    test(verifies('CANCEL-11', 'during a permission answers it as cancelled'), async () => {
      const outcomes: unknown[] = [];
      let signal: AbortSignal | undefined;
      let ask = (): void => undefined;
      const asked = new Promise<void>((resolve) => (ask = resolve));
      const { session } = await start(
        open(),
        officialAgent(async ({ client: peer, sessionId, signal: cancelled }) => {
          outcomes.push(await peer.request('session/request_permission', { sessionId, title: 'Dig?', options }));
          // The official SDK hands over the answer before the cancel that was sent before it.
          if (!cancelled.aborted) await untilAborted(cancelled);
        }),
        client(info).onPermission((_, context) => {
          ({ signal } = context);
          ask();
          return untilAborted(context.signal);
        }),
      );
      const run = session.prompt('dig');
      await asked;
      session.cancel();
      await expect(run).resolves.toMatchObject({ stopReason: 'cancelled' });
      expect(outcomes).toEqual([{ outcome: { outcome: 'cancelled' } }]);
      expect(signal?.aborted).toBe(true);
    });

    test(
      verifies('CANCEL-11', 'a permission that the agent takes back is answered with the cancelled outcome'),
      async () => {
        const answers: unknown[] = [];
        let ask = (): void => undefined;
        const asked = new Promise<void>((resolve) => (ask = resolve));
        const { session } = await start(
          open(),
          officialAgent(async ({ client: peer, sessionId }) => {
            const controller = new AbortController();
            void asked.then(() => {
              controller.abort();
            });
            answers.push(
              await peer.request(
                'session/request_permission',
                { sessionId, title: 'Dig?', options },
                { cancellationSignal: controller.signal },
              ),
            );
          }),
          client(info).onPermission((_, { signal }) => {
            ask();
            return untilAborted(signal);
          }),
        );
        await session.prompt('dig');
        expect(answers).toEqual([{ outcome: { outcome: 'cancelled' } }]);
      },
    );

    test(verifies('CANCEL-10', 'leaves background work and its permissions alone'), async () => {
      let answer: (option: string) => void = () => undefined;
      let ask = (): void => undefined;
      const asked = new Promise<void>((resolve) => (ask = resolve));
      const outcomes: unknown[] = [];
      const background = [{ type: 'tool_call' as const, toolCallId: 'compost' }];
      const { session } = await start(
        open(),
        officialAgent(async ({ say, client: peer, sessionId, signal }) => {
          await say({
            sessionUpdate: 'tool_call_update',
            toolCallId: 'compost',
            title: 'Compost',
            status: 'in_progress',
          });
          await say({ sessionUpdate: 'tool_call_update', toolCallId: 'dig', title: 'Dig', status: 'in_progress' });
          await say({ sessionUpdate: 'state_update', state: 'running', background });
          const subject = { type: 'tool_call' as const, toolCall: { toolCallId: 'compost' } };
          void peer
            .request('session/request_permission', { sessionId, title: 'Turn it?', options, subject })
            .then(({ outcome }) => outcomes.push(outcome));
          await untilAborted(signal);
        }),
        client(info).onPermission(
          () =>
            new Promise((resolve) => {
              answer = resolve;
              ask();
            }),
        ),
      );
      const run = session.prompt('work');
      await asked;
      session.cancel();
      await expect(run).resolves.toMatchObject({ stopReason: 'cancelled' });
      expect([session.toolCalls.get('compost')?.status, session.toolCalls.get('dig')?.status]).toEqual([
        'in_progress',
        'cancelled',
      ]);
      expect(outcomes).toEqual([]);
      answer('yes');
      await settled();
      expect(outcomes).toEqual([{ outcome: 'selected', optionId: 'yes' }]);
    });

    test('an agent that never says how it ended has an unknown outcome after the grace period', async () => {
      const { session, clock } = await start(
        open(),
        officialAgent(() => new Promise(() => undefined)),
      );
      const run = session.prompt('dig');
      await heard(session, (update) => update['state'] === 'running');
      session.cancel({ grace: 1000 });
      await clock.advance(999);
      let isOver = false;
      void run.then(() => (isOver = true));
      await settled();
      expect(isOver).toBe(false);
      await clock.advance(1);
      await expect(run).resolves.toMatchObject({ kind: 'unknown', stopReason: undefined });
    });

    test(verifies('CANCEL-09', 'a prompt that the agent held, and answers with -32800, was cancelled'), async () => {
      let drop = (): void => undefined;
      const theirAgent = official
        .agent()
        .onRequest('initialize', () => ({ protocolVersion: 2, info: theirInfo, capabilities: { session: {} } }))
        .onRequest('session/new', () => ({ sessionId: 's' }))
        .onRequest(
          'session/prompt',
          ({ signal }) =>
            new Promise<never>((_, reject) => {
              drop = () => {
                reject(official.RequestError.requestCancelled());
              };
              signal.addEventListener('abort', drop);
            }),
        )
        .onNotification('session/cancel', () => {
          drop();
        });
      const { session, sent } = await start(open(), theirAgent);
      const held = session.prompt('dig');
      await settled();
      session.cancel();
      await expect(held).resolves.toEqual({ kind: 'ended', stopReason: 'cancelled', messageId: undefined });
      const controller = new AbortController();
      const withdrawn = session.prompt('dig', { signal: controller.signal });
      await settled();
      controller.abort();
      await expect(withdrawn).resolves.toMatchObject({ stopReason: 'cancelled' });
      expect(sent().at(-1)).toMatchObject({ method: '$/cancel_request' });
    });
  });
});
