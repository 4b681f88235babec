/** The rules of cancelling, proved on the wire. */
import type { AgentSession, ClientSession, PromptHandler } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';
import { beforeAll, describe, expect } from 'vitest';

import { isOver, working, type ClientUnderTest, type ProgramFixture } from './program-fixture.ts';
import { olderClient } from './version-1.ts';
import type { WireTester } from './wire-tester.ts';
import { provesOnWire } from './wire-proof.ts';

// It is loaded when the first peer of version 1 is met, which takes longer than a check waits.
beforeAll(() => import('@acp-stack/bridge'));

const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' as const }];
const question = { sessionId: 's1', title: 'May I?', options };
const nothingChosen = { outcome: { outcome: 'cancelled' } };

/** An agent that works on a prompt until it is cancelled. */
async function busy(tester: WireTester, capabilities: object = {}): Promise<string> {
  const sessionId = await tester.open(capabilities);
  expect(await tester.prompt(sessionId)).toHaveProperty('result');
  return sessionId;
}

/** A client with a session, whose user never decides. */
async function undecided(fixture: ProgramFixture): Promise<ClientUnderTest & { session: ClientSession }> {
  const made = await fixture.client({ build: (app) => app.onPermission(() => new Promise(() => undefined)) });
  return { ...made, session: await made.open() };
}

/** The requests that were taken back. */
const takenBack = (tester: WireTester): unknown[] =>
  tester.all('$/cancel_request').map(({ params }) => params?.['requestId']);

describe('a cancelled session', () => {
  provesOnWire('CANCEL-04', {
    agent: async (fixture) => {
      const tester = fixture.agent(working);
      await tester.cancel(await busy(tester));
      expect(tester.states).toEqual(['running', 'idle']);
    },
  });

  provesOnWire('CANCEL-06', {
    agent: async (fixture) => {
      const tester = fixture.agent(async (turn) => {
        turn.toolCall({ title: 'Edit' });
        await working(turn).catch(() => turn.message.append('Stopped.'));
        throw new Error('aborted');
      });
      await tester.cancel(await busy(tester));
      const last = tester
        .updates()
        .map((update) => update['stopReason'] ?? update['status'] ?? update['sessionUpdate']);
      expect(last.slice(-3)).toEqual(['agent_message_chunk', 'cancelled', 'cancelled']);
      expect(tester.updates().at(-1)).toMatchObject({ state: 'idle', stopReason: 'cancelled' });
    },
  });

  provesOnWire('CANCEL-08', {
    client: async (fixture) => {
      const { tester, session, heard } = await undecided(fixture);
      const run = session.prompt('hello');
      await settled();
      await tester.reply(tester.last('session/prompt'), { messageId: 'm1' });
      await tester.state('s1', 'running');
      session.cancel();
      await settled();
      expect(tester.all('session/cancel')).toHaveLength(1);
      const content = { type: 'text', text: 'Stopped.' };
      await tester.update('s1', 'agent_message_chunk', { messageId: 'm2', content });
      await tester.state('s1', 'idle', { stopReason: 'cancelled' });
      expect(heard).toContainEqual({ sessionUpdate: 'agent_message_chunk', messageId: 'm2', content });
      expect(await isOver(run)).toBe(true);
    },
  });

  provesOnWire('CANCEL-09', {
    agent: async (fixture) => {
      const tester = fixture.agent(working);
      const sessionId = await busy(tester);
      const held = await tester.beginPrompt(sessionId);
      expect(tester.isAnswered(held)).toBe(false);
      await tester.cancel(sessionId);
      expect(tester.answerTo(held).error?.code).toBe(-32_800);
      expect(await tester.prompt(sessionId)).toHaveProperty('result');
      expect(tester.states).toEqual(['running', 'idle', 'running']);
    },
  });

  provesOnWire('CANCEL-10', {
    agent: async (fixture) => {
      const sessions: AgentSession[] = [];
      const tester = fixture.agent((turn) => {
        sessions.push(turn.session);
        return working(turn);
      });
      const sessionId = await busy(tester);
      const [session] = sessions;
      session?.toolCall({ toolCallId: 'watch', title: 'Watch', status: 'in_progress' });
      void session?.setBackground([{ type: 'tool_call', toolCallId: 'watch' }]);
      const subject = { type: 'tool_call', toolCall: { toolCallId: 'watch' } } as const;
      const asked = session?.request('session/request_permission', { ...question, sessionId, subject });
      await settled();
      await tester.cancel(sessionId);
      expect(tester.states.at(-1)).toBe('idle');
      expect(tester.updates('tool_call_update').map(({ status }) => status)).toEqual(['in_progress']);
      expect(takenBack(tester)).toEqual([]);
      await tester.reply(tester.last('session/request_permission'), nothingChosen);
      expect(await isOver(asked ?? Promise.resolve())).toBe(true);
    },
  });

  provesOnWire('CANCEL-17', {
    agent: async (fixture) => {
      const tester = fixture.agent();
      const sessionId = await tester.open();
      const before = tester.received.length;
      await tester.cancel(sessionId);
      await tester.cancel('unknown');
      expect(tester.received.slice(before)).toEqual([]);
      expect(await tester.prompt(sessionId)).toHaveProperty('result');
      expect(tester.updates('state_update').at(-1)).toMatchObject({ state: 'idle', stopReason: 'end_turn' });
    },
  });
});

describe('questions of cancelled work', () => {
  provesOnWire('CANCEL-11', {
    agent: async (fixture) => {
      const tester = fixture.agent(async (turn) => {
        await turn.requestPermission({ title: 'May I?' });
      });
      await tester.cancel(await busy(tester));
      expect(takenBack(tester)).toEqual([tester.last('session/request_permission').id]);
    },
  });

  provesOnWire('CANCEL-18', {
    agent: async (fixture) => {
      const tester = fixture.agent(async (turn) => {
        const requestedSchema = { type: 'object', properties: {} };
        await Promise.all([
          turn.requestPermission({ title: 'May I?' }),
          turn.elicit({ mode: 'form', message: 'Who?', requestedSchema }),
        ]);
      });
      await tester.cancel(await busy(tester, { elicitation: { form: {} } }));
      const asked = tester.received.filter(({ id, method }) => id !== undefined && method !== undefined);
      expect(asked).toHaveLength(2);
      expect(new Set(takenBack(tester))).toEqual(new Set(asked.map(({ id }) => id)));
    },
  });

  provesOnWire('CANCEL-19', {
    agent: async (fixture) => {
      const running: PromptHandler = async ({ editorTerminal }) => {
        await using terminal = await editorTerminal({ command: 'sleep' });
        await terminal.waitForExit();
      };
      const { tester, sessionId } = await olderClient(fixture, running, { capabilities: { terminal: true } });
      tester.whenever('terminal/create', () => ({ terminalId: 't1' }));
      const prompt = await tester.beginPrompt(sessionId);
      await tester.cancel(sessionId);
      expect(takenBack(tester)).toEqual([tester.last('terminal/wait_for_exit').id]);
      expect(tester.last('terminal/release').params).toMatchObject({ terminalId: 't1' });
      expect(tester.answerTo(prompt).result).toMatchObject({ stopReason: 'cancelled' });
    },
  });
});

describe('a cancelled request', () => {
  provesOnWire('CANCEL-12', {
    agent: async (fixture) => {
      const tester = fixture.agent(async (turn) => {
        await turn.requestPermission({ title: 'May I?' });
      });
      await busy(tester);
      const { id } = tester.last('session/request_permission');
      const before = tester.received.length;
      // The second id is the agent's own: the tester cannot take it back.
      for (const requestId of ['unknown', id]) await tester.takeBack(requestId);
      expect(tester.received.slice(before)).toEqual([]);
      await tester.reply({ id: id ?? null }, nothingChosen);
      expect(tester.updates('state_update').at(-1)).toMatchObject({ state: 'idle', stopReason: 'end_turn' });
    },
    client: async (fixture) => {
      const { tester, connection } = await undecided(fixture);
      const listing = connection.listPage();
      await isOver(listing);
      const { id } = tester.last('session/list');
      const before = tester.received.length;
      for (const requestId of ['unknown', id]) await tester.takeBack(requestId);
      expect(tester.received.slice(before)).toEqual([]);
      await tester.reply({ id: id ?? null }, { sessions: [] });
      expect(await listing).toEqual({ sessions: [] });
    },
  });

  provesOnWire('CANCEL-13', {
    agent: async (fixture) => {
      const tester = fixture.agent(working);
      const held = await tester.beginPrompt(await busy(tester));
      await tester.takeBack(held);
      expect(tester.answerTo(held, 'the cancelled prompt').error?.code).toBe(-32_800);
    },
    client: async (fixture) => {
      const { tester } = await undecided(fixture);
      const id = await tester.begin('session/request_permission', question);
      expect(tester.isAnswered(id)).toBe(false);
      await tester.takeBack(id);
      expect(tester.answerTo(id, 'the cancelled question').result).toEqual(nothingChosen);
    },
  });

  provesOnWire('CANCEL-15', {
    oneSided: 'A client that gives up a question says that nothing was chosen, which is an answer.',
    agent: async (fixture) => {
      const giveUp = (): Promise<never> => Promise.reject(new DOMException('It takes too long.', 'AbortError'));
      const tester = fixture.agent(working, { build: (app) => app.on('_example/slow', (params) => params, giveUp) });
      const sessionId = await busy(tester);
      expect((await tester.ask('_example/slow', {})).error?.code).toBe(-32_800);
      const held = await tester.beginPrompt(sessionId);
      expect(await tester.ask('session/close', { sessionId })).toHaveProperty('result');
      expect(tester.answerTo(held, 'the held prompt').error?.code).toBe(-32_800);
    },
  });

  provesOnWire('CANCEL-16', {
    agent: async (fixture) => {
      const tester = fixture.agent();
      await tester.open();
      const id = await tester.begin('session/list', {});
      expect(tester.answerTo(id)).toHaveProperty('result');
      await tester.takeBack(id);
      expect(tester.answerTo(id)).toHaveProperty('result');
    },
    client: async (fixture) => {
      const { tester, open } = await fixture.client({ build: (app) => app.onPermission(() => 'yes') });
      await open();
      const id = await tester.begin('session/request_permission', question);
      expect(tester.answerTo(id)).toHaveProperty('result');
      await tester.takeBack(id);
      expect(tester.answerTo(id)).toHaveProperty('result');
    },
  });
});
