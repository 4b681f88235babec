/** Our agent with the official SDK's client, on version 2: session updates. */
import { describe, expect, test } from 'vitest';
import { text, type Agent } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';
import { verifies } from '../../requirements/requirement.ts';
import { links } from '../official-stream.ts';
import { checkEachTest, doing, kindsOf, start, untilIdle } from './setup.ts';

checkEachTest();

describe.each(links)('our agent with the official client, $name', ({ open }) => {
  describe('what else a session tells', () => {
    const chatter = (): Agent =>
      doing(async (turn) => {
        const { session } = turn;
        await turn.plan([{ content: 'Dig', priority: 'high', status: 'in_progress' }]);
        await turn.plan([{ content: 'Rest', priority: 'low', status: 'pending' }], 'evening');
        await turn.plan([{ content: 'Dig', priority: 'high', status: 'completed' }]);
        await turn.removePlan('evening');
        await session.usage({ used: 12, size: 100, cost: { amount: 0.5, currency: 'EUR' } });
        await session.notice('warning', 'Rain', 'From noon on.');
        await session.setTitle('A garden');
        session.setCommands([
          { type: 'command', name: 'dig', description: 'Digs.', input: { type: 'text', hint: 'where' } },
        ]);
        await turn.update({ sessionUpdate: 'compaction_update', compactionId: 'c', status: 'in_progress' });
        await turn.update({ sessionUpdate: 'compaction_summary_chunk', compactionId: 'c', content: text('Roses.') });
        await turn.update({ sessionUpdate: 'compaction_update', compactionId: 'c', status: 'completed' });
        await turn.update({ sessionUpdate: '_weather', sky: 'grey' });
        turn.usage({ inputTokens: 7, outputTokens: 5, totalTokens: 12 });
      });

    test(
      verifies('TURN-07', 'plans, usage, notices, commands, compaction and its own kinds arrive as they were sent'),
      async () => {
        const { session } = await start(open(), chatter());
        await session.prompt('hello');
        const updates = await untilIdle(session);
        expect(updates.slice(2)).toEqual([
          {
            sessionUpdate: 'plan_update',
            plan: {
              type: 'items',
              planId: 'main',
              entries: [{ content: 'Dig', priority: 'high', status: 'in_progress' }],
            },
          },
          {
            sessionUpdate: 'plan_update',
            plan: {
              type: 'items',
              planId: 'evening',
              entries: [{ content: 'Rest', priority: 'low', status: 'pending' }],
            },
          },
          {
            sessionUpdate: 'plan_update',
            plan: {
              type: 'items',
              planId: 'main',
              entries: [{ content: 'Dig', priority: 'high', status: 'completed' }],
            },
          },
          { sessionUpdate: 'plan_removed', planId: 'evening' },
          { sessionUpdate: 'usage_update', used: 12, size: 100, cost: { amount: 0.5, currency: 'EUR' } },
          { sessionUpdate: 'notice', severity: 'warning', title: 'Rain', description: 'From noon on.' },
          { sessionUpdate: 'session_info_update', title: 'A garden' },
          {
            sessionUpdate: 'available_commands_update',
            availableCommands: [
              { type: 'command', name: 'dig', description: 'Digs.', input: { type: 'text', hint: 'where' } },
            ],
          },
          { sessionUpdate: 'compaction_update', compactionId: 'c', status: 'in_progress' },
          { sessionUpdate: 'compaction_summary_chunk', compactionId: 'c', content: { type: 'text', text: 'Roses.' } },
          { sessionUpdate: 'compaction_update', compactionId: 'c', status: 'completed' },
          { sessionUpdate: '_weather', sky: 'grey' },
          {
            sessionUpdate: 'state_update',
            state: 'idle',
            stopReason: 'end_turn',
            usage: { inputTokens: 7, outputTokens: 5, totalTokens: 12 },
          },
        ]);
      },
    );

    test(verifies('TURN-07', 'holds usage only with what was used and what there is'), async () => {
      const errors: unknown[] = [];
      const { session, updates, reports } = await start(
        open(),
        doing(async (turn) => {
          for (const usage of [
            { used: 1 },
            { size: 1 },
            { used: null, size: 1 },
            { used: 1, size: 1, cost: { amount: 1 } },
          ]) {
            await turn.session.usage(usage as never).catch((error: unknown) => errors.push(error));
          }
        }),
      );
      await session.prompt('hello');
      await untilIdle(session);
      expect(errors.map((error) => error instanceof TypeError)).toEqual([true, true, true, true]);
      expect(kindsOf(updates())).not.toContain('usage_update');
      expect(reports.splice(0)).toHaveLength(4);
    });

    test(verifies('TURN-08', 'holds no usage when the agent reports none'), async () => {
      const { session, updates } = await start(
        open(),
        doing((turn) => turn.message.append('Roses')),
      );
      await session.prompt('hello');
      await untilIdle(session);
      expect(kindsOf(updates())).not.toContain('usage_update');
      expect(updates().at(-1)).not.toHaveProperty('usage');
    });

    test(verifies('EXT-01', 'holds no field that the official SDK does not know'), async () => {
      // The official SDK drops the fields it does not know, so what it hands over differs from what was sent when there
      // are any.
      const { session, updates, introduction, sent } = await start(open(), chatter());
      const [initialized, opened] = sent();
      expect([introduction, session.newSessionResponse]).toEqual([initialized?.result, opened?.result]);
      await session.prompt('hello');
      expect(await untilIdle(session)).toEqual(updates());
    });

    test(verifies('GEN-22', 'keeps its own kinds for a replay, but not what is said once'), async () => {
      const { session, peer, sessionId, updates } = await start(open(), chatter());
      await session.prompt('hello');
      await untilIdle(session);
      await settled();
      const before = updates().length;
      await peer.request('session/resume', { sessionId, cwd: '/garden', replayFrom: { type: 'start' } });
      const replayed = updates().slice(before);
      expect(replayed).toContainEqual({ sessionUpdate: '_weather', sky: 'grey' });
      expect(kindsOf(replayed)).not.toContain('notice');
    });
  });
});
