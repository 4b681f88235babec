/** The rules about messages that arrive during a turn, proved on the wire. */
import type { PromptHandler } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';
import { describe, expect } from 'vitest';

import { isOver, type ProgramFixture } from './program-fixture.ts';
import type { Fields, WireTester } from './wire-tester.ts';
import { provesOnWire } from './wire-proof.ts';

const offer = { modes: ['queue', 'steer'], steerInStream: ['finish'], pending: { replace: true } } as const;
const text = (words: string): object => ({ type: 'text', text: words });

interface Working {
  readonly tester: WireTester;
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
  fixture: ProgramFixture,
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
  const tester = fixture.agent(working, { options: { inject: inject as typeof offer } });
  const sessionId = await tester.open();
  if (busy) await tester.prompt(sessionId, [text('work')]);
  const go = async (what: 'breakpoint' | 'end'): Promise<void> => {
    wake?.(what);
    await settled();
  };
  return {
    tester,
    sessionId,
    breakpoint: () => go('breakpoint'),
    end: () => go('end'),
    inject: async (mode, words) => {
      const answer = await tester.ask('session/inject', { sessionId, mode, content: [text(words)] });
      return { messageId: answer.result?.['messageId'], error: answer.error };
    },
    heard: () => said(tester),
  };
}

const said = (tester: WireTester): readonly unknown[] =>
  tester.updates('user_message').map(({ content }) => (content as readonly Fields[])[0]?.['text']);

describe('the offer', () => {
  provesOnWire('INJ-01', {
    client: async (fixture) => {
      const { tester, open } = await fixture.client({ capabilities: { session: { inject: { modes: ['queue'] } } } });
      const session = await open();
      await isOver(Promise.allSettled([session.inject('left', { mode: 'steer' })]));
      expect(tester.all('session/inject')).toEqual([]);
    },
  });

  provesOnWire('INJ-02', {
    agent: async (fixture) => {
      const tester = fixture.agent(undefined, { options: { inject: offer } });
      const { result } = await tester.introduce();
      expect(result?.['capabilities']).toMatchObject({ session: { inject: offer } });
    },
  });

  provesOnWire('INJ-20', {
    agent: async (fixture) => {
      const { inject } = await worker(fixture, { inject: { modes: ['queue'] } });
      expect((await inject('steer', 'left')).error).toMatchObject({ code: -32_602 });
    },
  });

  provesOnWire('INJ-23', {
    agent: async (fixture) => {
      const { tester, sessionId } = await worker(fixture);
      const content = [{ type: 'image', data: 'aGk=', mimeType: 'image/png' }];
      const { error } = await tester.ask('session/inject', { sessionId, mode: 'queue', content });
      expect(error?.code).toBe(-32_602);
    },
  });
});

describe('the delivery', () => {
  provesOnWire('INJ-03', {
    agent: async (fixture) => {
      const { tester, sessionId } = await worker(fixture, { busy: false });
      const id = await tester.begin('session/inject', { sessionId, mode: 'queue', content: [text('go')] });
      const order = tester.received.filter(
        (message) => message.id === id || JSON.stringify(message).includes('"user_message"'),
      );
      expect(order.map((message) => message.id ?? 'delivered')).toEqual([id, 'delivered']);
    },
  });

  provesOnWire('INJ-04', {
    agent: async (fixture) => {
      const { tester, inject, end } = await worker(fixture);
      const { messageId } = await inject('queue', 'next');
      await end();
      expect(tester.updates('user_message').at(-1)).toMatchObject({ messageId, content: [text('next')] });
    },
  });

  const inOrder = async (fixture: ProgramFixture): Promise<void> => {
    const { inject, end, heard } = await worker(fixture);
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
    agent: async (fixture) => {
      const { tester, inject, breakpoint, heard } = await worker(fixture);
      await inject('steer', 'left');
      await breakpoint();
      expect(heard()).toEqual(['work', 'left']);
      expect(tester.states).toEqual(['running']);
    },
  });

  provesOnWire('INJ-07', {
    agent: async (fixture) => {
      const { inject } = await worker(fixture, { busy: false });
      expect((await inject('steer', 'left')).error).toMatchObject({
        code: -32_010,
        data: { reason: 'no_running_turn' },
      });
    },
  });

  provesOnWire('INJ-08', {
    agent: async (fixture) => {
      const { tester, inject, heard } = await worker(fixture, { busy: false });
      await inject('queue', 'go');
      expect(heard()).toEqual(['go']);
      expect(tester.states).toEqual(['running']);
    },
  });

  provesOnWire('INJ-16', {
    agent: async (fixture) => {
      const { tester, sessionId, inject, heard } = await worker(fixture);
      await inject('queue', 'next');
      await tester.cancel(sessionId);
      expect(heard()).toEqual(['work', 'next']);
    },
  });

  provesOnWire('INJ-17', {
    agent: async (fixture) => {
      const tester = fixture.agent(
        async (turn) => {
          await turn.requestPermission({ title: 'May I?' });
          turn.breakpoint();
        },
        { options: { inject: offer } },
      );
      const sessionId = await tester.open();
      await tester.prompt(sessionId, [text('work')]);
      await tester.ask('session/inject', { sessionId, mode: 'steer', content: [text('left')] });
      expect(said(tester)).toEqual(['work']);
      await tester.reply(tester.last('session/request_permission'), { outcome: { outcome: 'cancelled' } });
      expect(said(tester)).toEqual(['work', 'left']);
    },
  });

  provesOnWire('ELIC-16', {
    agent: async (fixture) => {
      const tester = fixture.agent(
        async (turn) => {
          const requestedSchema = { type: 'object', properties: {} };
          await turn.elicit({ mode: 'form', message: 'Where?', requestedSchema });
          turn.breakpoint();
        },
        { options: { inject: offer } },
      );
      const sessionId = await tester.open({ elicitation: { form: {} } });
      await tester.prompt(sessionId, [text('work')]);
      await tester.ask('session/inject', { sessionId, mode: 'steer', content: [text('left')] });
      expect(tester.states).toEqual(['running', 'requires_action']);
      expect(said(tester)).toEqual(['work']);
      await tester.reply(tester.last('elicitation/create'), { action: 'decline' });
      expect(said(tester)).toEqual(['work', 'left']);
    },
  });

  provesOnWire('INJ-19', {
    agent: async (fixture) => {
      const { tester, sessionId, inject } = await worker(fixture);
      await inject('queue', 'waits');
      const before = tester.updates('user_message').length;
      await tester.ask('session/resume', { sessionId, cwd: '/work', replayFrom: { type: 'start' } });
      expect(said(tester).slice(before)).toEqual(['work']);
    },
  });

  provesOnWire('INJ-21', {
    agent: async (fixture) => {
      const { inject, end, heard } = await worker(fixture);
      await inject('steer', 'left');
      await end();
      expect(heard()).toEqual(['work', 'left']);
    },
  });

  provesOnWire('INJ-22', {
    agent: async (fixture) => {
      const { tester, sessionId, end, heard } = await worker(fixture);
      const id = await tester.begin('session/inject', { sessionId, mode: 'queue', content: [text('next')] });
      await tester.takeBack(id);
      expect(tester.answerTo(id)).toHaveProperty('result');
      await end();
      expect(heard()).toEqual(['work', 'next']);
    },
  });
});

describe('what waits', () => {
  provesOnWire('INJ-09', {
    agent: async (fixture) => {
      const { tester, sessionId, inject } = await worker(fixture);
      const { messageId } = await inject('queue', 'next');
      expect((await tester.ask('session/revoke_inject', { sessionId, messageId })).result).toEqual({});
    },
  });

  provesOnWire('INJ-10', {
    agent: async (fixture) => {
      const { tester, sessionId, inject, end, heard } = await worker(fixture);
      const { messageId } = await inject('queue', 'next');
      for (let count = 0; count < 2; count += 1)
        expect((await tester.ask('session/revoke_inject', { sessionId, messageId })).result).toEqual({});
      await end();
      expect(heard()).toEqual(['work']);
    },
  });

  provesOnWire('INJ-11', {
    agent: async (fixture) => {
      const { tester, sessionId, inject, end } = await worker(fixture);
      const { messageId } = await inject('queue', 'next');
      await end();
      for (const method of ['session/revoke_inject', 'session/replace_inject']) {
        const { error } = await tester.ask(method, { sessionId, messageId, content: [text('x')] });
        expect(error).toMatchObject({ code: -32_010, data: { reason: 'already_delivered', messageId } });
      }
    },
  });

  provesOnWire('INJ-12', {
    agent: async (fixture) => {
      const { tester, sessionId } = await worker(fixture);
      for (const method of ['session/revoke_inject', 'session/replace_inject']) {
        const { error } = await tester.ask(method, { sessionId, messageId: 'unknown', content: [text('x')] });
        expect(error).toMatchObject({ code: -32_002, data: { reason: 'unknown_message_id' } });
      }
    },
  });

  provesOnWire('INJ-13', {
    agent: async (fixture) => {
      const { tester, sessionId, inject, end, heard } = await worker(fixture);
      const { messageId } = await inject('queue', 'first');
      await inject('queue', 'second');
      const replaced = await tester.ask('session/replace_inject', { sessionId, messageId, content: [text('FIRST')] });
      expect(replaced.result).toEqual({ messageId });
      await end();
      await end();
      expect(heard()).toEqual(['work', 'FIRST', 'second']);
    },
  });

  provesOnWire('INJ-14', {
    agent: async (fixture) => {
      const { tester, sessionId, inject } = await worker(fixture, { inject: { modes: ['queue'] } });
      const { messageId } = await inject('queue', 'next');
      const { error } = await tester.ask('session/replace_inject', { sessionId, messageId, content: [text('x')] });
      expect([-32_601, -32_010]).toContain(error?.code);
    },
  });

  provesOnWire('INJ-15', {
    agent: async (fixture) => {
      const { tester, sessionId, inject, end, heard } = await worker(fixture);
      const { messageId } = await inject('queue', 'old');
      await tester.ask('session/replace_inject', { sessionId, messageId, content: [text('new')] });
      await end();
      expect(heard()).toEqual(['work', 'new']);
    },
  });
});
