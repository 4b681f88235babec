/** Our client with the official SDK's agent, on version 2: prompts. */
import * as official from '@agentclientprotocol/sdk/experimental/v2/unstable';
import { describe, expect, test } from 'vitest';
import { settled } from '@acp-stack/testing';
import { verifies } from '../../requirements/requirement.ts';
import { officialAgent, theirInfo, untilAborted } from '../official-agent.ts';
import { links } from '../official-stream.ts';
import { checkEachTest, collect, failure, heard, kindsOf, start } from './setup.ts';

checkEachTest();

describe.each(links)('our client with the official agent, $name', ({ open }) => {
  describe('a prompt', () => {
    test(verifies('LIFE-09', 'is over when the agent says idle, not when it answers'), async () => {
      let finish = (): void => undefined;
      const { session } = await start(
        open(),
        officialAgent(() => new Promise<void>((resolve) => (finish = resolve))),
      );
      const run = session.prompt('hello');
      let isOver = false;
      void run.then(() => (isOver = true));
      await settled();
      expect(run.messageId).toBe('message-2');
      expect([isOver, session.isBusy, session.state.state]).toEqual([false, true, 'running']);
      finish();
      await expect(run).resolves.toEqual({ kind: 'ended', stopReason: 'end_turn', messageId: 'message-2' });
      expect(session.isBusy).toBe(false);
    });

    test('streams everything that the agent says, in order', async () => {
      const { session } = await start(
        open(),
        officialAgent(async ({ say, text: speak }) => {
          await say({ sessionUpdate: 'agent_thought_chunk', messageId: 't', content: { type: 'text', text: 'Hm.' } });
          for (let index = 0; index < 200; index += 1) await speak(`${index} `);
        }),
      );
      const run = session.prompt('count');
      const updates = await collect(run);
      expect(kindsOf(updates).slice(0, 3)).toEqual(['user_message', 'running', 'agent_thought_chunk']);
      const words = updates.flatMap(({ sessionUpdate, content }) =>
        sessionUpdate === 'agent_message_chunk' ? [(content as { text: string }).text] : [],
      );
      expect(words).toEqual(Array.from({ length: 200 }, (_, index) => `${index} `));
      expect(updates.at(-1)).toMatchObject({ state: 'idle' });
      await expect(run).resolves.toMatchObject({ stopReason: 'end_turn' });
    });

    test('without awaiting, sent at once by the agent, arrives whole and in order as well', async () => {
      const { session } = await start(
        open(),
        officialAgent(({ text: speak }) => {
          for (let index = 0; index < 2000; index += 1) void speak(String(index));
        }),
      );
      const updates = await collect(session.prompt('count'));
      expect(updates.filter((update) => update.sessionUpdate === 'agent_message_chunk')).toHaveLength(2000);
    });

    test(verifies('LIFE-21', 'ends with usage, and with the error of work that failed'), async () => {
      const usage = { inputTokens: 7, outputTokens: 5, totalTokens: 12 };
      const { session } = await start(
        open(),
        officialAgent(async ({ say, words }) => {
          if (words === 'fail') throw new Error('no');
          await say({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'max_tokens', usage });
        }),
      );
      await expect(session.prompt('use')).resolves.toMatchObject({ kind: 'ended', stopReason: 'max_tokens', usage });
      await settled();
      await expect(session.prompt('fail')).resolves.toMatchObject({
        kind: 'ended',
        stopReason: 'error',
        error: { code: -32_603, message: 'The work failed.' },
      });
    });

    test(verifies('LIFE-10', 'is not ended by a snapshot that repeats an earlier end'), async () => {
      let finish = (): void => undefined;
      const idle = { sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' } as const;
      const { session, theirs } = await start(
        open(),
        officialAgent(({ words }) =>
          words === 'first' ? undefined : new Promise<void>((resolve) => (finish = resolve)),
        ),
      );
      await session.prompt('first');
      const run = session.prompt('second');
      let isOver = false;
      void run.then(() => (isOver = true));
      // The snapshot reaches us before the agent has heard of the prompt.
      await theirs.client.notify('session/update', { sessionId: session.id, update: idle });
      await settled();
      expect(isOver).toBe(false);
      finish();
      await expect(run).resolves.toMatchObject({ messageId: 'message-3' });
    });

    test(verifies('LIFE-12', 'that the agent holds is over when its own work is'), async () => {
      const finish: (() => void)[] = [];
      let before: Promise<unknown> = Promise.resolve();
      let count = 0;
      const theirAgent = official
        .agent()
        .onRequest('initialize', () => ({ protocolVersion: 2, info: theirInfo, capabilities: { session: {} } }))
        .onRequest('session/new', () => ({ sessionId: 's' }))
        .onRequest('session/prompt', async ({ params: { sessionId, prompt }, client: peer }) => {
          const say = (update: official.SessionUpdate): Promise<void> =>
            peer.notify('session/update', { sessionId, update });
          const turn = before;
          let release = (): void => undefined;
          before = new Promise<void>((resolve) => (release = resolve));
          await turn;
          count += 1;
          const messageId = `m${count}`;
          await say({ sessionUpdate: 'user_message', messageId, content: prompt });
          await say({ sessionUpdate: 'state_update', state: 'running' });
          finish.push(() => {
            void say({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' }).then(release);
          });
          return { messageId };
        });
      const { session } = await start(open(), theirAgent);
      const [first, second] = [session.prompt('first'), session.prompt('second')];
      const over: unknown[] = [];
      void first.then(({ messageId }) => over.push(messageId));
      void second.then(({ messageId }) => over.push(messageId));
      await settled();
      expect([first.messageId, second.messageId, over]).toEqual(['m1', undefined, []]);
      finish[0]?.();
      await settled();
      expect([first.messageId, second.messageId, over]).toEqual(['m1', 'm2', ['m1']]);
      finish[1]?.();
      await settled();
      expect(over).toEqual(['m1', 'm2']);
      expect(kindsOf(await collect(second))).toEqual(['user_message', 'running', 'idle']);
    });

    test('of an agent that does not say which message it became takes the id of the echo', async () => {
      const theirAgent = official
        .agent()
        .onRequest('initialize', () => ({ protocolVersion: 2, info: theirInfo, capabilities: { session: {} } }))
        .onRequest('session/new', () => ({ sessionId: 's' }))
        .onRequest('session/prompt', async ({ params: { sessionId, prompt }, client: peer }) => {
          const say = (update: official.SessionUpdate): Promise<void> =>
            peer.notify('session/update', { sessionId, update });
          await say({ sessionUpdate: 'user_message', messageId: 'echoed', content: prompt });
          await say({ sessionUpdate: 'state_update', state: 'running' });
          await say({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' });
          return {} as official.PromptResponse;
        });
      const { session } = await start(open(), theirAgent);
      await expect(session.prompt('hello')).resolves.toEqual({
        kind: 'ended',
        stopReason: 'end_turn',
        messageId: 'echoed',
      });
    });

    test('of an agent that works before it answers, and does not echo it, is over when no echo follows that work', async () => {
      const theirAgent = official
        .agent()
        .onRequest('initialize', () => ({ protocolVersion: 2, info: theirInfo, capabilities: { session: {} } }))
        .onRequest('session/new', () => ({ sessionId: 's' }))
        .onRequest('session/prompt', async ({ params: { sessionId }, client: peer }) => {
          const say = (update: official.SessionUpdate): Promise<void> =>
            peer.notify('session/update', { sessionId, update });
          await say({ sessionUpdate: 'state_update', state: 'running' });
          await say({ sessionUpdate: 'agent_message_chunk', messageId: 'r', content: { type: 'text', text: 'Roses' } });
          await say({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' });
          return { messageId: 'm' };
        });
      const { session, clock } = await start(open(), theirAgent);
      let outcome: unknown;
      void session.prompt('hello').then(
        (ended) => (outcome = ended),
        () => undefined,
      );
      await clock.advance(999);
      expect(outcome).toBeUndefined();
      await clock.advance(1);
      expect(outcome).toEqual({ kind: 'ended', stopReason: 'end_turn', messageId: 'm' });
    });

    test(verifies('LIFE-16', 'is not needed for the agent to work'), async () => {
      const { session, theirs } = await start(open(), officialAgent());
      const say = async (update: official.SessionUpdate): Promise<void> => {
        const told = heard(session, () => true);
        await theirs.client.notify('session/update', { sessionId: session.id, update });
        await told;
      };
      await say({ sessionUpdate: 'state_update', state: 'running' });
      expect(session.isBusy).toBe(true);
      await say({ sessionUpdate: 'state_update', state: 'requires_action' });
      expect(session.isBusy).toBe(true);
      await say({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' });
      expect(session.isBusy).toBe(false);
      await expect(session.prompt('hello')).resolves.toMatchObject({ messageId: 'message-2' });
    });

    test(verifies('LIFE-14', 'is never empty'), async () => {
      const { session, sent } = await start(open(), officialAgent());
      const before = sent().length;
      await expect(session.prompt([])).rejects.toThrow('at least one');
      expect(sent()).toHaveLength(before);
    });

    test(verifies('LIFE-15', 'leaves the session busy in an unknown state'), async () => {
      const { session } = await start(
        open(),
        officialAgent(async ({ say, signal }) => {
          await say({ sessionUpdate: 'state_update', state: '_pondering' } as unknown as official.SessionUpdate);
          await untilAborted(signal);
        }),
      );
      const run = session.prompt('think');
      await heard(session, (update) => update['state'] === '_pondering');
      expect(session.isBusy).toBe(true);
      session.cancel();
      await expect(run).resolves.toMatchObject({ stopReason: 'cancelled' });
    });

    test(verifies('LIFE-08', 'that is over leaves the session idle while background updates arrive'), async () => {
      const { session, theirs } = await start(open(), officialAgent());
      await session.prompt('hello');
      const late = heard(session, (update) => update.sessionUpdate === 'agent_message_chunk');
      const { client: peer } = theirs;
      const sessionId = session.id;
      await peer.notify('session/update', {
        sessionId,
        update: { sessionUpdate: 'tool_call_update', toolCallId: 'late', title: 'Compost', status: 'in_progress' },
      });
      await peer.notify('session/update', {
        sessionId,
        update: { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: { type: 'text', text: 'By the way' } },
      });
      await late;
      expect([session.isBusy, session.toolCalls.get('late')?.status]).toEqual([false, 'in_progress']);
    });

    test(verifies('LIFE-19', 'tells apart no background work, none reported, and some'), async () => {
      const { session, theirs, reports } = await start(open(), officialAgent());
      const seen: unknown[] = [];
      for (const background of [undefined, [], [{ type: 'tool_call', toolCallId: 't' }], null, 'lots']) {
        const told = heard(session, (update) => update.sessionUpdate === 'state_update');
        const update = {
          sessionUpdate: 'state_update',
          state: 'idle',
          ...(background === undefined ? {} : { background }),
        };
        await theirs.client.notify('session/update', {
          sessionId: session.id,
          update: update as official.SessionUpdate,
        });
        await told;
        seen.push(session.background);
      }
      expect(seen).toEqual([undefined, [], [{ type: 'tool_call', toolCallId: 't' }], undefined, undefined]);
      expect(reports.splice(0)).toMatchObject([{ kind: 'repaired', repairs: [{ path: '/update/background' }] }]);
    });

    test('that is refused rejects with the error of the agent', async () => {
      const theirAgent = official
        .agent()
        .onRequest('initialize', () => ({ protocolVersion: 2, info: theirInfo, capabilities: { session: {} } }))
        .onRequest('session/new', () => ({ sessionId: 's' }))
        .onRequest('session/prompt', ({ params }) => {
          throw official.RequestError.sessionNotFound(params.sessionId);
        });
      const { session } = await start(open(), theirAgent);
      const run = session.prompt('hello');
      expect(await failure(run)).toMatchObject({ code: -32_002, data: { sessionId: 's' } });
      await expect(collect(run)).rejects.toMatchObject({ code: -32_002 });
    });
  });
});
