/** The rules about prompts and the state of a session, proved on the wire. */
import type { AgentSession, ClientSession, PromptRun } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';
import { describe, expect } from 'vitest';

import { isOver, now, working, type ClientUnderTest, type ProgramFixture } from './program-fixture.ts';
import type { WireTester } from './wire-tester.ts';
import { provesOnWire } from './wire-proof.ts';

const image = { type: 'image', data: 'aGk=', mimeType: 'image/png' };
const cancelled = { outcome: { outcome: 'cancelled' } };

/** An agent whose prompt was taken in, and what it answered. */
async function prompted(tester: WireTester): Promise<{ sessionId: string; messageId: unknown }> {
  const sessionId = await tester.open();
  const { result } = await tester.prompt(sessionId);
  return { sessionId, messageId: result?.['messageId'] };
}

/** A client with a session and a prompt that the tester has not answered yet. */
async function asking(
  fixture: ProgramFixture,
): Promise<Pick<ClientUnderTest, 'tester' | 'heard'> & { session: ClientSession; run: PromptRun }> {
  const { tester, heard, open } = await fixture.client();
  const session = await open();
  const run = session.prompt('hello');
  await settled();
  return { tester, heard, session, run };
}

describe('a prompt', () => {
  provesOnWire('LIFE-01', {
    agent: async (fixture) => {
      const tester = fixture.agent(working);
      await prompted(tester);
      expect(tester.states).toEqual(['running']);
    },
  });

  provesOnWire('LIFE-02', {
    agent: async (fixture) => {
      const { messageId } = await prompted(fixture.agent());
      expect(messageId).toEqual(expect.stringMatching(/./u));
    },
  });

  provesOnWire('LIFE-03', {
    agent: async (fixture) => {
      const tester = fixture.agent();
      const { messageId } = await prompted(tester);
      const echoes = tester.updates('user_message', 'user_message_chunk');
      expect(echoes.map((echo) => echo['messageId'])).toEqual([messageId]);
      expect([echoes[0]?.['content']].flat()).toEqual([{ type: 'text', text: 'hello' }]);
    },
  });

  provesOnWire('LIFE-11', {
    agent: async (fixture) => {
      const tester = fixture.agent(() => {
        throw new Error('the model is gone');
      });
      const { sessionId, messageId } = await prompted(tester);
      expect(messageId).toBeDefined();
      expect(tester.updates('state_update').at(-1)).toMatchObject({ state: 'idle', stopReason: 'error' });
      expect(await tester.prompt('unknown')).toHaveProperty('error');
      expect(await tester.prompt(sessionId)).toHaveProperty('result');
    },
  });

  provesOnWire('LIFE-12', {
    agent: async (fixture) => {
      const ends: (() => void)[] = [];
      const tester = fixture.agent(() => new Promise<void>((resolve) => void ends.push(resolve)));
      const { sessionId } = await prompted(tester);
      const held = [await tester.beginPrompt(sessionId), await tester.beginPrompt(sessionId)];
      for (let turn = 0; turn < 3; turn += 1) {
        ends.shift()?.();
        await settled();
      }
      const inserted = held.map((id) => tester.answerTo(id, 'a held prompt').result?.['messageId']);
      const echoed = tester.updates('user_message').map((update) => update['messageId']);
      expect(echoed.slice(1)).toEqual(inserted);
      expect(new Set(echoed).size).toBe(3);
    },
  });

  provesOnWire('LIFE-13', {
    agent: async (fixture) => {
      const tester = fixture.agent();
      const sessionId = await tester.open();
      for (const block of [image, { type: '_hologram', beams: 3 }]) {
        expect((await tester.prompt(sessionId, [{ type: 'text', text: 'Look' }, block])).error?.code).toBe(-32_602);
      }
      expect(tester.updates()).toEqual([]);
    },
  });

  provesOnWire('LIFE-14', {
    client: async (fixture) => {
      const { tester, session } = await asking(fixture);
      await isOver(session.prompt([]));
      const prompts = tester.all('session/prompt').map(({ params }) => params?.['prompt']);
      expect(prompts).toEqual([[{ type: 'text', text: 'hello' }]]);
    },
  });
});

describe('the state', () => {
  provesOnWire('LIFE-04', {
    agent: async (fixture) => {
      const tester = fixture.agent();
      await prompted(tester);
      expect(tester.states).toEqual(['running', 'idle']);
    },
  });

  provesOnWire('LIFE-05', {
    agent: async (fixture) => {
      const tester = fixture.agent(() => 'max_tokens');
      await prompted(tester);
      expect(tester.updates('state_update').at(-1)).toMatchObject({ state: 'idle', stopReason: 'max_tokens' });
    },
  });

  provesOnWire('LIFE-06', {
    agent: async (fixture) => {
      const tester = fixture.agent(async (turn) => {
        await turn.requestPermission({ title: 'May I?' });
        await working(turn);
      });
      await prompted(tester);
      expect(tester.states).toEqual(['running', 'requires_action']);
      await tester.reply(tester.last('session/request_permission'), cancelled);
      expect(tester.states).toEqual(['running', 'requires_action', 'running']);
    },
  });

  provesOnWire('LIFE-07', {
    agent: async (fixture) => {
      const tester = fixture.agent(async (turn) => {
        await Promise.all([turn.requestPermission({ title: 'One?' }), turn.requestPermission({ title: 'Two?' })]);
      });
      await prompted(tester);
      const [one, two] = tester.all('session/request_permission');
      await tester.reply(one ?? {}, cancelled);
      expect(tester.states).toEqual(['running', 'requires_action']);
      await tester.reply(two ?? {}, cancelled);
      expect(tester.states).toEqual(['running', 'requires_action', 'running', 'idle']);
    },
  });

  provesOnWire('LIFE-08', {
    agent: async (fixture) => {
      const sessions: AgentSession[] = [];
      const tester = fixture.agent(({ session }) => void sessions.push(session));
      await prompted(tester);
      const [session] = sessions;
      const content = { type: 'text', text: 'By the way' } as const;
      void session?.update({ sessionUpdate: 'tool_call_update', toolCallId: 'c1', title: 'Watch' });
      void session?.update({ sessionUpdate: 'terminal_update', terminalId: 't1' });
      void session?.update({ sessionUpdate: 'agent_message_chunk', messageId: 'm1', content });
      await settled();
      expect(tester.updates('tool_call_update', 'terminal_update', 'agent_message_chunk')).toHaveLength(3);
      expect(tester.states).toEqual(['running', 'idle']);
    },
  });

  provesOnWire('LIFE-09', {
    client: async (fixture) => {
      const { tester, run } = await asking(fixture);
      await tester.reply(tester.last('session/prompt'), { messageId: 'm1' });
      expect(await isOver(run)).toBe(false);
      await tester.state('s1', 'running');
      expect(await isOver(run)).toBe(false);
      await tester.state('s1', 'idle', { stopReason: 'end_turn' });
      expect(await now(run, 'the prompt is not over')).toMatchObject({ stopReason: 'end_turn' });
    },
  });

  provesOnWire('LIFE-10', {
    client: async (fixture) => {
      const { tester, session, run } = await asking(fixture);
      const idle = { stopReason: 'end_turn', usage: { totalTokens: 3, inputTokens: 1, outputTokens: 2 } };
      await tester.reply(tester.last('session/prompt'), { messageId: 'm1' });
      await tester.state('s1', 'running');
      await tester.state('s1', 'idle', idle);
      expect(await isOver(run)).toBe(true);
      const next = session.prompt('and?');
      await settled();
      await tester.reply(tester.last('session/prompt'), { messageId: 'm2' });
      await tester.state('s1', 'idle', idle);
      expect(await isOver(next)).toBe(false);
      await tester.state('s1', 'running');
      await tester.state('s1', 'idle', idle);
      expect(await isOver(next)).toBe(true);
    },
  });

  provesOnWire('LIFE-15', {
    client: async (fixture) => {
      const { tester, session } = await asking(fixture);
      await tester.state('s1', '_dreaming');
      expect(session.isBusy).toBe(true);
      await tester.state('s1', 'idle');
      expect(session.isBusy).toBe(false);
    },
  });
});

describe('messages and background work', () => {
  provesOnWire('LIFE-18', {
    agent: async (fixture) => {
      const tester = fixture.agent(async (turn) => {
        await turn.thought.append('Hm');
        await turn.message.append('hello');
        await turn.message.replace('Hello');
      });
      await prompted(tester);
      const said = tester.updates('user_message', 'agent_thought_chunk', 'agent_message_chunk', 'agent_message');
      expect(said).toHaveLength(4);
      expect(said.filter(({ messageId }) => typeof messageId !== 'string')).toEqual([]);
    },
  });

  const watch = { type: 'tool_call', toolCallId: 'watch' } as const;

  provesOnWire('LIFE-19', {
    agent: async (fixture) => {
      const tester = fixture.agent(async ({ session }) => {
        session.toolCall({ toolCallId: 'watch', title: 'Watch', status: 'in_progress' });
        await session.setBackground([watch]);
      });
      const { sessionId } = await prompted(tester);
      await tester.prompt(sessionId);
      const [, ...reported] = tester.updates('state_update').map((update) => update['background']);
      expect(reported.length).toBeGreaterThan(3);
      expect(reported.filter((background) => !Array.isArray(background))).toEqual([]);
    },
    client: async (fixture) => {
      const { tester, session } = await asking(fixture);
      const reported: unknown[] = [];
      for (const background of [undefined, null, 'malformed', [], [watch]]) {
        await tester.state('s1', 'running', { background });
        reported.push(session.background);
      }
      expect(reported).toEqual([undefined, undefined, undefined, [], [watch]]);
    },
  });

  provesOnWire('LIFE-20', {
    agent: async (fixture) => {
      const tester = fixture.agent(async ({ session }) => {
        const call = session.toolCall({ toolCallId: 'watch', title: 'Watch', status: 'in_progress' });
        await session.setBackground([watch]);
        await call.complete();
        await session.setBackground([]);
      });
      await prompted(tester);
      const story = tester
        .updates('tool_call_update', 'state_update')
        .map((update) => update['status'] ?? update['background'])
        .filter((each) => each !== undefined);
      expect(story).toEqual(['in_progress', [watch], 'completed', [], []]);
    },
  });
});
