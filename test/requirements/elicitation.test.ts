/** The rules of asking for data (E.18), proved on the wire. */
import type { ElicitationHandlers } from '@acp-stack/sdk';
import { describe, expect } from 'vitest';

import type { Stand } from './stand.ts';
import type { WireJudge } from './wire-judge.ts';
import { provesOnWire } from './wire-proof.ts';

const method = 'elicitation/create';
const requestedSchema = { type: 'object', properties: { name: { type: 'string' } } };
const form = { mode: 'form', message: 'Who?', requestedSchema } as const;
const url = { mode: 'url', message: 'Where?', elicitationId: 'e1', url: 'https://example.org' } as const;

/** An agent that asks in both ways. */
const asking = (stand: Stand): WireJudge =>
  stand.agent(async (turn) => {
    await Promise.allSettled([turn.elicit(form), turn.elicit(url)]);
  });

/** A client that answers as `handlers` say. */
async function answering(stand: Stand, handlers: ElicitationHandlers): Promise<WireJudge> {
  const { judge, open } = await stand.client({ build: (app) => app.onElicitation(handlers) });
  await open();
  return judge;
}

describe('questions for data', () => {
  provesOnWire('ELIC-01', {
    agent: async (stand) => {
      const judge = asking(stand);
      await judge.prompt(await judge.open({ elicitation: { url: {} } }));
      expect(judge.all(method).map(({ params }) => params?.['mode'])).toEqual(['url']);
    },
    client: async (stand) => {
      const judge = await answering(stand, { form: () => 'decline' });
      expect((await judge.ask(method, { sessionId: 's1', ...url })).error?.code).toBe(-32_602);
      expect((await judge.ask(method, { sessionId: 's1', ...form })).result).toEqual({ action: 'decline' });
    },
  });

  provesOnWire('ELIC-02', {
    agent: async (stand) => {
      const judge = asking(stand);
      const sessionId = await judge.open({ elicitation: { form: {}, url: {} } });
      await judge.prompt(sessionId);
      const asked = judge.all(method).map(({ params }) => params ?? {});
      expect(asked).toMatchObject([
        { mode: 'form', sessionId },
        { mode: 'url', sessionId },
      ]);
      expect(asked.filter((params) => 'requestId' in params)).toEqual([]);
    },
  });

  provesOnWire('ELIC-05', {
    client: async (stand) => {
      const decisions = [{ action: 'accept', content: { name: 'Ada' } }, 'decline', 'cancel'] as const;
      const left = [...decisions];
      const judge = await answering(stand, { form: () => left.shift() ?? 'cancel' });
      const answers = [];
      for (const _ of decisions) answers.push((await judge.ask(method, { sessionId: 's1', ...form })).result);
      expect(answers).toEqual([
        { action: 'accept', content: { name: 'Ada' } },
        { action: 'decline' },
        { action: 'cancel' },
      ]);
    },
  });

  provesOnWire('ELIC-06', {
    client: async (stand) => {
      const judge = await answering(stand, { form: () => new Promise(() => undefined) });
      const id = await judge.begin(method, { sessionId: 's1', ...form });
      expect(judge.isAnswered(id)).toBe(false);
      await judge.takeBack(id);
      expect(judge.answerTo(id, 'the dismissed question').result).toEqual({ action: 'cancel' });
    },
  });

  provesOnWire('ELIC-17', {
    agent: async (stand) => {
      const judge = asking(stand);
      await judge.prompt(await judge.open({ elicitation: {} }));
      expect(judge.all(method).map(({ params }) => params?.['mode'])).toEqual(['form']);
    },
  });
});
