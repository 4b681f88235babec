/** The rules of permission requests, proved on the wire. */
import type { ClientSession, PermissionHandler, PermissionQuestion } from '@acp-stack/sdk';
import { describe, expect } from 'vitest';

import type { ProgramFixture } from './program-fixture.ts';
import type { Fields, WireTester } from './wire-tester.ts';
import { provesOnWire } from './wire-proof.ts';

const method = 'session/request_permission';
const options = [
  { optionId: 'no', name: 'No', kind: 'reject_once' },
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
];
const question = { sessionId: 's1', title: 'May I?', options };

/** An agent that asks before it does something. */
async function asking(fixture: ProgramFixture, asked: PermissionQuestion = { title: 'May I?' }): Promise<WireTester> {
  const tester = fixture.agent(async (turn) => {
    const call = turn.toolCall({ title: 'Edit' });
    if ((await turn.requestPermission(asked)) !== undefined) await call.start();
  });
  await tester.prompt(await tester.open());
  return tester;
}

/** A client whose user decides as `decide` says. */
async function deciding(
  fixture: ProgramFixture,
  decide: PermissionHandler,
): Promise<{ tester: WireTester; session: ClientSession }> {
  const { tester, open } = await fixture.client({ build: (app) => app.onPermission(decide) });
  return { tester, session: await open() };
}

describe('what an agent asks', () => {
  provesOnWire('PERM-05', {
    agent: async (fixture) => {
      const outcomes = [
        { outcome: 'cancelled' },
        { outcome: 'selected', optionId: 'not-offered' },
        { outcome: '_approved', optionId: 'allow_once' },
      ];
      for (const outcome of outcomes) {
        const tester = await asking(fixture);
        await tester.reply(tester.last(method), { outcome });
        expect(tester.states.at(-1)).toBe('idle');
        expect(tester.updates('tool_call_update').map(({ status }) => status)).toEqual(['pending']);
      }
      const tester = await asking(fixture);
      await tester.reply(tester.last(method), { outcome: { outcome: 'selected', optionId: 'allow_once' } });
      expect(tester.updates('tool_call_update').map(({ status }) => status)).toEqual(['pending', 'in_progress']);
    },
  });

  provesOnWire('PERM-06', {
    agent: async (fixture) => {
      const { params } = (await asking(fixture)).last(method);
      expect(params?.['title']).toBe('May I?');
      expect(params?.['options']).toHaveProperty('0.optionId');
    },
  });

  provesOnWire('PERM-09', {
    agent: async (fixture) => {
      const tester = await asking(fixture, { title: 'Run?', subject: { command: 'ls', cwd: '/work' } });
      expect(tester.last(method).params?.['subject']).toEqual({ type: 'command', command: 'ls', cwd: '/work' });
      await tester.reply(tester.last(method), { outcome: { outcome: 'selected', optionId: 'allow_once' } });
      const asked = tester.received.filter((message) => message.id !== undefined && message.method !== undefined);
      expect(asked).toHaveLength(1);
    },
  });

  provesOnWire('PERM-11', {
    agent: async (fixture) => {
      const offered = (await asking(fixture)).last(method).params?.['options'] as readonly Fields[];
      expect(offered.length).toBeGreaterThan(1);
      expect(new Set(offered.map(({ optionId }) => optionId)).size).toBe(offered.length);
    },
  });
});

describe('what a client answers', () => {
  provesOnWire('PERM-02', {
    client: async (fixture) => {
      const decisions = ['yes', 'cancelled'];
      const { tester } = await deciding(fixture, () => decisions.shift() ?? 'cancelled');
      const { result: chosen } = await tester.ask(method, question);
      expect(chosen).toEqual({ outcome: { outcome: 'selected', optionId: 'yes' } });
      const { result: nothing } = await tester.ask(method, question);
      expect(nothing).toEqual({ outcome: { outcome: 'cancelled' } });
    },
  });

  provesOnWire('PERM-07', {
    client: async (fixture) => {
      const { tester, session } = await deciding(fixture, () => 'yes');
      await tester.update('s1', 'tool_call_update', { toolCallId: 'c1', title: 'Edit a file' });
      const subject = { type: 'tool_call', toolCall: { toolCallId: 'c1' } };
      await tester.ask(method, { ...question, description: 'It is important.', subject });
      expect(session.toolCalls.get('c1')?.title).toBe('Edit a file');
    },
  });

  provesOnWire('PERM-08', {
    client: async (fixture) => {
      const seen: unknown[] = [];
      const { tester, session } = await deciding(fixture, (_, context) => {
        seen.push(context.session?.toolCalls.get('c1'));
        return 'yes';
      });
      const subject = { type: 'tool_call', toolCall: { toolCallId: 'c1', title: 'Edit', status: 'in_progress' } };
      await tester.ask(method, { ...question, subject });
      expect(seen).toMatchObject([{ title: 'Edit', status: 'in_progress' }]);
      expect(session.toolCalls.get('c1')).toMatchObject({ title: 'Edit', status: 'in_progress' });
    },
  });

  provesOnWire('PERM-10', {
    client: async (fixture) => {
      const { tester } = await deciding(fixture, () => 'no');
      for (const subject of [undefined, null, { type: '_spell', words: ['abracadabra'] }]) {
        const { result } = await tester.ask(method, { ...question, subject });
        expect(result).toEqual({ outcome: { outcome: 'selected', optionId: 'no' } });
      }
    },
  });
});
