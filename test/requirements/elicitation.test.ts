/** The rules of asking for data, proved on the wire. */
import type { ElicitationHandlers } from '@acp-stack/sdk';
import { elicitationHandlers, type FormValues, type WebPage } from '@acp-stack/workspace/client';
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

  provesOnWire('ELIC-14', {
    title: 'without anybody to ask, an agent goes on with what it has',
    agent: async (stand) => {
      const judge = stand.agent(async (turn) => {
        const name = await turn.elicit(form).then(
          () => 'somebody',
          () => 'nobody',
        );
        await turn.message.append(name);
      });
      await judge.prompt(await judge.open());
      expect(judge.updates('agent_message_chunk')).toMatchObject([{ content: { text: 'nobody' } }]);
      expect(judge.updates('state_update').at(-1)).toMatchObject({ state: 'idle', stopReason: 'end_turn' });
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

/** A client with a user who fills in forms with `entered`, one after another, and says `consent` to every page. */
async function attended(
  stand: Stand,
  {
    entered = [],
    consent = 'open',
  }: { entered?: readonly (FormValues | 'decline' | 'cancel')[]; consent?: 'open' | 'decline' } = {},
): Promise<{
  readonly ask: (params: object) => Promise<unknown>;
  readonly judge: WireJudge;
  /** What the forms began with. */
  readonly shown: FormValues[];
  readonly asked: WebPage[];
  readonly opened: string[];
  readonly done: string[];
}> {
  const left = [...entered];
  const shown: FormValues[] = [];
  const asked: WebPage[] = [];
  const opened: string[] = [];
  const done: string[] = [];
  const judge = await answering(
    stand,
    elicitationHandlers({
      askForm: (_form, { values }) => {
        shown.push(values);
        return left.shift() ?? 'cancel';
      },
      askPage: (page) => {
        asked.push(page);
        return consent;
      },
      openPage: (address) => void opened.push(address),
      pageDone: ({ elicitationId }) => void done.push(elicitationId),
    }),
  );
  const ask = async (params: object): Promise<unknown> =>
    (await judge.ask(method, { sessionId: 's1', ...params })).result;
  return { ask, judge, shown, asked, opened, done };
}

const formWith = (properties: object, required: readonly string[] = []): object => ({
  ...form,
  requestedSchema: { type: 'object', properties, required },
});

describe('forms', () => {
  provesOnWire('ELIC-03', {
    client: async (stand) => {
      const { ask, shown } = await attended(stand, { entered: [{ name: 'Ada' }] });
      const address = { type: 'object', properties: { street: { type: 'string' } } };
      expect(await ask(formWith({ name: { type: 'string' }, address }))).toEqual({
        action: 'accept',
        content: { name: 'Ada' },
      });
      expect(shown).toEqual([{}]);
    },
  });

  provesOnWire('ELIC-04', {
    client: async (stand) => {
      const { ask, shown } = await attended(stand, { entered: [{ name: 'far too long' }, { name: 'Ada' }] });
      expect(await ask(formWith({ name: { type: 'string', maxLength: 5, default: 'Mira' } }))).toEqual({
        action: 'accept',
        content: { name: 'Ada' },
      });
      expect(shown).toEqual([{ name: 'Mira' }, { name: 'far too long' }]);
    },
  });

  provesOnWire('ELIC-07', {
    client: async (stand) => {
      const { ask, shown } = await attended(stand, { entered: [{ word: 'hunter2' }] });
      expect(await ask(formWith({ password: { type: 'string' } }))).toEqual({ action: 'decline' });
      expect(shown).toEqual([]);
    },
  });

  provesOnWire('ELIC-15', {
    title: 'the user reviews, edits, declines and cancels',
    client: async (stand) => {
      const question = formWith({ name: { type: 'string', maxLength: 5, default: 'Mira' } });
      const { ask, shown } = await attended(stand, {
        entered: [{ name: 'much too long' }, { name: 'Ada' }, 'decline', 'cancel'],
      });
      expect(await ask(question)).toEqual({ action: 'accept', content: { name: 'Ada' } });
      expect(await ask(question)).toEqual({ action: 'decline' });
      expect(await ask(question)).toEqual({ action: 'cancel' });
      const begun = { name: 'Mira' };
      expect(shown).toEqual([begun, { name: 'much too long' }, begun, begun]);
    },
  });

  provesOnWire('ELIC-13', {
    client: async (stand) => {
      const { ask, shown } = await attended(stand, { entered: [{ photo: 'x' }] });
      expect(await ask(formWith({ photo: { type: '_image' } }, ['photo']))).toEqual({ action: 'decline' });
      expect(shown).toEqual([]);
    },
  });
});

describe('pages', () => {
  provesOnWire('ELIC-08', {
    client: async (stand) => {
      const { ask, asked, opened } = await attended(stand, { consent: 'decline' });
      const address = 'https://xn--pple-43d.com/login?next=%2F';
      expect(await ask({ ...url, url: address })).toEqual({ action: 'decline' });
      expect(asked).toMatchObject([{ url: address, host: 'xn--pple-43d.com' }]);
      expect(asked[0]?.warnings).not.toEqual([]);
      expect(opened).toEqual([]);
    },
  });

  provesOnWire('ELIC-09', {
    client: async (stand) => {
      const { ask, judge, opened, done } = await attended(stand);
      expect(await ask(url)).toEqual({ action: 'accept' });
      expect(opened).toEqual(['https://example.org/']);
      expect(done).toEqual([]);
      await judge.notify('elicitation/complete', { elicitationId: 'e1' });
      expect(done).toEqual(['e1']);
    },
  });

  provesOnWire('ELIC-10', {
    title: 'pages that nobody knows, and those that are done, are not done again',
    client: async (stand) => {
      const { ask, judge, done } = await attended(stand);
      await ask(url);
      await judge.notify('elicitation/complete', { elicitationId: 'unheard-of' });
      expect(done).toEqual([]);
      for (let times = 0; times < 2; times += 1) await judge.notify('elicitation/complete', { elicitationId: 'e1' });
      expect(done).toEqual(['e1']);
    },
  });

  provesOnWire('ELIC-11', {
    title: 'a page under the id of one that is not done is refused',
    client: async (stand) => {
      const { ask, judge, asked } = await attended(stand);
      expect(await ask(url)).toEqual({ action: 'accept' });
      expect(await ask({ ...url, url: 'https://example.org/other' })).toEqual({ action: 'decline' });
      await judge.notify('elicitation/complete', { elicitationId: 'e1' });
      expect(await ask(url)).toEqual({ action: 'accept' });
      expect(asked).toHaveLength(2);
    },
  });

  provesOnWire('ELIC-12', {
    title: 'an address with a password in it is not opened, and the user is not asked',
    client: async (stand) => {
      const { ask, asked, opened } = await attended(stand);
      expect(await ask({ ...url, url: 'https://me:secret@example.org/' })).toEqual({ action: 'decline' });
      expect([...asked, ...opened]).toEqual([]);
    },
  });

  provesOnWire('ELIC-20', {
    title: 'a page is only handed on by its address, and nothing of it is told',
    client: async (stand) => {
      const { ask, opened } = await attended(stand);
      expect(await ask(url)).toEqual({ action: 'accept' });
      expect(opened).toEqual(['https://example.org/']);
    },
  });
});
