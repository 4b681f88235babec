/** The rules of notices, compactions and subagents, proved on the wire; those of version 1 are with its sessions. */
import type { PromptHandler } from '@acp-stack/sdk';
import { describe, expect } from 'vitest';

import { isOver, now, type ProgramFixture } from './program-fixture.ts';
import type { Fields } from './wire-tester.ts';
import { provesOnWire } from './wire-proof.ts';

describe('a notice', () => {
  provesOnWire('NOTICE-02', {
    title: 'is shown once, and an error among them changes nothing',
    agent: async (fixture) => {
      const tester = fixture.agent(({ session }) => session.notice('error', 'It rains.'));
      const sessionId = await tester.open();
      await tester.prompt(sessionId);
      expect(tester.updates('state_update').at(-1)).toMatchObject({ state: 'idle', stopReason: 'end_turn' });
      await tester.ask('session/resume', { sessionId, cwd: '/work', replayFrom: { type: 'start' } });
      expect(tester.updates('user_message').length).toBeGreaterThan(1);
      expect(tester.updates('notice')).toEqual([{ sessionUpdate: 'notice', severity: 'error', title: 'It rains.' }]);
    },
  });
});

/** What an agent that was given a prompt says about compactions, by their order. */
async function compacted(fixture: ProgramFixture, onPrompt: PromptHandler): Promise<readonly Fields[]> {
  const tester = fixture.agent(onPrompt);
  await tester.prompt(await tester.open());
  return tester
    .updates('compaction_update', 'compaction_summary_chunk')
    .map((told) => Object.fromEntries(Object.entries(told).filter(([key]) => key !== 'compactionId')));
}

const update = (status: string, more: object = {}): object => ({
  sessionUpdate: 'compaction_update',
  status,
  ...more,
});
const chunk = (text: string): object => ({
  sessionUpdate: 'compaction_summary_chunk',
  content: { type: 'text', text },
});
const ignore = (): undefined => undefined;

describe('a compaction', () => {
  provesOnWire('COMP-02', {
    title: 'is begun before anything is said of it, and ended once, by its turn at the latest',
    agent: async (fixture) => {
      const told = await compacted(fixture, async ({ compaction }) => {
        const first = compaction();
        await first.append('In short');
        await first.complete();
        await first.cancel().catch(ignore);
        compaction();
      });
      const begun = update('in_progress');
      expect(told).toEqual([begun, chunk('In short'), update('completed'), begun, update('cancelled')]);
    },
  });

  provesOnWire('COMP-03', {
    title: 'is summed up when it is complete, and says what went wrong when it has failed',
    agent: async (fixture) => {
      const told = await compacted(fixture, async ({ compaction }) => {
        const [good, bad] = [compaction(), compaction()];
        await good.append('In');
        await good.complete('In short');
        await good.append('Too late').catch(ignore);
        await bad.fail('It is too long.');
      });
      const begun = update('in_progress');
      const summary = [{ type: 'text', text: 'In short' }];
      expect(told).toEqual([
        begun,
        begun,
        chunk('In'),
        update('completed', { summary }),
        update('failed', { error: 'It is too long.' }),
      ]);
    },
  });
});

describe('a subagent', () => {
  provesOnWire('SUB-01', {
    title: 'is reported by its parent first, and its updates arrive without being asked for',
    agent: async (fixture) => {
      const tester = fixture.agent(async ({ session }) => {
        const words = { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: { type: 'text', text: 'Hi' } };
        void session.update({ sessionUpdate: 'subagent_update', sessionId: 'child', title: 'Gnome' });
        await session.connection.notify('session/update', { sessionId: 'child', update: words as never });
      });
      const sessionId = await tester.open();
      await tester.prompt(sessionId);
      const naming = tester.received.filter((message) => JSON.stringify(message).includes('"child"'));
      expect(naming.map(({ params }) => params?.['sessionId'])).toEqual([sessionId, 'child']);
    },
    client: async (fixture) => {
      const { tester, heard, open } = await fixture.client();
      await open();
      await tester.update('s1', 'subagent_update', { sessionId: 'child', title: 'Gnome' });
      await tester.update('child', 'agent_message_chunk', { messageId: 'm', content: { type: 'text', text: 'Hi' } });
      expect(heard).toMatchObject([{ sessionUpdate: 'subagent_update' }, { content: { text: 'Hi' } }]);
      expect(tester.received.filter(({ params }) => params?.['sessionId'] === 'child')).toEqual([]);
    },
  });

  provesOnWire('SUB-02', {
    title: 'is left alone when the work of its parent is cancelled, unless it says that it can be cancelled',
    client: async (fixture) => {
      const { tester, open } = await fixture.client();
      const session = await open();
      tester.whenever('session/prompt', () => ({ messageId: 'm' }));
      const run = session.prompt('hello');
      await tester.state('s1', 'running');
      await tester.update('s1', 'subagent_update', { sessionId: 'child', title: 'Gnome' });
      session.cancel();
      await tester.state('s1', 'idle', { stopReason: 'cancelled' });
      await now(run, 'the work does not end');
      await isOver(session.close());
      const named = tester.received.map(({ params }) => params?.['sessionId']);
      expect(named).toContain('s1');
      expect(named).not.toContain('child');
    },
  });
});
