/** The rules of permission requests, proved on the wire. */
import type { ClientSession, PermissionHandler, PermissionQuestion } from '@acp-stack/sdk';
import { describe, expect } from 'vitest';

import type { Stand } from './stand.ts';
import type { Fields, WireJudge } from './wire-judge.ts';
import { provesOnWire } from './wire-proof.ts';

const method = 'session/request_permission';
const options = [
  { optionId: 'no', name: 'No', kind: 'reject_once' },
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
];
const question = { sessionId: 's1', title: 'May I?', options };

/** An agent that asks before it does something. */
async function asking(stand: Stand, asked: PermissionQuestion = { title: 'May I?' }): Promise<WireJudge> {
  const judge = stand.agent(async (turn) => {
    const call = turn.toolCall({ title: 'Edit' });
    if ((await turn.requestPermission(asked)) !== undefined) await call.start();
  });
  await judge.prompt(await judge.open());
  return judge;
}

/** A client whose user decides as `decide` says. */
async function deciding(
  stand: Stand,
  decide: PermissionHandler,
): Promise<{ judge: WireJudge; session: ClientSession }> {
  const { judge, open } = await stand.client({ build: (app) => app.onPermission(decide) });
  return { judge, session: await open() };
}

describe('what an agent asks', () => {
  provesOnWire('PERM-05', {
    agent: async (stand) => {
      const outcomes = [
        { outcome: 'cancelled' },
        { outcome: 'selected', optionId: 'not-offered' },
        { outcome: '_approved', optionId: 'allow_once' },
      ];
      for (const outcome of outcomes) {
        const judge = await asking(stand);
        await judge.reply(judge.last(method), { outcome });
        expect(judge.states.at(-1)).toBe('idle');
        expect(judge.updates('tool_call_update').map(({ status }) => status)).toEqual(['pending']);
      }
      const judge = await asking(stand);
      await judge.reply(judge.last(method), { outcome: { outcome: 'selected', optionId: 'allow_once' } });
      expect(judge.updates('tool_call_update').map(({ status }) => status)).toEqual(['pending', 'in_progress']);
    },
  });

  provesOnWire('PERM-06', {
    agent: async (stand) => {
      const { params } = (await asking(stand)).last(method);
      expect(params?.['title']).toBe('May I?');
      expect(params?.['options']).toHaveProperty('0.optionId');
    },
  });

  provesOnWire('PERM-09', {
    agent: async (stand) => {
      const judge = await asking(stand, { title: 'Run?', subject: { command: 'ls', cwd: '/work' } });
      expect(judge.last(method).params?.['subject']).toEqual({ type: 'command', command: 'ls', cwd: '/work' });
      await judge.reply(judge.last(method), { outcome: { outcome: 'selected', optionId: 'allow_once' } });
      const asked = judge.received.filter((message) => message.id !== undefined && message.method !== undefined);
      expect(asked).toHaveLength(1);
    },
  });

  provesOnWire('PERM-11', {
    agent: async (stand) => {
      const offered = (await asking(stand)).last(method).params?.['options'] as readonly Fields[];
      expect(offered.length).toBeGreaterThan(1);
      expect(new Set(offered.map(({ optionId }) => optionId)).size).toBe(offered.length);
    },
  });
});

describe('what a client answers', () => {
  provesOnWire('PERM-02', {
    client: async (stand) => {
      const decisions = ['yes', 'cancelled'];
      const { judge } = await deciding(stand, () => decisions.shift() ?? 'cancelled');
      const { result: chosen } = await judge.ask(method, question);
      expect(chosen).toEqual({ outcome: { outcome: 'selected', optionId: 'yes' } });
      const { result: nothing } = await judge.ask(method, question);
      expect(nothing).toEqual({ outcome: { outcome: 'cancelled' } });
    },
  });

  provesOnWire('PERM-07', {
    client: async (stand) => {
      const { judge, session } = await deciding(stand, () => 'yes');
      await judge.update('s1', 'tool_call_update', { toolCallId: 'c1', title: 'Edit a file' });
      const subject = { type: 'tool_call', toolCall: { toolCallId: 'c1' } };
      await judge.ask(method, { ...question, description: 'It is important.', subject });
      expect(session.toolCalls.get('c1')?.title).toBe('Edit a file');
    },
  });

  provesOnWire('PERM-08', {
    client: async (stand) => {
      const seen: unknown[] = [];
      const { judge, session } = await deciding(stand, (_, context) => {
        seen.push(context.session?.toolCalls.get('c1'));
        return 'yes';
      });
      const subject = { type: 'tool_call', toolCall: { toolCallId: 'c1', title: 'Edit', status: 'in_progress' } };
      await judge.ask(method, { ...question, subject });
      expect(seen).toMatchObject([{ title: 'Edit', status: 'in_progress' }]);
      expect(session.toolCalls.get('c1')).toMatchObject({ title: 'Edit', status: 'in_progress' });
    },
  });

  provesOnWire('PERM-10', {
    client: async (stand) => {
      const { judge } = await deciding(stand, () => 'no');
      for (const subject of [undefined, null, { type: '_spell', words: ['abracadabra'] }]) {
        const { result } = await judge.ask(method, { ...question, subject });
        expect(result).toEqual({ outcome: { outcome: 'selected', optionId: 'no' } });
      }
    },
  });
});
