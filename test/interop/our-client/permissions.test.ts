/** Our client with the official SDK's agent, on version 2: permissions. */
import type * as official from '@agentclientprotocol/sdk/experimental/v2/unstable';
import { describe, expect, test } from 'vitest';
import { client, type PermissionHandler } from '@acp-stack/sdk';
import { verifies } from '../../requirements/requirement.ts';
import { officialAgent, type TheirTurn } from '../official-agent.ts';
import { links } from '../official-stream.ts';
import { checkEachTest, info, options, start } from './setup.ts';

checkEachTest();

describe.each(links)('our client with the official agent, $name', ({ open }) => {
  describe('permission', () => {
    const asking = (
      outcomes: unknown[],
      subject?: (turn: TheirTurn) => official.RequestPermissionSubject,
    ): official.AgentApp =>
      officialAgent(async (turn) => {
        const { client: peer, sessionId, say } = turn;
        await say({ sessionUpdate: 'tool_call_update', toolCallId: 'water', title: 'Water', status: 'pending' });
        const { outcome } = await peer.request('session/request_permission', {
          sessionId,
          title: 'Water the roses?',
          description: 'They are dry.',
          options,
          subject: subject?.(turn) ?? { type: 'tool_call', toolCall: { toolCallId: 'water', kind: 'execute' } },
        });
        outcomes.push(outcome);
        const isAllowed = outcome.outcome === 'selected' && outcome['optionId'] === 'yes';
        await say({
          sessionUpdate: 'tool_call_update',
          toolCallId: 'water',
          status: isAllowed ? 'completed' : 'cancelled',
        });
      });

    test.each([
      ['given', () => 'yes', { outcome: 'selected', optionId: 'yes' }],
      ['rejected', () => 'no', { outcome: 'selected', optionId: 'no' }],
      ['dismissed', () => 'cancelled', { outcome: 'cancelled' }],
      [
        'answered in full',
        () => ({ outcome: 'selected', optionId: 'yes' }) as const,
        { outcome: 'selected', optionId: 'yes' },
      ],
    ] as readonly (readonly [string, PermissionHandler, object])[])(
      verifies('PERM-02', verifies('PERM-03', 'that is %s is answered so')),
      async (_, handler, outcome) => {
        const outcomes: unknown[] = [];
        const { session } = await start(open(), asking(outcomes), client(info).onPermission(handler));
        await session.prompt('water them');
        expect(outcomes).toEqual([outcome]);
        expect(session.toolCalls.get('water')?.status).toBe(
          'optionId' in outcome && outcome.optionId === 'yes' ? 'completed' : 'cancelled',
        );
      },
    );

    test('that is not decided is cancelled', async () => {
      const outcomes: unknown[] = [];
      const { session } = await start(open(), asking(outcomes));
      await session.prompt('water them');
      expect(outcomes).toEqual([{ outcome: 'cancelled' }]);
    });

    test(
      verifies('PERM-05', 'is never given by an option that was not offered, or by a handler that fails'),
      async () => {
        const outcomes: unknown[] = [];
        const { session, reports } = await start(
          open(),
          asking(outcomes),
          client(info).onPermission(() => 'for ever'),
        );
        await session.prompt('water them');
        session.onPermission(() => {
          throw new Error('no pencil');
        });
        await session.prompt('water them');
        expect(outcomes).toEqual([{ outcome: 'cancelled' }, { outcome: 'cancelled' }]);
        expect(reports.splice(0)).toMatchObject([
          { kind: 'option-not-offered', optionId: 'for ever' },
          { kind: 'handler-failed', method: 'session/request_permission' },
        ]);
      },
    );

    test(
      verifies(
        'PERM-07',
        verifies('PERM-08', 'applies its subject before it is asked, and leaves the title of the tool call alone'),
      ),
      async () => {
        const seen: unknown[] = [];
        const { session } = await start(
          open(),
          asking([], () => ({
            type: 'tool_call',
            toolCall: { toolCallId: 'fresh', title: 'Fetch water', status: 'pending' },
          })),
          client(info).onPermission((request, { session: asked }) => {
            seen.push([request.title, asked?.toolCalls.get('fresh')?.title, asked?.toolCalls.get('water')?.title]);
            return 'yes';
          }),
        );
        await session.prompt('water them');
        expect(seen).toEqual([['Water the roses?', 'Fetch water', 'Water']]);
        expect(session.toolCalls.get('fresh')?.title).toBe('Fetch water');
      },
    );

    test(verifies('PERM-10', 'can be about a command, about nothing, or about something unknown'), async () => {
      const subjects: unknown[] = [];
      const each: (official.RequestPermissionSubject | null)[] = [
        { type: 'command', command: 'make', cwd: '/garden' },
        null,
        { type: '_colour', colour: 'green' } as unknown as official.RequestPermissionSubject,
        { type: 'dig', depth: 3 } as unknown as official.RequestPermissionSubject,
      ];
      const { session } = await start(
        open(),
        officialAgent(async ({ client: peer, sessionId }) => {
          for (const subject of each) {
            await peer.request('session/request_permission', { sessionId, title: 'May I?', options, subject });
          }
        }),
        client(info).onPermission((request) => {
          subjects.push(request.subject);
          return 'no';
        }),
      );
      await session.prompt('work');
      expect(subjects).toEqual(each);
    });
  });
});
