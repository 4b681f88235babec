/** What goes wrong, and with which code. */
import { Failure } from '../script.ts';
import type { Scenario } from '../scenario.ts';

const there = 'Are you there?';

export const failing: readonly Scenario[] = [
  {
    name: 'a session that does not exist',
    act: async (hand) => {
      await hand.raw('session/prompt', { sessionId: 'nowhere', prompt: [{ type: 'text', text: there }] });
      await hand.load('nowhere');
      await hand.resume('nowhere');
    },
    expected: {
      calls: [
        ['raw session/prompt', { error: -32_002 }],
        ['load', { error: -32_002 }],
        ['resume', { error: -32_002 }],
      ],
    },
  },
  {
    name: 'a session that was closed',
    act: async (hand) => {
      const sessionId = await hand.newSession();
      await hand.close(sessionId);
      await hand.raw('session/prompt', { sessionId, prompt: [{ type: 'text', text: there }] });
    },
    expected: {
      calls: [
        ['new', 'done'],
        ['close', 'done'],
        ['raw session/prompt', { error: -32_002 }],
      ],
    },
  },
  {
    name: 'a method that does not exist',
    act: async (hand) => {
      await hand.raw('session/nonsense', {});
    },
    expected: { calls: [['raw session/nonsense', { error: -32_601 }]] },
  },
  {
    name: 'params that are malformed',
    act: async (hand) => {
      await hand.raw('session/new', { cwd: 5, mcpServers: [] });
      await hand.newSession();
    },
    expected: {
      calls: [
        ['raw session/new', { error: -32_602 }],
        ['new', 'done'],
      ],
    },
    bridgeReports: ['malformed'],
  },
  {
    name: 'an agent that fails in the middle of its work',
    agent: {
      work: async (turn) => {
        await turn.say('I will');
        if (turn.words === 'Try') throw new Failure(-32_050, 'The spade broke.');
      },
    },
    act: async (hand) => {
      const session = await hand.newSession();
      await hand.prompt(session, 'Try');
      await hand.prompt(session, 'Again');
    },
    expected: {
      calls: [
        ['new', 'done'],
        ['prompt Try', { error: -32_050 }],
        ['prompt Again', { stop: 'end_turn' }],
      ],
      sessions: {
        first: {
          messages: [
            { role: 'user', text: 'Try' },
            { role: 'agent', text: 'I will' },
            { role: 'user', text: 'Again' },
            { role: 'agent', text: 'I will' },
          ],
        },
      },
    },
  },
  {
    name: 'an agent that fails at once, because the user has to log in',
    agent: {
      work: (turn) =>
        turn.words === 'Try' ? Promise.reject(new Failure(-32_000, 'Log in first.')) : turn.say('Welcome.'),
    },
    act: async (hand) => {
      const session = await hand.newSession();
      await hand.prompt(session, 'Try');
      await hand.prompt(session, 'Again');
    },
    expected: {
      calls: [
        ['new', 'done'],
        ['prompt Try', { error: -32_000 }],
        ['prompt Again', { stop: 'end_turn' }],
      ],
      sessions: {
        first: {
          messages: [
            { role: 'user', text: 'Again' },
            { role: 'agent', text: 'Welcome.' },
          ],
        },
      },
    },
  },
  {
    name: 'a prompt that waits runs although the one before it fails',
    agent: {
      work: async (turn) => {
        await turn.say(`Working on ${turn.words}`, 'work');
        if (turn.words === 'two') return;
        await turn.untilTold('_go');
        throw new Failure(-32_050, 'The spade broke.');
      },
    },
    act: async (hand) => {
      const session = await hand.newSession();
      const first = hand.prompt(session, 'one');
      await hand.reads(session, 'Working on one');
      const second = hand.prompt(session, 'two');
      await hand.pause();
      await hand.notify('_go', {});
      await Promise.all([first, second]);
    },
    expected: {
      calls: [
        ['new', 'done'],
        ['prompt one', { error: -32_050 }],
        ['prompt two', { stop: 'end_turn' }],
        ['_go', 'done'],
      ],
      sessions: {
        first: {
          messages: [
            { role: 'user', text: 'one' },
            { role: 'agent', text: 'Working on one' },
            { role: 'user', text: 'two' },
            { role: 'agent', text: 'Working on two' },
          ],
        },
      },
      noted: [{ method: '_go', params: {} }],
    },
  },
];
