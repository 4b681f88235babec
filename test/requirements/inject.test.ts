/** The rules about messages that arrive during a turn, proved on the wire. */
import type { PromptHandler } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';
import { describe, expect } from 'vitest';

import { isOver, type Stand } from './stand.ts';
import type { Fields, WireJudge } from './wire-judge.ts';
import { provesOnWire } from './wire-proof.ts';

const offer = { modes: ['queue', 'steer'], steerInStream: ['finish'], pending: { replace: true } } as const;
const text = (words: string): object => ({ type: 'text', text: words });

interface Working {
  readonly judge: WireJudge;
  readonly sessionId: string;
  /** Lets the running turn come to a breakpoint, or to its end. */
  readonly breakpoint: () => Promise<void>;
  readonly end: () => Promise<void>;
  readonly inject: (mode: string, words: string) => Promise<{ readonly messageId: unknown; readonly error: unknown }>;
  /** What the user said, as it was delivered. */
  readonly heard: () => readonly unknown[];
}

/** An agent whose turns go on until they are told to end. */
async function worker(
  stand: Stand,
  { inject = offer, busy = true }: { readonly inject?: object; readonly busy?: boolean } = {},
): Promise<Working> {
  let wake: ((what: 'breakpoint' | 'end') => void) | undefined;
  const working: PromptHandler = async (turn) => {
    for (;;) {
      const what = await new Promise<'breakpoint' | 'end'>((resolve, reject) => {
        wake = resolve;
        turn.signal.addEventListener('abort', () => {
          reject(turn.signal.reason as Error);
        });
      });
      if (what === 'end') return;
      turn.breakpoint();
    }
  };
  const judge = stand.agent(working, { options: { inject: inject as typeof offer } });
  const sessionId = await judge.open();
  if (busy) await judge.prompt(sessionId, [text('work')]);
  const go = async (what: 'breakpoint' | 'end'): Promise<void> => {
    wake?.(what);
    await settled();
  };
  return {
    judge,
    sessionId,
    breakpoint: () => go('breakpoint'),
    end: () => go('end'),
    inject: async (mode, words) => {
      const answer = await judge.ask('session/inject', { sessionId, mode, content: [text(words)] });
      return { messageId: answer.result?.['messageId'], error: answer.error };
    },
    heard: () => said(judge),
  };
}

const said = (judge: WireJudge): readonly unknown[] =>
  judge.updates('user_message').map(({ content }) => (content as readonly Fields[])[0]?.['text']);

describe('the offer', () => {
  provesOnWire('INJ-01', {
    client: async (stand) => {
      const { judge, open } = await stand.client({ capabilities: { session: { inject: { modes: ['queue'] } } } });
      const session = await open();
      await isOver(Promise.allSettled([session.inject('left', { mode: 'steer' })]));
      expect(judge.all('session/inject')).toEqual([]);
    },
  });

  provesOnWire('INJ-02', {
    agent: async (stand) => {
      const judge = stand.agent(undefined, { options: { inject: offer } });
      const { result } = await judge.introduce();
      expect(result?.['capabilities']).toMatchObject({ session: { inject: offer } });
    },
  });

  provesOnWire('INJ-20', {
    agent: async (stand) => {
      const { inject } = await worker(stand, { inject: { modes: ['queue'] } });
      expect((await inject('steer', 'left')).error).toMatchObject({ code: -32_602 });
    },
  });

  provesOnWire('INJ-23', {
    agent: async (stand) => {
      const { judge, sessionId } = await worker(stand);
      const content = [{ type: 'image', data: 'aGk=', mimeType: 'image/png' }];
      const { error } = await judge.ask('session/inject', { sessionId, mode: 'queue', content });
      expect(error?.code).toBe(-32_602);
    },
  });
});

describe('the delivery', () => {
  provesOnWire('INJ-03', {
    agent: async (stand) => {
      const { judge, sessionId } = await worker(stand, { busy: false });
      const id = await judge.begin('session/inject', { sessionId, mode: 'queue', content: [text('go')] });
      const order = judge.received.filter(
        (message) => message.id === id || JSON.stringify(message).includes('"user_message"'),
      );
      expect(order.map((message) => message.id ?? 'delivered')).toEqual([id, 'delivered']);
    },
  });

  provesOnWire('INJ-04', {
    agent: async (stand) => {
      const { judge, inject, end } = await worker(stand);
      const { messageId } = await inject('queue', 'next');
      await end();
      expect(judge.updates('user_message').at(-1)).toMatchObject({ messageId, content: [text('next')] });
    },
  });

  const inOrder = async (stand: Stand): Promise<void> => {
    const { inject, end, heard } = await worker(stand);
    await inject('queue', 'first');
    await inject('queue', 'second');
    expect(heard()).toEqual(['work']);
    await end();
    await end();
    expect(heard()).toEqual(['work', 'first', 'second']);
  };
  provesOnWire('INJ-05', { agent: inOrder });
  provesOnWire('INJ-18', { agent: inOrder });

  provesOnWire('INJ-06', {
    agent: async (stand) => {
      const { judge, inject, breakpoint, heard } = await worker(stand);
      await inject('steer', 'left');
      await breakpoint();
      expect(heard()).toEqual(['work', 'left']);
      expect(judge.states).toEqual(['running']);
    },
  });

  provesOnWire('INJ-07', {
    agent: async (stand) => {
      const { inject } = await worker(stand, { busy: false });
      expect((await inject('steer', 'left')).error).toMatchObject({
        code: -32_010,
        data: { reason: 'no_running_turn' },
      });
    },
  });

  provesOnWire('INJ-08', {
    agent: async (stand) => {
      const { judge, inject, heard } = await worker(stand, { busy: false });
      await inject('queue', 'go');
      expect(heard()).toEqual(['go']);
      expect(judge.states).toEqual(['running']);
    },
  });

  provesOnWire('INJ-16', {
    agent: async (stand) => {
      const { judge, sessionId, inject, heard } = await worker(stand);
      await inject('queue', 'next');
      await judge.cancel(sessionId);
      expect(heard()).toEqual(['work', 'next']);
    },
  });

  provesOnWire('INJ-17', {
    agent: async (stand) => {
      const judge = stand.agent(
        async (turn) => {
          await turn.requestPermission({ title: 'May I?' });
          turn.breakpoint();
        },
        { options: { inject: offer } },
      );
      const sessionId = await judge.open();
      await judge.prompt(sessionId, [text('work')]);
      await judge.ask('session/inject', { sessionId, mode: 'steer', content: [text('left')] });
      expect(said(judge)).toEqual(['work']);
      await judge.reply(judge.last('session/request_permission'), { outcome: { outcome: 'cancelled' } });
      expect(said(judge)).toEqual(['work', 'left']);
    },
  });

  provesOnWire('ELIC-16', {
    agent: async (stand) => {
      const judge = stand.agent(
        async (turn) => {
          const requestedSchema = { type: 'object', properties: {} };
          await turn.elicit({ mode: 'form', message: 'Where?', requestedSchema });
          turn.breakpoint();
        },
        { options: { inject: offer } },
      );
      const sessionId = await judge.open({ elicitation: { form: {} } });
      await judge.prompt(sessionId, [text('work')]);
      await judge.ask('session/inject', { sessionId, mode: 'steer', content: [text('left')] });
      expect(judge.states).toEqual(['running', 'requires_action']);
      expect(said(judge)).toEqual(['work']);
      await judge.reply(judge.last('elicitation/create'), { action: 'decline' });
      expect(said(judge)).toEqual(['work', 'left']);
    },
  });

  provesOnWire('INJ-19', {
    agent: async (stand) => {
      const { judge, sessionId, inject } = await worker(stand);
      await inject('queue', 'waits');
      const before = judge.updates('user_message').length;
      await judge.ask('session/resume', { sessionId, cwd: '/work', replayFrom: { type: 'start' } });
      expect(said(judge).slice(before)).toEqual(['work']);
    },
  });

  provesOnWire('INJ-21', {
    agent: async (stand) => {
      const { inject, end, heard } = await worker(stand);
      await inject('steer', 'left');
      await end();
      expect(heard()).toEqual(['work', 'left']);
    },
  });

  provesOnWire('INJ-22', {
    agent: async (stand) => {
      const { judge, sessionId, end, heard } = await worker(stand);
      const id = await judge.begin('session/inject', { sessionId, mode: 'queue', content: [text('next')] });
      await judge.takeBack(id);
      expect(judge.answerTo(id)).toHaveProperty('result');
      await end();
      expect(heard()).toEqual(['work', 'next']);
    },
  });
});

describe('what waits', () => {
  provesOnWire('INJ-09', {
    agent: async (stand) => {
      const { judge, sessionId, inject } = await worker(stand);
      const { messageId } = await inject('queue', 'next');
      expect((await judge.ask('session/revoke_inject', { sessionId, messageId })).result).toEqual({});
    },
  });

  provesOnWire('INJ-10', {
    agent: async (stand) => {
      const { judge, sessionId, inject, end, heard } = await worker(stand);
      const { messageId } = await inject('queue', 'next');
      for (let count = 0; count < 2; count += 1)
        expect((await judge.ask('session/revoke_inject', { sessionId, messageId })).result).toEqual({});
      await end();
      expect(heard()).toEqual(['work']);
    },
  });

  provesOnWire('INJ-11', {
    agent: async (stand) => {
      const { judge, sessionId, inject, end } = await worker(stand);
      const { messageId } = await inject('queue', 'next');
      await end();
      for (const method of ['session/revoke_inject', 'session/replace_inject']) {
        const { error } = await judge.ask(method, { sessionId, messageId, content: [text('x')] });
        expect(error).toMatchObject({ code: -32_010, data: { reason: 'already_delivered', messageId } });
      }
    },
  });

  provesOnWire('INJ-12', {
    agent: async (stand) => {
      const { judge, sessionId } = await worker(stand);
      for (const method of ['session/revoke_inject', 'session/replace_inject']) {
        const { error } = await judge.ask(method, { sessionId, messageId: 'nobody', content: [text('x')] });
        expect(error).toMatchObject({ code: -32_002, data: { reason: 'unknown_message_id' } });
      }
    },
  });

  provesOnWire('INJ-13', {
    agent: async (stand) => {
      const { judge, sessionId, inject, end, heard } = await worker(stand);
      const { messageId } = await inject('queue', 'first');
      await inject('queue', 'second');
      const replaced = await judge.ask('session/replace_inject', { sessionId, messageId, content: [text('FIRST')] });
      expect(replaced.result).toEqual({ messageId });
      await end();
      await end();
      expect(heard()).toEqual(['work', 'FIRST', 'second']);
    },
  });

  provesOnWire('INJ-14', {
    agent: async (stand) => {
      const { judge, sessionId, inject } = await worker(stand, { inject: { modes: ['queue'] } });
      const { messageId } = await inject('queue', 'next');
      const { error } = await judge.ask('session/replace_inject', { sessionId, messageId, content: [text('x')] });
      expect([-32_601, -32_010]).toContain(error?.code);
    },
  });

  provesOnWire('INJ-15', {
    agent: async (stand) => {
      const { judge, sessionId, inject, end, heard } = await worker(stand);
      const { messageId } = await inject('queue', 'old');
      await judge.ask('session/replace_inject', { sessionId, messageId, content: [text('new')] });
      await end();
      expect(heard()).toEqual(['work', 'new']);
    },
  });
});
