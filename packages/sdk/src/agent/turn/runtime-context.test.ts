/** Runtime context of a prompt: for its turn only. */
import { settled } from '@acp-stack/testing';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { anyCharacter } from '../../../../../test/support/any-character.ts';
import { agent, type AgentOptions } from '../agent.ts';
import { info, open, wire, initialize, type Wire } from '../raw-client.test-support.ts';
import type { Turn } from '../session/agent-session.ts';
import { memoryStore } from '../store/memory-store.ts';
import { trimContext } from './runtime-context.ts';

const marker = 'It rains on the roses.';
const prompt = [{ type: 'text', text: 'hello' }];

interface Stage extends Wire {
  readonly sessionId: string;
  readonly turns: readonly Turn[];
}

async function stage(options: AgentOptions = { runtimeContext: true }): Promise<Stage> {
  const turns: Turn[] = [];
  const ends = await open(
    agent(info, options).onPrompt((turn) => {
      turns.push(turn);
    }),
  );
  return { ...ends, turns };
}

describe('context beside a prompt', () => {
  test('is given to the turn of that prompt, as it came [RCTX-04]', async () => {
    const { call, sessionId, turns } = await stage();
    const runtimeContext = [{ title: 'Weather', text: marker }, { text: 'no title' }, { title: null, text: 'none' }];
    await call('session/prompt', { sessionId, prompt, runtimeContext });
    await settled();
    await call('session/prompt', { sessionId, prompt, runtimeContext: [] });
    await settled();
    await call('session/prompt', { sessionId, prompt });
    await settled();
    expect(turns.map((turn) => turn.runtimeContext)).toEqual([runtimeContext, [], []]);
  });

  test('waits with a prompt that is held, and belongs to it alone', async () => {
    const turns: Turn[] = [];
    const endings: (() => void)[] = [];
    const { call, sessionId } = await open(
      agent(info, { runtimeContext: true }).onPrompt(async (turn) => {
        turns.push(turn);
        await new Promise<void>((resolve) => endings.push(resolve));
      }),
    );
    await call('session/prompt', { sessionId, prompt });
    const held = call('session/prompt', { sessionId, prompt, runtimeContext: [{ text: marker }] });
    const last = call('session/prompt', { sessionId, prompt });
    for (let turn = 0; turn < 3; turn += 1) {
      await settled();
      endings.shift()?.();
    }
    await Promise.all([held, last]);
    await settled();
    expect(turns.map((turn) => turn.runtimeContext)).toEqual([[], [{ text: marker }], []]);
  });

  test('is nowhere in what is told, kept, replayed or copied [RCTX-03]', async () => {
    const store = memoryStore();
    const { call, sessionId, sent } = await stage({ runtimeContext: true, store });
    await call('session/prompt', { sessionId, prompt, runtimeContext: [{ title: marker, text: marker }] });
    await settled();
    const { result: copy } = await call('session/fork', { sessionId, cwd: '/garden' });
    await call('session/resume', { sessionId: copy?.['sessionId'], cwd: '/garden', replayFrom: { type: 'start' } });
    await call('session/resume', { sessionId, cwd: '/garden', replayFrom: { type: 'start' } });
    await call('session/list');
    const replayed = sent.filter(({ params }) => params?.update?.sessionUpdate === 'user_message');
    expect(replayed.length).toBeGreaterThan(2);
    expect(JSON.stringify(sent)).not.toContain(marker);
    for (const id of [sessionId, String(copy?.['sessionId'])]) {
      expect(JSON.stringify(await store.get(id))).not.toContain(marker);
      for await (const update of store.history(id)) expect(JSON.stringify(update)).not.toContain(marker);
    }
  });

  test('is ignored where the agent did not offer to take it', async () => {
    const { call, sessionId, turns } = await stage({});
    const { error } = await call('session/prompt', { sessionId, prompt, runtimeContext: [{ text: marker }] });
    await settled();
    expect(error).toBeUndefined();
    expect(turns[0]?.runtimeContext).toEqual([]);
  });

  test('without a text is refused [RCTX-02]', async () => {
    const { call, sessionId, turns } = await stage();
    const { error } = await call('session/prompt', { sessionId, prompt, runtimeContext: [{ title: 'Weather' }] });
    expect(error?.code).toBe(-32_602);
    expect(turns).toEqual([]);
  });

  test('is offered with the option, and with a limit that leaves something of it', async () => {
    const offers = async (runtimeContext: AgentOptions['runtimeContext']): Promise<unknown> => {
      const { call } = wire(
        agent(info, runtimeContext === undefined ? {} : { runtimeContext }).onPrompt(() => undefined),
      );
      const { result } = await call('initialize', initialize);
      const { session } = (result?.['capabilities'] ?? {}) as {
        readonly session?: { readonly runtimeContext?: object };
      };
      return session?.runtimeContext;
    };
    expect(await offers(undefined)).toBeUndefined();
    expect(await offers(false)).toBeUndefined();
    expect(await offers({ limit: 0 })).toBeUndefined();
    expect(await offers(true)).toEqual({});
    expect(await offers({ limit: 10 })).toEqual({});
    expect(await offers({})).toEqual({});
  });

  test('that is too much is left out from the end, and the turn is told so [RCTX-04]', async () => {
    const { call, sessionId, turns } = await stage({ runtimeContext: { limit: 20 } });
    const runtimeContext = [
      { title: 'Weather', text: 'rain' },
      { title: 'Soil', text: 'dry, with stones' },
      { text: 'never read' },
    ];
    await call('session/prompt', { sessionId, prompt, runtimeContext });
    await settled();
    expect(turns[0]?.runtimeContext).toEqual([
      { title: 'Weather', text: 'rain' },
      { title: 'Soil', text: 'dry, \n[21 characters of context were left out here]' },
    ]);
  });
});

describe('what is left of context', () => {
  const item = fc.record(
    {
      title: fc.option(fc.string({ unit: anyCharacter, maxLength: 20 })),
      text: fc.string({ unit: anyCharacter, maxLength: 60 }),
    },
    { requiredKeys: ['text'] },
  );

  test('is all of it or a beginning within the limit, and whole characters', () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 8 }), fc.nat({ max: 200 }), (items, limit) => {
        const kept = trimContext(items, limit);
        const note = /\n?\[\d+ characters of context were left out here\]$/u;
        const texts = kept.map(({ text }) => text.replace(note, ''));
        expect(
          items
            .map(({ text }) => text)
            .join('')
            .startsWith(texts.join('')),
        ).toBe(true);
        expect(texts.join('').length).toBeLessThanOrEqual(limit);
        expect(kept.every(({ text }) => !/\p{Cs}/u.test(text))).toBe(true);
      }),
    );
  });

  test('is nothing but a note when nothing fits, and is bounded for many empty items', () => {
    expect(trimContext([{ text: 'rain' }], 0)).toEqual([{ text: '[4 characters of context were left out here]' }]);
    expect(
      trimContext(
        Array.from({ length: 100_000 }, () => ({ text: '' })),
        10,
      ).length,
    ).toBeLessThanOrEqual(1001);
  });
});
