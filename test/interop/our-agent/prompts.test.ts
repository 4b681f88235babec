/** Our agent with the official SDK's client, on version 2: prompts. */
import { describe, expect, test } from 'vitest';
import { agent, text, type AgentSession } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';
import { verifies } from '../../requirements/requirement.ts';
import { links } from '../official-stream.ts';
import { checkEachTest, doing, failure, hello, info, kindsOf, start, untilIdle, untilUpdate } from './setup.ts';

checkEachTest();

describe.each(links)('our agent with the official client, $name', ({ open }) => {
  describe('a prompt', () => {
    test(
      verifies(
        'LIFE-01',
        verifies(
          'LIFE-02',
          verifies('LIFE-03', 'is answered when it was inserted, with the id of the message that is echoed'),
        ),
      ),
      async () => {
        let finish = (): void => undefined;
        const { session, sent } = await start(
          open(),
          doing(() => new Promise<void>((resolve) => (finish = resolve))),
        );
        const { messageId } = await session.prompt('hello');
        expect(await untilUpdate(session, (update) => update.sessionUpdate === 'user_message')).toMatchObject({
          messageId,
          content: hello,
        });
        await settled();
        expect(sent().filter((message) => message.params?.['update'] !== undefined)).toHaveLength(2);
        finish();
        await untilIdle(session);
      },
    );

    test(verifies('LIFE-04', verifies('LIFE-05', 'reports when work starts, and how it ended')), async () => {
      const { session } = await start(
        open(),
        doing((turn) => turn.message.append('Roses.')),
      );
      await session.prompt('hello');
      const updates = await untilIdle(session);
      expect(kindsOf(updates)).toEqual(['user_message', 'running', 'agent_message_chunk', 'idle']);
      expect(updates.at(-1)).toMatchObject({ stopReason: 'end_turn' });
    });

    test.each(['max_tokens', 'max_turn_requests', 'refusal'] as const)(
      'ends with %s when the agent says so',
      async (reason) => {
        const { session } = await start(
          open(),
          agent(info).onPrompt(() => reason),
        );
        await session.prompt('hello');
        expect((await untilIdle(session)).at(-1)).toMatchObject({ stopReason: reason });
      },
    );

    test(verifies('TURN-06', 'streams text and thoughts as messages with ids of their own'), async () => {
      const { session } = await start(
        open(),
        doing((turn) => {
          void turn.thought.append('They like ');
          void turn.message.append('Roses ');
          void turn.thought.append('roses.');
          void turn.message.append('and tulips.');
          void turn.newMessage().append('Anything else?');
        }),
      );
      await session.prompt('hello');
      const updates = await untilIdle(session);
      const chunks = updates.filter(({ sessionUpdate }) => sessionUpdate.endsWith('_chunk'));
      expect(chunks.map((chunk) => chunk.sessionUpdate)).toEqual([
        'agent_thought_chunk',
        'agent_message_chunk',
        'agent_thought_chunk',
        'agent_message_chunk',
        'agent_message_chunk',
      ]);
      const [thought, first, sameThought, same, second] = chunks.map((chunk) => chunk['messageId']);
      expect([sameThought, same]).toEqual([thought, first]);
      const user = updates.find((update) => update.sessionUpdate === 'user_message')?.['messageId'];
      expect(new Set([user, thought, first, second]).size).toBe(4);
    });

    test(verifies('LIFE-17', 'replaces a whole message, and goes on from there'), async () => {
      const { session } = await start(
        open(),
        doing((turn) => {
          void turn.message.append('Rosse');
          void turn.message.replace('Roses');
          void turn.message.append(' and tulips');
        }),
      );
      await session.prompt('hello');
      await expect(session.readTextUntilIdle()).resolves.toBe('Roses and tulips');
    });

    test(verifies('INIT-17', 'may hold text and links'), async () => {
      const prompts: unknown[] = [];
      const { session } = await start(
        open(),
        doing((turn) => void prompts.push(turn.prompt)),
      );
      const blocks = [...hello, { type: 'resource_link' as const, uri: 'file:///garden/plan.md', name: 'plan.md' }];
      await session.prompt(blocks);
      await untilIdle(session);
      expect(prompts).toEqual([blocks]);
    });

    test(verifies('LIFE-13', 'with content that the agent does not take is refused and leaves no trace'), async () => {
      const { session, updates } = await start(
        open(),
        doing(() => undefined),
      );
      const image = { type: 'image' as const, data: 'AAAA', mimeType: 'image/png' };
      const { code, data } = await failure(session.prompt([...hello, image]));
      expect({ code, data }).toEqual({ code: -32_602, data: { type: 'image' } });
      expect(updates()).toEqual([]);
    });

    test(
      verifies('LIFE-11', 'that fails later was accepted all the same, and ends with an error that tells no secret'),
      async () => {
        const { session, reports } = await start(
          open(),
          doing(() => {
            throw new Error('the password is hunter2');
          }),
        );
        await expect(session.prompt('hello')).resolves.toMatchObject({ messageId: expect.any(String) as string });
        expect((await untilIdle(session)).at(-1)).toEqual({
          sessionUpdate: 'state_update',
          state: 'idle',
          stopReason: 'error',
          error: { code: -32_603, message: 'Internal error' },
        });
        expect(reports.splice(0)).toMatchObject([
          { kind: 'handler-failed', method: 'session/prompt', error: { message: 'the password is hunter2' } },
        ]);
        const unheard = await failure(session.prompt([{ type: 'audio', data: 'AAAA', mimeType: 'audio/wav' }]));
        expect(unheard.code).toBe(-32_602);
      },
    );

    test(verifies('LIFE-12', 'while another is worked on waits, and is inserted in its turn'), async () => {
      const finish: (() => void)[] = [];
      const { session, updates } = await start(
        open(),
        doing(() => new Promise<void>((resolve) => void finish.push(resolve))),
      );
      const inserted: string[] = [];
      const prompt = async (words: string): Promise<void> => {
        await session.prompt(words);
        inserted.push(words);
      };
      const all = [prompt('first'), prompt('second'), prompt('third')];
      await settled();
      expect(inserted).toEqual(['first']);
      finish[0]?.();
      await untilUpdate(session, (update) => update['state'] === 'idle');
      await settled();
      expect(inserted).toEqual(['first', 'second']);
      finish[1]?.();
      await settled();
      finish[2]?.();
      await Promise.all(all);
      await settled();
      const words = updates().flatMap(({ sessionUpdate, content }) =>
        sessionUpdate === 'user_message' ? [content] : [],
      );
      expect(words).toEqual(['first', 'second', 'third'].map((each) => [text(each)]));
    });

    test(verifies('LIFE-08', 'leaves the session idle while background updates arrive'), async () => {
      let session: AgentSession | undefined;
      const { session: theirSession, updates } = await start(
        open(),
        doing((turn) => {
          ({ session } = turn);
        }),
      );
      await theirSession.prompt('hello');
      await untilIdle(theirSession);
      const before = updates().length;
      await session?.update({
        sessionUpdate: 'tool_call_update',
        toolCallId: 'late',
        title: 'Compost',
        status: 'in_progress',
      });
      await session?.update({ sessionUpdate: 'agent_message_chunk', messageId: 'm', content: text('By the way') });
      await untilUpdate(theirSession, (update) => update.sessionUpdate === 'agent_message_chunk');
      expect(kindsOf(updates().slice(before))).toEqual(['tool_call_update', 'agent_message_chunk']);
      expect(session?.stateSnapshot).toMatchObject({ state: 'idle' });
    });
  });
});
