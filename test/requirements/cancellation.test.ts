/** The rules of cancelling, proved on the wire. */
import type { AgentSession, ClientSession } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';
import { describe, expect } from 'vitest';

import { isOver, working, type ClientUnderTest, type Stand } from './stand.ts';
import type { WireJudge } from './wire-judge.ts';
import { provesOnWire } from './wire-proof.ts';

const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' as const }];
const question = { sessionId: 's1', title: 'May I?', options };
const nothingChosen = { outcome: { outcome: 'cancelled' } };

/** An agent that works on a prompt until it is cancelled. */
async function busy(judge: WireJudge, capabilities: object = {}): Promise<string> {
  const sessionId = await judge.open(capabilities);
  expect(await judge.prompt(sessionId)).toHaveProperty('result');
  return sessionId;
}

/** A client with a session, whose user never decides. */
async function undecided(stand: Stand): Promise<ClientUnderTest & { session: ClientSession }> {
  const made = await stand.client({ build: (app) => app.onPermission(() => new Promise(() => undefined)) });
  return { ...made, session: await made.open() };
}

/** The requests that were taken back. */
const takenBack = (judge: WireJudge): unknown[] =>
  judge.all('$/cancel_request').map(({ params }) => params?.['requestId']);

describe('a cancelled session', () => {
  provesOnWire('CANCEL-04', {
    agent: async (stand) => {
      const judge = stand.agent(working);
      await judge.cancel(await busy(judge));
      expect(judge.states).toEqual(['running', 'idle']);
    },
  });

  provesOnWire('CANCEL-06', {
    agent: async (stand) => {
      const judge = stand.agent(async (turn) => {
        turn.toolCall({ title: 'Edit' });
        await working(turn).catch(() => turn.message.append('Stopped.'));
        throw new Error('aborted');
      });
      await judge.cancel(await busy(judge));
      const last = judge.updates().map((update) => update['stopReason'] ?? update['status'] ?? update['sessionUpdate']);
      expect(last.slice(-3)).toEqual(['agent_message_chunk', 'cancelled', 'cancelled']);
      expect(judge.updates().at(-1)).toMatchObject({ state: 'idle', stopReason: 'cancelled' });
    },
  });

  provesOnWire('CANCEL-08', {
    client: async (stand) => {
      const { judge, session, heard } = await undecided(stand);
      const run = session.prompt('hello');
      await settled();
      await judge.reply(judge.last('session/prompt'), { messageId: 'm1' });
      await judge.state('s1', 'running');
      session.cancel();
      await settled();
      expect(judge.all('session/cancel')).toHaveLength(1);
      const content = { type: 'text', text: 'Stopped.' };
      await judge.update('s1', 'agent_message_chunk', { messageId: 'm2', content });
      await judge.state('s1', 'idle', { stopReason: 'cancelled' });
      expect(heard).toContainEqual({ sessionUpdate: 'agent_message_chunk', messageId: 'm2', content });
      expect(await isOver(run)).toBe(true);
    },
  });

  provesOnWire('CANCEL-09', {
    agent: async (stand) => {
      const judge = stand.agent(working);
      const sessionId = await busy(judge);
      const held = await judge.beginPrompt(sessionId);
      expect(judge.isAnswered(held)).toBe(false);
      await judge.cancel(sessionId);
      expect(judge.answerTo(held).error?.code).toBe(-32_800);
      expect(await judge.prompt(sessionId)).toHaveProperty('result');
      expect(judge.states).toEqual(['running', 'idle', 'running']);
    },
  });

  provesOnWire('CANCEL-10', {
    agent: async (stand) => {
      const sessions: AgentSession[] = [];
      const judge = stand.agent((turn) => {
        sessions.push(turn.session);
        return working(turn);
      });
      const sessionId = await busy(judge);
      const [session] = sessions;
      session?.toolCall({ toolCallId: 'watch', title: 'Watch', status: 'in_progress' });
      void session?.setBackground([{ type: 'tool_call', toolCallId: 'watch' }]);
      const subject = { type: 'tool_call', toolCall: { toolCallId: 'watch' } } as const;
      const asked = session?.request('session/request_permission', { ...question, sessionId, subject });
      await settled();
      await judge.cancel(sessionId);
      expect(judge.states.at(-1)).toBe('idle');
      expect(judge.updates('tool_call_update').map(({ status }) => status)).toEqual(['in_progress']);
      expect(takenBack(judge)).toEqual([]);
      await judge.reply(judge.last('session/request_permission'), nothingChosen);
      expect(await isOver(asked ?? Promise.resolve())).toBe(true);
    },
  });

  provesOnWire('CANCEL-17', {
    agent: async (stand) => {
      const judge = stand.agent();
      const sessionId = await judge.open();
      const before = judge.received.length;
      await judge.cancel(sessionId);
      await judge.cancel('nobody');
      expect(judge.received.slice(before)).toEqual([]);
      expect(await judge.prompt(sessionId)).toHaveProperty('result');
      expect(judge.updates('state_update').at(-1)).toMatchObject({ state: 'idle', stopReason: 'end_turn' });
    },
  });
});

describe('questions of cancelled work', () => {
  provesOnWire('CANCEL-11', {
    agent: async (stand) => {
      const judge = stand.agent(async (turn) => {
        await turn.requestPermission({ title: 'May I?' });
      });
      await judge.cancel(await busy(judge));
      expect(takenBack(judge)).toEqual([judge.last('session/request_permission').id]);
    },
  });

  provesOnWire('CANCEL-18', {
    agent: async (stand) => {
      const judge = stand.agent(async (turn) => {
        const requestedSchema = { type: 'object', properties: {} };
        await Promise.all([
          turn.requestPermission({ title: 'May I?' }),
          turn.elicit({ mode: 'form', message: 'Who?', requestedSchema }),
        ]);
      });
      await judge.cancel(await busy(judge, { elicitation: { form: {} } }));
      const asked = judge.received.filter(({ id, method }) => id !== undefined && method !== undefined);
      expect(asked).toHaveLength(2);
      expect(new Set(takenBack(judge))).toEqual(new Set(asked.map(({ id }) => id)));
    },
  });
});

describe('a cancelled request', () => {
  provesOnWire('CANCEL-12', {
    agent: async (stand) => {
      const judge = stand.agent(async (turn) => {
        await turn.requestPermission({ title: 'May I?' });
      });
      await busy(judge);
      const { id } = judge.last('session/request_permission');
      const before = judge.received.length;
      // The second id is the agent's own: it is not the judge's to take back.
      for (const requestId of ['nobody', id]) await judge.takeBack(requestId);
      expect(judge.received.slice(before)).toEqual([]);
      await judge.reply({ id: id ?? null }, nothingChosen);
      expect(judge.updates('state_update').at(-1)).toMatchObject({ state: 'idle', stopReason: 'end_turn' });
    },
    client: async (stand) => {
      const { judge, connection } = await undecided(stand);
      const listing = connection.listPage();
      await isOver(listing);
      const { id } = judge.last('session/list');
      const before = judge.received.length;
      for (const requestId of ['nobody', id]) await judge.takeBack(requestId);
      expect(judge.received.slice(before)).toEqual([]);
      await judge.reply({ id: id ?? null }, { sessions: [] });
      expect(await listing).toEqual({ sessions: [] });
    },
  });

  provesOnWire('CANCEL-13', {
    agent: async (stand) => {
      const judge = stand.agent(working);
      const held = await judge.beginPrompt(await busy(judge));
      await judge.takeBack(held);
      expect(judge.answerTo(held, 'the cancelled prompt').error?.code).toBe(-32_800);
    },
    client: async (stand) => {
      const { judge } = await undecided(stand);
      const id = await judge.begin('session/request_permission', question);
      expect(judge.isAnswered(id)).toBe(false);
      await judge.takeBack(id);
      expect(judge.answerTo(id, 'the cancelled question').result).toEqual(nothingChosen);
    },
  });

  provesOnWire('CANCEL-15', {
    oneSided: 'A client that gives up a question says that nothing was chosen, which is an answer.',
    agent: async (stand) => {
      const giveUp = (): Promise<never> => Promise.reject(new DOMException('It takes too long.', 'AbortError'));
      const judge = stand.agent(working, { build: (app) => app.on('_example/slow', (params) => params, giveUp) });
      const sessionId = await busy(judge);
      expect((await judge.ask('_example/slow', {})).error?.code).toBe(-32_800);
      const held = await judge.beginPrompt(sessionId);
      expect(await judge.ask('session/close', { sessionId })).toHaveProperty('result');
      expect(judge.answerTo(held, 'the held prompt').error?.code).toBe(-32_800);
    },
  });

  provesOnWire('CANCEL-16', {
    agent: async (stand) => {
      const judge = stand.agent();
      await judge.open();
      const id = await judge.begin('session/list', {});
      expect(judge.answerTo(id)).toHaveProperty('result');
      await judge.takeBack(id);
      expect(judge.answerTo(id)).toHaveProperty('result');
    },
    client: async (stand) => {
      const { judge, open } = await stand.client({ build: (app) => app.onPermission(() => 'yes') });
      await open();
      const id = await judge.begin('session/request_permission', question);
      expect(judge.answerTo(id)).toHaveProperty('result');
      await judge.takeBack(id);
      expect(judge.answerTo(id)).toHaveProperty('result');
    },
  });
});
