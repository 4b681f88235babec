import { settled, VirtualClock } from '@acp-stack/testing';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Suggestion } from '../suggestions/suggestion.ts';
import { chosenSpan, numbers, texts } from '../text/arbitraries.test-support.ts';
import { ordered } from '../text/replacements.ts';
import { Text } from '../text/text.ts';
import { defaultTiming, SuggestController, type ReceivedSuggestion } from './suggest-controller.ts';

const uri = 'file:///garden/rose.ts';
/** Set by `npm run test:long`. */
const isLong = process.env['ACP_LONG'] === '1';

/** A request that the agent has not answered. */
interface Asked {
  readonly text: Text;
  readonly answer: (received: readonly ReceivedSuggestion[]) => void;
  readonly fail: () => void;
}

/** An editor and an agent, and what became of each suggestion. */
function stage() {
  const clock = new VirtualClock();
  const asked: Asked[] = [];
  const ends = new Map<string, string[]>();
  const told = (id: string, end: string): void => void ends.set(id, [...(ends.get(id) ?? []), end]);
  const state = { text: Text.from('let rose = 1;\nlet tulip = 2;\n') };
  const controller = new SuggestController({
    clock,
    timing: defaultTiming,
    textOf: () => state.text,
    ask: (_, __, sent) =>
      new Promise((resolve, reject) => {
        asked.push({ text: state.text, answer: resolve, fail: () => reject(new Error('No idea.')) });
        sent();
      }),
    accept: (id) => told(id, 'accepted'),
    reject: (id, reason) => told(id, reason),
    onChange: () => undefined,
    onAsking: () => undefined,
    onError: () => undefined,
  });
  return { clock, asked, ends, state, controller };
}

const step = fc.oneof(
  fc.record({ do: fc.constant('type' as const), at: numbers, text: texts }),
  fc.record({ do: fc.constant('answer' as const), at: numbers, text: texts, count: fc.nat({ max: 2 }) }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(10, 80, 300, 5000) }),
  fc.record({
    do: fc.constantFrom('accept' as const, 'dismiss' as const, 'ask' as const, 'fail' as const, 'forget' as const),
  }),
);

test(
  'whatever happens, the agent hears exactly once what became of a suggestion, and what is offered fits',
  { timeout: isLong ? 600_000 : 180_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const { clock, asked, ends, state, controller } = stage();
        const handed: string[] = [];
        const suggestion = (text: Text, at: Parameters<typeof chosenSpan>[1], inserted: string): ReceivedSuggestion => {
          const id = `s${handed.length}`;
          handed.push(id);
          const edit: Suggestion = { kind: 'edit', uri, edits: [{ span: chosenSpan(text, at), text: inserted }] };
          return { id, suggestion: inserted === '' ? undefined : edit };
        };
        for (const each of steps) {
          const [offered] = controller.offered;
          if (each.do === 'type') {
            const change = { span: chosenSpan(state.text, each.at), text: each.text };
            state.text = state.text.replace(change.span, change.text);
            controller.changed(uri, [change]);
            controller.trigger({ uri, position: change.span.start, kind: 'automatic' });
          } else if (each.do === 'answer') {
            // Also one that was given up is answered now and then (NES-14).
            const { text, answer } = asked.shift() ?? {};
            if (text !== undefined)
              answer?.(Array.from({ length: each.count }, () => suggestion(text, each.at, each.text)));
          } else if (each.do === 'wait') await clock.advance(each.ms);
          else if (each.do === 'accept') controller.accept(offered?.id ?? '');
          else if (each.do === 'dismiss') controller.dismiss();
          else if (each.do === 'forget') controller.forget(uri);
          else if (each.do === 'fail') asked.shift()?.fail();
          else controller.trigger({ uri, position: { line: 0, column: 0 }, kind: 'manual' });
          await settled();
          for (const { suggestion: shown } of controller.offered)
            if (shown.kind === 'edit') expect(ordered(state.text, shown.edits)).toBeDefined();
        }
        controller.close();
        for (const { text, answer } of asked) answer([suggestion(text, [0, 0, 0, 0], 'late')]);
        await settled();
        expect(handed.map((id) => ends.get(id)?.length)).toEqual(handed.map(() => 1));
      }),
      { numRuns: isLong ? 3000 : 30 },
    );
  },
);
