/** The rules of asking for data, proved on the wire. */
import type { ElicitationHandlers } from '@acp-stack/sdk';
import { elicitationHandlers, type FormValues, type WebPage } from '@acp-stack/workspace/client';
import { describe, expect } from 'vitest';

import { bundledAgent, folderOf, openBundled } from './bundled-agent.ts';
import type { ProgramFixture } from './program-fixture.ts';
import type { Fields, WireTester } from './wire-tester.ts';
import { provesOnWire } from './wire-proof.ts';

const method = 'elicitation/create';
const requestedSchema = { type: 'object', properties: { name: { type: 'string' } } };
const form = { mode: 'form', message: 'Who?', requestedSchema } as const;
const url = { mode: 'url', message: 'Where?', elicitationId: 'e1', url: 'https://example.org' } as const;

/** An agent that asks in both ways. */
const asking = (fixture: ProgramFixture): WireTester =>
  fixture.agent(async (turn) => {
    await Promise.allSettled([turn.elicit(form), turn.elicit(url)]);
  });

/** A client that answers as `handlers` say. */
async function answering(fixture: ProgramFixture, handlers: ElicitationHandlers): Promise<WireTester> {
  const { tester, open } = await fixture.client({ build: (app) => app.onElicitation(handlers) });
  await open();
  return tester;
}

describe('questions for data', () => {
  provesOnWire('ELIC-01', {
    agent: async (fixture) => {
      const tester = asking(fixture);
      await tester.prompt(await tester.open({ elicitation: { url: {} } }));
      expect(tester.all(method).map(({ params }) => params?.['mode'])).toEqual(['url']);
    },
    client: async (fixture) => {
      const tester = await answering(fixture, { form: () => 'decline' });
      expect((await tester.ask(method, { sessionId: 's1', ...url })).error?.code).toBe(-32_602);
      expect((await tester.ask(method, { sessionId: 's1', ...form })).result).toEqual({ action: 'decline' });
    },
  });

  provesOnWire('ELIC-21', {
    client: async (fixture) => {
      const declared: unknown[] = [];
      for (const handlers of [{ form: () => 'decline' }, { url: () => 'decline' }, {}] as ElicitationHandlers[]) {
        const { tester } = await fixture.client({ build: (app) => app.onElicitation(handlers) });
        const { capabilities } = tester.last('initialize').params ?? {};
        declared.push((capabilities as Fields)['elicitation']);
      }
      expect(declared).toEqual([{ form: {} }, { url: {} }, undefined]);
    },
  });

  provesOnWire('ELIC-02', {
    agent: async (fixture) => {
      const tester = asking(fixture);
      const sessionId = await tester.open({ elicitation: { form: {}, url: {} } });
      await tester.prompt(sessionId);
      const asked = tester.all(method).map(({ params }) => params ?? {});
      expect(asked).toMatchObject([
        { mode: 'form', sessionId },
        { mode: 'url', sessionId },
      ]);
      expect(asked.filter((params) => 'requestId' in params)).toEqual([]);
    },
  });

  provesOnWire('ELIC-05', {
    client: async (fixture) => {
      const decisions = [{ action: 'accept', content: { name: 'Ada' } }, 'decline', 'cancel'] as const;
      const left = [...decisions];
      const tester = await answering(fixture, { form: () => left.shift() ?? 'cancel' });
      const answers = [];
      for (const _ of decisions) answers.push((await tester.ask(method, { sessionId: 's1', ...form })).result);
      expect(answers).toEqual([
        { action: 'accept', content: { name: 'Ada' } },
        { action: 'decline' },
        { action: 'cancel' },
      ]);
    },
  });

  provesOnWire('ELIC-06', {
    client: async (fixture) => {
      const tester = await answering(fixture, { form: () => new Promise(() => undefined) });
      const id = await tester.begin(method, { sessionId: 's1', ...form });
      expect(tester.isAnswered(id)).toBe(false);
      await tester.takeBack(id);
      expect(tester.answerTo(id, 'the dismissed question').result).toEqual({ action: 'cancel' });
    },
  });

  provesOnWire('ELIC-24', {
    agent: async (fixture) => {
      const field = { type: 'integer', minimum: 1, default: 3 } as const;
      const counted = { ...form, requestedSchema: { type: 'object', properties: { count: field } } };
      const tester = fixture.agent(async (turn) => {
        const outcome = await turn.elicit(counted).then(
          () => 'accepted',
          () => 'refused',
        );
        await turn.message.append(outcome);
      });
      const given = ['three', 0, 3];
      tester.whenever(method, () => ({ action: 'accept', content: { count: given.shift() } }));
      const sessionId = await tester.open({ elicitation: { form: {} } });
      for (const _ of given.slice()) await tester.prompt(sessionId);
      const words = tester.updates('agent_message_chunk').map(({ content }) => (content as { text: string }).text);
      expect(words).toEqual(['refused', 'refused', 'accepted']);
    },
  });

  provesOnWire('ELIC-14', {
    title: 'without a client to ask, an agent goes on with what it has',
    agent: async (fixture) => {
      const tester = fixture.agent(async (turn) => {
        const name = await turn.elicit(form).then(
          () => 'one user',
          () => 'unknown',
        );
        await turn.message.append(name);
      });
      await tester.prompt(await tester.open());
      expect(tester.updates('agent_message_chunk')).toMatchObject([{ content: { text: 'unknown' } }]);
      expect(tester.updates('state_update').at(-1)).toMatchObject({ state: 'idle', stopReason: 'end_turn' });
    },
  });

  provesOnWire('ELIC-17', {
    agent: async (fixture) => {
      const tester = asking(fixture);
      await tester.prompt(await tester.open({ elicitation: {} }));
      expect(tester.all(method).map(({ params }) => params?.['mode'])).toEqual(['form']);
    },
  });
});

/** A client with a user who fills in forms with `entered`, one after another, and says `consent` to every page. */
async function attended(
  fixture: ProgramFixture,
  {
    entered = [],
    consent = 'open',
  }: { entered?: readonly (FormValues | 'decline' | 'cancel')[]; consent?: 'open' | 'decline' } = {},
): Promise<{
  readonly ask: (params: object) => Promise<unknown>;
  readonly tester: WireTester;
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
  const tester = await answering(
    fixture,
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
    (await tester.ask(method, { sessionId: 's1', ...params })).result;
  return { ask, tester, shown, asked, opened, done };
}

const formWith = (properties: object, required: readonly string[] = []): object => ({
  ...form,
  requestedSchema: { type: 'object', properties, required },
});

describe('forms', () => {
  provesOnWire('ELIC-03', {
    client: async (fixture) => {
      const { ask, shown } = await attended(fixture, { entered: [{ name: 'Ada' }] });
      const address = { type: 'object', properties: { street: { type: 'string' } } };
      expect(await ask(formWith({ name: { type: 'string' }, address }))).toEqual({
        action: 'accept',
        content: { name: 'Ada' },
      });
      expect(shown).toEqual([{}]);
    },
  });

  provesOnWire('ELIC-04', {
    client: async (fixture) => {
      const { ask, shown } = await attended(fixture, { entered: [{ name: 'far too long' }, { name: 'Ada' }] });
      expect(await ask(formWith({ name: { type: 'string', maxLength: 5, default: 'Mira' } }))).toEqual({
        action: 'accept',
        content: { name: 'Ada' },
      });
      expect(shown).toEqual([{ name: 'Mira' }, { name: 'far too long' }]);
    },
  });

  provesOnWire('ELIC-07', {
    client: async (fixture) => {
      const { ask, shown } = await attended(fixture, { entered: [{ word: 'hunter2' }] });
      expect(await ask(formWith({ password: { type: 'string' } }))).toEqual({ action: 'decline' });
      expect(shown).toEqual([]);
    },
  });

  provesOnWire('ELIC-15', {
    title: 'the user reviews, edits, declines and cancels',
    client: async (fixture) => {
      const question = formWith({ name: { type: 'string', maxLength: 5, default: 'Mira' } });
      const { ask, shown } = await attended(fixture, {
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
    client: async (fixture) => {
      const { ask, shown } = await attended(fixture, { entered: [{ photo: 'x' }] });
      expect(await ask(formWith({ photo: { type: '_image' } }, ['photo']))).toEqual({ action: 'decline' });
      expect(shown).toEqual([]);
    },
  });
});

describe('pages', () => {
  provesOnWire('ELIC-08', {
    client: async (fixture) => {
      const { ask, asked, opened } = await attended(fixture, { consent: 'decline' });
      const address = 'https://xn--pple-43d.com/login?next=%2F';
      expect(await ask({ ...url, url: address })).toEqual({ action: 'decline' });
      expect(asked).toMatchObject([{ url: address, host: 'xn--pple-43d.com' }]);
      expect(asked[0]?.warnings).not.toEqual([]);
      expect(opened).toEqual([]);
    },
  });

  provesOnWire('ELIC-09', {
    client: async (fixture) => {
      const { ask, tester, opened, done } = await attended(fixture);
      expect(await ask(url)).toEqual({ action: 'accept' });
      expect(opened).toEqual(['https://example.org/']);
      expect(done).toEqual([]);
      await tester.notify('elicitation/complete', { elicitationId: 'e1' });
      expect(done).toEqual(['e1']);
    },
  });

  provesOnWire('ELIC-10', {
    title: 'unknown pages, and those that are done, are not done again',
    client: async (fixture) => {
      const { ask, tester, done } = await attended(fixture);
      await ask(url);
      await tester.notify('elicitation/complete', { elicitationId: 'unheard-of' });
      expect(done).toEqual([]);
      for (let times = 0; times < 2; times += 1) await tester.notify('elicitation/complete', { elicitationId: 'e1' });
      expect(done).toEqual(['e1']);
    },
  });

  provesOnWire('ELIC-11', {
    title: 'a page under the id of one that is not done is refused',
    client: async (fixture) => {
      const { ask, tester, asked } = await attended(fixture);
      expect(await ask(url)).toEqual({ action: 'accept' });
      expect(await ask({ ...url, url: 'https://example.org/other' })).toEqual({ action: 'decline' });
      await tester.notify('elicitation/complete', { elicitationId: 'e1' });
      expect(await ask(url)).toEqual({ action: 'accept' });
      expect(asked).toHaveLength(2);
    },
  });

  provesOnWire('ELIC-12', {
    title: 'an address with a password in it is not opened, and the user is not asked',
    client: async (fixture) => {
      const { ask, asked, opened } = await attended(fixture);
      expect(await ask({ ...url, url: 'https://me:secret@example.org/' })).toEqual({ action: 'decline' });
      expect([...asked, ...opened]).toEqual([]);
    },
  });

  provesOnWire('ELIC-20', {
    title: 'a page is only handed on by its address, and nothing of it is told',
    client: async (fixture) => {
      const { ask, opened } = await attended(fixture);
      expect(await ask(url)).toEqual({ action: 'accept' });
      expect(opened).toEqual(['https://example.org/']);
    },
  });
});

describe('the MCP servers of the bundled agent', () => {
  provesOnWire('ELIC-23', {
    agent: async (fixture) => {
      using home = folderOf({});
      const tester = bundledAgent(fixture);
      const serverInfo = { name: 'garden', version: '1.0.0' };
      tester.whenever('mcp/connect', () => ({ connectionId: 'c1' }));
      tester.whenever('mcp/disconnect', () => ({}));
      tester.whenever('mcp/message', () => ({ protocolVersion: '2025-06-18', capabilities: {}, serverInfo }));
      const mcpServers = [{ type: 'acp', name: 'garden', serverId: 'garden' }];
      await openBundled(tester, { cwd: home.path, mcpServers }, { elicitation: { url: {} } });
      const initialize = (): Fields | undefined =>
        tester.all('mcp/message').find(({ params }) => params?.['method'] === 'initialize')?.params;
      await tester.until(() => initialize() !== undefined, 'the agent does not initialize the server');
      expect(initialize()?.['params']).toHaveProperty('capabilities.elicitation', { url: {} });
    },
  });

  provesOnWire('ELIC-22', {
    title: 'send the user to pages that are encrypted or on this machine',
    agent: async (fixture) => {
      using home = folderOf({});
      const tester = bundledAgent(fixture);
      const serverInfo = { name: 'garden', version: '1.0.0' };
      tester.whenever('mcp/connect', () => ({ connectionId: 'c1' }));
      tester.whenever('mcp/disconnect', () => ({}));
      tester.whenever('mcp/message', (params) =>
        (params as Fields)['method'] === 'initialize'
          ? { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo }
          : { tools: [] },
      );
      tester.whenever(method, () => ({ action: 'accept' }));
      const mcpServers = [{ type: 'acp', name: 'garden', serverId: 'garden' }];
      await openBundled(tester, { cwd: home.path, mcpServers }, { elicitation: { url: {} } });
      await tester.until(
        () => tester.all('mcp/message').some(({ params }) => params?.['method'] === 'tools/list'),
        'the agent does not ask for the tools of the server',
      );
      const pages = ['https://example.org/', 'http://example.org/', 'http://127.0.0.1:8080/'];
      for (const [index, page] of pages.entries()) {
        const params = { mode: 'url', message: 'Where?', elicitationId: `e${index}`, url: page };
        const id = await tester.begin('mcp/message', { connectionId: 'c1', method, params });
        await tester.until(() => tester.isAnswered(id), 'the server gets no answer');
      }
      expect(tester.all(method).map(({ params }) => params?.['url'])).toEqual([pages[0], pages[2]]);
    },
  });
});
