/** Our client with the official SDK's agent, on version 2: tool calls. */
import { describe, expect, test } from 'vitest';
import { CapabilityError } from '@acp-stack/sdk';
import { verifies } from '../../requirements/requirement.ts';
import { officialAgent } from '../official-agent.ts';
import { links } from '../official-stream.ts';
import { checkEachTest, failure, heard, start } from './setup.ts';

checkEachTest();

describe.each(links)('our client with the official agent, $name', ({ open }) => {
  describe('tool calls', () => {
    test(
      verifies('TOOL-05', verifies('TOOL-21', 'are patched field by field, and count as running in an unknown status')),
      async () => {
        const patches: object[] = [
          { title: 'Dig', status: 'in_progress', capabilities: { cancel: {} } },
          { kind: 'execute' },
          { status: '_resting' },
          { title: null, capabilities: null },
          { status: null },
        ];
        const seen: unknown[] = [];
        const { session } = await start(
          open(),
          officialAgent(async ({ say }) => {
            for (const patch of patches) {
              await say({ sessionUpdate: 'tool_call_update', toolCallId: 'dig', ...patch });
            }
          }),
        );
        session.onUpdate((update) => {
          if (update.sessionUpdate === 'tool_call_update') seen.push(session.toolCalls.get('dig'));
        });
        await session.prompt('dig');
        expect(seen).toMatchObject([
          { title: 'Dig', status: 'in_progress', canCancel: true },
          { title: 'Dig', status: 'in_progress', canCancel: true },
          { title: 'Dig', status: '_resting', canCancel: true },
          { title: undefined, status: '_resting', canCancel: false },
          { title: undefined, status: 'pending', canCancel: false },
        ]);
      },
    );

    test(
      verifies(
        'TOOL-14',
        verifies(
          'TOOL-18',
          verifies(
            'TOOL-19',
            verifies(
              'TOOL-20',
              'and terminals are cancelled where they offer it, and have ended when the agent says so',
            ),
          ),
        ),
      ),
      async () => {
        let stop = (): void => undefined;
        const theirAgent = officialAgent(
          ({ say }) =>
            new Promise<void>((resolve) => {
              stop = resolve;
              void say({ sessionUpdate: 'tool_call_update', toolCallId: 'plain', title: 'Plain' });
              void say({
                sessionUpdate: 'tool_call_update',
                toolCallId: 'long',
                title: 'Long',
                status: 'in_progress',
                capabilities: { cancel: {} },
                content: [{ type: 'terminal', terminalId: 'shell' }],
              });
              void say({ sessionUpdate: 'terminal_update', terminalId: 'bare', command: 'ls' });
              void say({
                sessionUpdate: 'terminal_update',
                terminalId: 'shell',
                command: 'sleep',
                capabilities: { cancel: {} },
              });
            }),
        )
          .onRequest('tool_call/cancel', async ({ params, client: peer }) => {
            const { sessionId, toolCallId } = params;
            await peer.notify('session/update', {
              sessionId,
              update: { sessionUpdate: 'tool_call_update', toolCallId, status: 'cancelled' },
            });
          })
          .onRequest('terminal/cancel', async ({ params, client: peer }) => {
            const { sessionId, terminalId } = params;
            await peer.notify('session/update', {
              sessionId,
              update: { sessionUpdate: 'terminal_update', terminalId, exitStatus: { signal: 'SIGTERM' } },
            });
          });
        const { session, sent } = await start(open(), theirAgent);
        const ready = heard(session, (update) => update['terminalId'] === 'shell');
        const run = session.prompt('work');
        await ready;
        const before = sent().length;
        for (const call of [
          session.cancelToolCall('plain'),
          session.cancelToolCall('unknown'),
          session.cancelTerminal('bare'),
        ]) {
          expect(await failure<CapabilityError>(call)).toBeInstanceOf(CapabilityError);
        }
        expect(sent()).toHaveLength(before);
        await session.cancelToolCall('long');
        expect(session.toolCalls.get('long')).toMatchObject({ status: 'cancelled', terminalIds: ['shell'] });
        await session.cancelTerminal('shell');
        expect(await failure<CapabilityError>(session.cancelTerminal('shell'))).toBeInstanceOf(CapabilityError);
        stop();
        await run;
      },
    );
  });
});
