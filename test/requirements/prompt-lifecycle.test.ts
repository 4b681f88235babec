/** The rules about prompts and the state of a session, proved on the wire. */
import type { AgentSession, ClientSession, PromptRun } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';
import { describe, expect } from 'vitest';

import { isOver, now, working, type ClientUnderTest, type Stand } from './stand.ts';
import type { WireJudge } from './wire-judge.ts';
import { provesOnWire } from './wire-proof.ts';

const image = { type: 'image', data: 'aGk=', mimeType: 'image/png' };
const cancelled = { outcome: { outcome: 'cancelled' } };

/** An agent whose prompt was taken in, and what it answered. */
async function prompted(judge: WireJudge): Promise<{ sessionId: string; messageId: unknown }> {
  const sessionId = await judge.open();
  const { result } = await judge.prompt(sessionId);
  return { sessionId, messageId: result?.['messageId'] };
}

/** A client with a session and a prompt that the judge has not answered yet. */
async function asking(
  stand: Stand,
): Promise<Pick<ClientUnderTest, 'judge' | 'heard'> & { session: ClientSession; run: PromptRun }> {
  const { judge, heard, open } = await stand.client();
  const session = await open();
  const run = session.prompt('hello');
  await settled();
  return { judge, heard, session, run };
}

describe('a prompt', () => {
  provesOnWire('LIFE-01', {
    agent: async (stand) => {
      const judge = stand.agent(working);
      await prompted(judge);
      expect(judge.states).toEqual(['running']);
    },
  });

  provesOnWire('LIFE-02', {
    agent: async (stand) => {
      const { messageId } = await prompted(stand.agent());
      expect(messageId).toEqual(expect.stringMatching(/./u));
    },
  });

  provesOnWire('LIFE-03', {
    agent: async (stand) => {
      const judge = stand.agent();
      const { messageId } = await prompted(judge);
      const echoes = judge.updates('user_message', 'user_message_chunk');
      expect(echoes.map((echo) => echo['messageId'])).toEqual([messageId]);
      expect([echoes[0]?.['content']].flat()).toEqual([{ type: 'text', text: 'hello' }]);
    },
  });

  provesOnWire('LIFE-11', {
    agent: async (stand) => {
      const judge = stand.agent(() => {
        throw new Error('the model is gone');
      });
      const { sessionId, messageId } = await prompted(judge);
      expect(messageId).toBeDefined();
      expect(judge.updates('state_update').at(-1)).toMatchObject({ state: 'idle', stopReason: 'error' });
      expect(await judge.prompt('nobody')).toHaveProperty('error');
      expect(await judge.prompt(sessionId)).toHaveProperty('result');
    },
  });

  provesOnWire('LIFE-12', {
    agent: async (stand) => {
      const ends: (() => void)[] = [];
      const judge = stand.agent(() => new Promise<void>((resolve) => void ends.push(resolve)));
      const { sessionId } = await prompted(judge);
      const held = [await judge.beginPrompt(sessionId), await judge.beginPrompt(sessionId)];
      for (let turn = 0; turn < 3; turn += 1) {
        ends.shift()?.();
        await settled();
      }
      const inserted = held.map((id) => judge.answerTo(id, 'a held prompt').result?.['messageId']);
      const echoed = judge.updates('user_message').map((update) => update['messageId']);
      expect(echoed.slice(1)).toEqual(inserted);
      expect(new Set(echoed).size).toBe(3);
    },
  });

  provesOnWire('LIFE-13', {
    agent: async (stand) => {
      const judge = stand.agent();
      const sessionId = await judge.open();
      for (const block of [image, { type: '_hologram', beams: 3 }]) {
        expect((await judge.prompt(sessionId, [{ type: 'text', text: 'Look' }, block])).error?.code).toBe(-32_602);
      }
      expect(judge.updates()).toEqual([]);
    },
  });

  provesOnWire('LIFE-14', {
    client: async (stand) => {
      const { judge, session } = await asking(stand);
      await isOver(session.prompt([]));
      const prompts = judge.all('session/prompt').map(({ params }) => params?.['prompt']);
      expect(prompts).toEqual([[{ type: 'text', text: 'hello' }]]);
    },
  });
});

describe('the state', () => {
  provesOnWire('LIFE-04', {
    agent: async (stand) => {
      const judge = stand.agent();
      await prompted(judge);
      expect(judge.states).toEqual(['running', 'idle']);
    },
  });

  provesOnWire('LIFE-05', {
    agent: async (stand) => {
      const judge = stand.agent(() => 'max_tokens');
      await prompted(judge);
      expect(judge.updates('state_update').at(-1)).toMatchObject({ state: 'idle', stopReason: 'max_tokens' });
    },
  });

  provesOnWire('LIFE-06', {
    agent: async (stand) => {
      const judge = stand.agent(async (turn) => {
        await turn.requestPermission({ title: 'May I?' });
        await working(turn);
      });
      await prompted(judge);
      expect(judge.states).toEqual(['running', 'requires_action']);
      await judge.reply(judge.last('session/request_permission'), cancelled);
      expect(judge.states).toEqual(['running', 'requires_action', 'running']);
    },
  });

  provesOnWire('LIFE-07', {
    agent: async (stand) => {
      const judge = stand.agent(async (turn) => {
        await Promise.all([turn.requestPermission({ title: 'One?' }), turn.requestPermission({ title: 'Two?' })]);
      });
      await prompted(judge);
      const [one, two] = judge.all('session/request_permission');
      await judge.reply(one ?? {}, cancelled);
      expect(judge.states).toEqual(['running', 'requires_action']);
      await judge.reply(two ?? {}, cancelled);
      expect(judge.states).toEqual(['running', 'requires_action', 'running', 'idle']);
    },
  });

  provesOnWire('LIFE-08', {
    agent: async (stand) => {
      const sessions: AgentSession[] = [];
      const judge = stand.agent(({ session }) => void sessions.push(session));
      await prompted(judge);
      const [session] = sessions;
      const content = { type: 'text', text: 'By the way' } as const;
      void session?.update({ sessionUpdate: 'tool_call_update', toolCallId: 'c1', title: 'Watch' });
      void session?.update({ sessionUpdate: 'terminal_update', terminalId: 't1' });
      void session?.update({ sessionUpdate: 'agent_message_chunk', messageId: 'm1', content });
      await settled();
      expect(judge.updates('tool_call_update', 'terminal_update', 'agent_message_chunk')).toHaveLength(3);
      expect(judge.states).toEqual(['running', 'idle']);
    },
  });

  provesOnWire('LIFE-09', {
    client: async (stand) => {
      const { judge, run } = await asking(stand);
      await judge.reply(judge.last('session/prompt'), { messageId: 'm1' });
      expect(await isOver(run)).toBe(false);
      await judge.state('s1', 'running');
      expect(await isOver(run)).toBe(false);
      await judge.state('s1', 'idle', { stopReason: 'end_turn' });
      expect(await now(run, 'the prompt is not over')).toMatchObject({ stopReason: 'end_turn' });
    },
  });

  provesOnWire('LIFE-10', {
    client: async (stand) => {
      const { judge, session, run } = await asking(stand);
      const idle = { stopReason: 'end_turn', usage: { totalTokens: 3, inputTokens: 1, outputTokens: 2 } };
      await judge.reply(judge.last('session/prompt'), { messageId: 'm1' });
      await judge.state('s1', 'running');
      await judge.state('s1', 'idle', idle);
      expect(await isOver(run)).toBe(true);
      const next = session.prompt('and?');
      await settled();
      await judge.reply(judge.last('session/prompt'), { messageId: 'm2' });
      await judge.state('s1', 'idle', idle);
      expect(await isOver(next)).toBe(false);
      await judge.state('s1', 'running');
      await judge.state('s1', 'idle', idle);
      expect(await isOver(next)).toBe(true);
    },
  });

  provesOnWire('LIFE-15', {
    client: async (stand) => {
      const { judge, session } = await asking(stand);
      await judge.state('s1', '_dreaming');
      expect(session.isBusy).toBe(true);
      await judge.state('s1', 'idle');
      expect(session.isBusy).toBe(false);
    },
  });
});

describe('messages and background work', () => {
  provesOnWire('LIFE-18', {
    agent: async (stand) => {
      const judge = stand.agent(async (turn) => {
        await turn.thought.append('Hm');
        await turn.message.append('hello');
        await turn.message.replace('Hello');
      });
      await prompted(judge);
      const said = judge.updates('user_message', 'agent_thought_chunk', 'agent_message_chunk', 'agent_message');
      expect(said).toHaveLength(4);
      expect(said.filter(({ messageId }) => typeof messageId !== 'string')).toEqual([]);
    },
  });

  const watch = { type: 'tool_call', toolCallId: 'watch' } as const;

  provesOnWire('LIFE-19', {
    agent: async (stand) => {
      const judge = stand.agent(async ({ session }) => {
        session.toolCall({ toolCallId: 'watch', title: 'Watch', status: 'in_progress' });
        await session.setBackground([watch]);
      });
      const { sessionId } = await prompted(judge);
      await judge.prompt(sessionId);
      const [, ...reported] = judge.updates('state_update').map((update) => update['background']);
      expect(reported.length).toBeGreaterThan(3);
      expect(reported.filter((background) => !Array.isArray(background))).toEqual([]);
    },
    client: async (stand) => {
      const { judge, session } = await asking(stand);
      const reported: unknown[] = [];
      for (const background of [undefined, null, 'malformed', [], [watch]]) {
        await judge.state('s1', 'running', { background });
        reported.push(session.background);
      }
      expect(reported).toEqual([undefined, undefined, undefined, [], [watch]]);
    },
  });

  provesOnWire('LIFE-20', {
    agent: async (stand) => {
      const judge = stand.agent(async ({ session }) => {
        const call = session.toolCall({ toolCallId: 'watch', title: 'Watch', status: 'in_progress' });
        await session.setBackground([watch]);
        await call.complete();
        await session.setBackground([]);
      });
      await prompted(judge);
      const story = judge
        .updates('tool_call_update', 'state_update')
        .map((update) => update['status'] ?? update['background'])
        .filter((each) => each !== undefined);
      expect(story).toEqual(['in_progress', [watch], 'completed', [], []]);
    },
  });
});
