/** Our client with the official SDK's agent, on version 2: session updates. */
import type * as official from '@agentclientprotocol/sdk/experimental/v2/unstable';
import { describe, expect, test } from 'vitest';
import { verifies } from '../../requirements/requirement.ts';
import { officialAgent } from '../official-agent.ts';
import { links } from '../official-stream.ts';
import { checkEachTest, collect, start, type Update } from './setup.ts';

checkEachTest();

describe.each(links)('our client with the official agent, $name', ({ open }) => {
  describe('what else a session tells', () => {
    test(
      verifies('GEN-17', 'plans, usage, notices, compaction and unknown kinds arrive as they were sent'),
      async () => {
        const told: Update[] = [
          {
            sessionUpdate: 'plan_update',
            plan: { type: 'items', planId: 'main', entries: [{ content: 'Dig', priority: 'high', status: 'pending' }] },
          },
          { sessionUpdate: 'plan_update', plan: { type: '_map', planId: 'map', north: 'up' } },
          { sessionUpdate: 'plan_removed', planId: 'main' },
          { sessionUpdate: 'usage_update', used: 12, size: 100, cost: { amount: 0.5, currency: 'EUR' } },
          { sessionUpdate: 'notice', severity: 'warning', title: 'Rain' },
          { sessionUpdate: 'session_info_update', title: 'A garden' },
          { sessionUpdate: 'compaction_update', compactionId: 'c', status: 'completed' },
          { sessionUpdate: 'subagent_update', sessionId: 'child', title: 'Helper' },
          { sessionUpdate: '_weather', sky: 'grey', later: { nested: [1, null] } },
          { sessionUpdate: 'weather', sky: 'grey' },
          {
            sessionUpdate: 'agent_message_chunk',
            messageId: 'm',
            content: { type: 'text', text: 'a', later: true },
            later: 1,
          },
        ];
        const { session } = await start(
          open(),
          officialAgent(async ({ say }) => {
            for (const update of told) await say(update as unknown as official.SessionUpdate);
          }),
        );
        const updates = await collect(session.prompt('hello'));
        expect(updates.slice(2, -1)).toEqual(told);
        expect(session.usage).toEqual({ used: 12, size: 100, cost: { amount: 0.5, currency: 'EUR' } });
        expect(session.info.title).toBe('A garden');
      },
    );
  });
});
