/** Our agent with the official SDK's client, on version 2: tool calls. */
import * as official from '@agentclientprotocol/sdk/experimental/v2/unstable';
import { describe, expect, test } from 'vitest';
import { text, type Turn } from '@acp-stack/sdk';
import { verifies } from '../../requirements/requirement.ts';
import { links } from '../official-stream.ts';
import { checkEachTest, doing, failure, start, untilIdle, untilUpdate } from './setup.ts';

checkEachTest();

describe.each(links)('our agent with the official client, $name', ({ open }) => {
  describe('tool calls', () => {
    test(
      verifies('TOOL-02', verifies('TOOL-07', 'have ids of their own, and content that grows and is replaced')),
      async () => {
        const { session } = await start(
          open(),
          doing((turn) => {
            const first = turn.toolCall({ title: 'Dig', kind: 'execute' });
            turn.toolCall({ title: 'Dig', kind: 'execute' });
            void first.append('one');
            void first.append(text('two'));
            void first.update({ content: [{ type: 'content', content: text('both') }] });
            void first.append('three');
          }),
        );
        await session.prompt('work');
        const updates = await untilIdle(session);
        const ids = new Set(updates.flatMap((update) => update['toolCallId'] ?? []));
        expect(ids.size).toBe(2);
        const [first] = ids;
        expect(updates.filter((update) => update['toolCallId'] === first).slice(1)).toEqual([
          {
            sessionUpdate: 'tool_call_content_chunk',
            toolCallId: first,
            content: { type: 'content', content: text('one') },
          },
          {
            sessionUpdate: 'tool_call_content_chunk',
            toolCallId: first,
            content: { type: 'content', content: text('two') },
          },
          {
            sessionUpdate: 'tool_call_update',
            toolCallId: first,
            content: [{ type: 'content', content: text('both') }],
          },
          {
            sessionUpdate: 'tool_call_content_chunk',
            toolCallId: first,
            content: { type: 'content', content: text('three') },
          },
        ]);
      },
    );

    test(verifies('TOOL-08', 'say that they failed'), async () => {
      const { session, updates } = await start(
        open(),
        doing(async (turn) => {
          const call = turn.toolCall({ title: 'Dig', kind: 'execute' });
          await call.start();
          await call.fail({ rawOutput: { stone: true } });
        }),
      );
      await session.prompt('work');
      await untilIdle(session);
      const statuses = updates().flatMap((update) => update['status'] ?? []);
      expect(statuses).toEqual(['pending', 'in_progress', 'failed']);
    });

    test(
      verifies(
        'TOOL-11',
        verifies('TOOL-12', verifies('TOOL-23', 'show changes of files and the places they work on')),
      ),
      async () => {
        const { session } = await start(
          open(),
          doing((turn) => {
            const call = turn.toolCall({ title: 'Move', kind: 'move' });
            void call.at({ path: '/garden/plan.md', line: 1 });
            void call.diff(
              [{ operation: 'move', oldPath: '/garden/plan.md', path: '/garden/old.md', fileType: 'text' }],
              'diff --git a/garden/plan.md b/garden/old.md\nrename from garden/plan.md\nrename to garden/old.md\n',
            );
          }),
        );
        await session.prompt('work');
        const updates = await untilIdle(session);
        expect(updates.slice(3, -1)).toMatchObject([
          { locations: [{ path: '/garden/plan.md', line: 1 }] },
          {
            content: {
              type: 'diff',
              changes: [{ operation: 'move', oldPath: '/garden/plan.md', path: '/garden/old.md' }],
              patch: { format: 'git_patch', text: expect.stringMatching(/^diff --git /u) as string },
            },
          },
        ]);
      },
    );

    test(verifies('GEN-04', verifies('TOOL-23', 'are not reported with paths that are not absolute')), async () => {
      const attempts: ((turn: Turn) => Promise<unknown>)[] = [
        (turn) => turn.toolCall({ title: 'Read' }).at({ path: 'plan.md' }),
        (turn) => turn.toolCall({ title: 'Edit' }).diff([{ operation: 'modify', path: 'plan.md', fileType: 'text' }]),
        (turn) => turn.requestPermission({ title: 'Run?', subject: { command: 'make', cwd: 'garden' } }),
        (turn) => turn.update({ sessionUpdate: 'terminal_update', terminalId: 't', cwd: 'garden' }),
      ];
      const errors: unknown[] = [];
      const { session, reports } = await start(
        open(),
        doing(async (turn) => {
          for (const attempt of attempts) await attempt(turn).catch((error: unknown) => errors.push(error));
        }),
        official.client().onRequest('session/request_permission', () => ({ outcome: { outcome: 'cancelled' } })),
      );
      await session.prompt('work');
      await untilIdle(session);
      expect(errors.map((error) => error instanceof TypeError)).toEqual([true, true, true, true]);
      // Updates need not be awaited, so what becomes of them is also reported.
      expect(reports.splice(0)).toMatchObject([0, 1, 3].map((index) => ({ error: errors[index] })));
    });

    test(verifies('TOOL-16', verifies('TOOL-17', 'show terminals, byte by byte, until they have exited')), async () => {
      const { session } = await start(
        open(),
        doing((turn) => {
          const terminal = turn.terminal({ command: 'make', cwd: '/garden', size: { cols: 80, rows: 24 } });
          turn.toolCall({ title: 'Build', content: [terminal.content] });
          void terminal.write('grün'.slice(0, 2));
          void terminal.write(new Uint8Array([0xc3]));
          void terminal.write(new Uint8Array([0xbc]));
          void terminal.write('n\n');
          void terminal.exit({ exitCode: 2 });
        }),
      );
      await session.prompt('work');
      const updates = await untilIdle(session);
      const bytes = updates.flatMap(({ sessionUpdate, data }) =>
        sessionUpdate === 'terminal_output_chunk' ? [...Buffer.from(String(data), 'base64')] : [],
      );
      expect(Buffer.from(bytes).toString('utf8')).toBe('grün\n');
      const terminals = updates.filter((update) => update.sessionUpdate === 'terminal_update');
      expect(terminals).toMatchObject([{ command: 'make', cwd: '/garden' }, { exitStatus: { exitCode: 2 } }]);
      const [{ terminalId } = { terminalId: undefined }] = terminals;
      expect(updates.find((update) => update['title'] === 'Build')).toMatchObject({
        content: [{ type: 'terminal', terminalId }],
      });
    });

    test(verifies('TOOL-15', 'and terminals never share an id'), async () => {
      const { session, updates } = await start(
        open(),
        doing((turn) => {
          for (let index = 0; index < 3; index += 1) {
            turn.toolCall({ title: 'Build', content: [turn.terminal({ command: 'make' }).content] });
          }
        }),
      );
      await session.prompt('work');
      await untilIdle(session);
      await session.prompt('work');
      await untilIdle(session);
      const ids = updates().flatMap((update) => update['terminalId'] ?? update['toolCallId'] ?? []);
      expect(ids).toHaveLength(12);
      expect(new Set(ids).size).toBe(12);
    });

    test(
      verifies('TOOL-19', verifies('TOOL-20', 'and terminals are cancelled one by one where they offer it')),
      async () => {
        const { session, peer, sessionId } = await start(
          open(),
          doing(
            (turn) =>
              new Promise<void>((resolve) => {
                turn.toolCall({ toolCallId: 'plain', title: 'Plain' });
                void turn.toolCall({ toolCallId: 'done', title: 'Done', onCancel: () => undefined }).complete();
                const terminal = turn.terminal({
                  command: 'sleep',
                  onCancel: () => {
                    void terminal.exit({ signal: 'SIGTERM' });
                    resolve();
                  },
                });
                const call = turn.toolCall({
                  toolCallId: 'long',
                  title: 'Long',
                  onCancel: () => {
                    queueMicrotask(() => void call.cancel());
                  },
                });
              }),
          ),
        );
        await session.prompt('work');
        const { terminalId } = await untilUpdate(session, (update) => update.sessionUpdate === 'terminal_update');
        await untilUpdate(session, (update) => update['toolCallId'] === 'long');
        expect([session.canCancelToolCall('long'), session.canCancelToolCall('plain')]).toEqual([true, false]);
        for (const toolCallId of ['plain', 'done', 'unknown']) {
          expect((await failure(peer.request('tool_call/cancel', { sessionId, toolCallId }))).code).toBe(-32_602);
        }
        await expect(session.cancelToolCall('long')).resolves.toEqual({});
        expect(await untilUpdate(session, (update) => update['toolCallId'] === 'long')).toMatchObject({
          status: 'cancelled',
        });
        await expect(session.cancelTerminal(terminalId as string)).resolves.toEqual({});
        expect(await untilUpdate(session, (update) => update['terminalId'] === terminalId)).toMatchObject({
          exitStatus: { signal: 'SIGTERM' },
        });
        const gone = peer.request('terminal/cancel', { sessionId, terminalId: terminalId as string });
        expect((await failure(gone)).code).toBe(-32_602);
      },
    );
  });
});
