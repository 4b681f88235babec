/** Our agent with the official SDK's client, on version 2: permissions. */
import * as official from '@agentclientprotocol/sdk/experimental/v2/unstable';
import { describe, expect, test } from 'vitest';
import { text, type Agent } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';
import { verifies } from '../../requirements/requirement.ts';
import { links } from '../official-stream.ts';
import { checkEachTest, doing, start, untilIdle, type TheirClient } from './setup.ts';

checkEachTest();

describe.each(links)('our agent with the official client, $name', ({ open }) => {
  describe('permission', () => {
    type Outcome = official.RequestPermissionResponse['outcome'];

    const water = (): { app: Agent; answers: (string | undefined)[] } => {
      const answers: (string | undefined)[] = [];
      const app = doing(async (turn) => {
        const call = turn.toolCall({ title: 'Water the roses', kind: 'execute', name: 'water' });
        const allowed = await turn.requestPermission({ title: 'Water?', description: 'They are dry.', subject: call });
        answers.push(allowed?.optionId);
        if (allowed === undefined) return call.cancel();
        await call.start();
        await call.append('splash');
        return call.complete({ rawOutput: { litres: 3 } });
      });
      return { app, answers };
    };

    const answering = (outcome: Outcome, requests: unknown[] = []): TheirClient =>
      official.client().onRequest('session/request_permission', ({ params }) => {
        requests.push(params);
        return { outcome };
      });

    test(
      verifies('PERM-01', verifies('TOOL-01', verifies('TOOL-08', 'that is given lets a tool call run to its end'))),
      async () => {
        const { app, answers } = water();
        const requests: unknown[] = [];
        const { session, sessionId } = await start(
          open(),
          app,
          answering({ outcome: 'selected', optionId: 'allow_once' }, requests),
        );
        await session.prompt('water them');
        const updates = await untilIdle(session);
        const calls = updates.filter((update) => 'toolCallId' in update);
        const [{ toolCallId } = { toolCallId: undefined }] = calls;
        expect(requests).toEqual([
          {
            sessionId,
            title: 'Water?',
            description: 'They are dry.',
            subject: { type: 'tool_call', toolCall: { toolCallId } },
            options: [
              { optionId: 'allow_once', name: 'Allow', kind: 'allow_once' },
              { optionId: 'allow_always', name: 'Always allow', kind: 'allow_always' },
              { optionId: 'reject_once', name: 'Reject', kind: 'reject_once' },
            ],
          },
        ]);
        expect(calls).toMatchObject([
          {
            sessionUpdate: 'tool_call_update',
            toolCallId,
            title: 'Water the roses',
            kind: 'execute',
            status: 'pending',
          },
          { sessionUpdate: 'tool_call_update', toolCallId, status: 'in_progress' },
          {
            sessionUpdate: 'tool_call_content_chunk',
            toolCallId,
            content: { type: 'content', content: text('splash') },
          },
          { sessionUpdate: 'tool_call_update', toolCallId, status: 'completed', rawOutput: { litres: 3 } },
        ]);
        expect(answers).toEqual(['allow_once']);
      },
    );

    test(
      verifies('TOOL-06', verifies('TOOL-22', 'is asked for a tool call that was reported with its title and name')),
      async () => {
        const { app } = water();
        const { session, updates } = await start(open(), app, answering({ outcome: 'cancelled' }));
        await session.prompt('water them');
        await untilIdle(session);
        const first = updates().find((update) => update.sessionUpdate === 'tool_call_update');
        expect(first).toMatchObject({ title: 'Water the roses', name: 'water' });
      },
    );

    test.each([
      ['rejected', { outcome: 'selected', optionId: 'reject_once' }],
      ['cancelled', { outcome: 'cancelled' }],
      ['answered with an option that was not offered', { outcome: 'selected', optionId: 'allow_for_ever' }],
      ['answered with an unknown outcome', { outcome: '_shrugged', shoulders: 2 }],
    ] as readonly (readonly [string, Outcome])[])(
      verifies('PERM-05', 'that is %s stops the tool call'),
      async (_, outcome) => {
        const { app, answers } = water();
        const { session, reports } = await start(open(), app, answering(outcome));
        await session.prompt('water them');
        const updates = await untilIdle(session);
        // Of an option that was not offered the program is told.
        const isOdd = outcome.outcome === 'selected' && outcome.optionId === 'allow_for_ever';
        expect(reports.splice(0)).toHaveLength(isOdd ? 1 : 0);
        expect(answers).toEqual([undefined]);
        expect(updates.filter((update) => 'toolCallId' in update).at(-1)).toMatchObject({ status: 'cancelled' });
        expect(updates.at(-1)).toMatchObject({ stopReason: 'end_turn' });
      },
    );

    test('that the client answers with -32800 counts as cancelled', async () => {
      const { app, answers } = water();
      const theirClient = official.client().onRequest('session/request_permission', () => {
        throw official.RequestError.requestCancelled();
      });
      const { session } = await start(open(), app, theirClient);
      await session.prompt('water them');
      expect((await untilIdle(session)).at(-1)).toMatchObject({ stopReason: 'end_turn' });
      expect(answers).toEqual([undefined]);
    });

    test(
      verifies('LIFE-06', verifies('LIFE-07', 'shows as requires_action until the last question is answered')),
      async () => {
        const waiting: (() => void)[] = [];
        const theirClient = official.client().onRequest(
          'session/request_permission',
          () =>
            new Promise((resolve) => {
              waiting.push(() => {
                resolve({ outcome: { outcome: 'cancelled' } });
              });
            }),
        );
        const { session, updates } = await start(
          open(),
          doing((turn) =>
            Promise.all([turn.requestPermission({ title: 'Dig?' }), turn.requestPermission({ title: 'Plant?' })]),
          ),
          theirClient,
        );
        await session.prompt('work');
        await settled();
        const states = (): unknown[] => updates().flatMap((update) => update['state'] ?? []);
        expect(states()).toEqual(['running', 'requires_action']);
        waiting[0]?.();
        await settled();
        expect(states()).toEqual(['running', 'requires_action']);
        waiting[1]?.();
        await untilIdle(session);
        expect(states()).toEqual(['running', 'requires_action', 'running', 'idle']);
      },
    );

    test(verifies('PERM-11', 'is not asked with two options of one id'), async () => {
      const requests: unknown[] = [];
      const option = { optionId: 'yes', name: 'Yes', kind: 'allow_once' } as const;
      const { session, reports } = await start(
        open(),
        doing((turn) =>
          turn.requestPermission({ title: 'Dig?', options: [option, { ...option, kind: 'reject_once' }] }),
        ),
        answering({ outcome: 'cancelled' }, requests),
      );
      await session.prompt('work');
      await untilIdle(session);
      expect(requests).toEqual([]);
      expect(reports.splice(0)).toMatchObject([{ kind: 'handler-failed', error: { name: 'TypeError' } }]);
    });

    test(verifies('PERM-09', 'can be about a command, or about nothing that is known'), async () => {
      const requests: unknown[] = [];
      const { session } = await start(
        open(),
        doing(async (turn) => {
          await turn.requestPermission({ title: 'Run?', subject: { command: 'make', cwd: '/garden' } });
          await turn.requestPermission({ title: 'Just so?' });
          await turn.requestPermission({ title: 'Paint?', subject: { type: '_colour', colour: 'green' } });
        }),
        answering({ outcome: 'cancelled' }, requests),
      );
      await session.prompt('work');
      await untilIdle(session);
      expect(requests).toMatchObject([
        { subject: { type: 'command', command: 'make', cwd: '/garden' } },
        { title: 'Just so?' },
        { subject: { type: '_colour', colour: 'green' } },
      ]);
    });
  });
});
