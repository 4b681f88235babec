/** Work that the user cancels. */
import type { Scenario } from '../scenario.ts';

export const cancelling: readonly Scenario[] = [
  {
    name: 'work is cancelled after it has begun',
    agent: {
      work: async (turn) => {
        await turn.say('Digging');
        await turn.untilCancelled();
      },
    },
    act: async (hand) => {
      const session = await hand.newSession();
      const prompt = hand.prompt(session, 'Dig');
      await hand.reads(session, 'Digging');
      await hand.cancel(session);
      await prompt;
    },
    expected: {
      calls: [
        ['new', 'done'],
        ['prompt Dig', { stop: 'cancelled' }],
        ['cancel', 'done'],
      ],
      sessions: {
        first: {
          messages: [
            { role: 'user', text: 'Dig' },
            { role: 'agent', text: 'Digging' },
          ],
        },
      },
    },
  },
  {
    name: 'work is cancelled before the agent has said anything',
    agent: { work: (turn) => turn.untilCancelled() },
    act: async (hand) => {
      const session = await hand.newSession();
      const prompt = hand.prompt(session, 'Dig');
      await hand.pause();
      await hand.cancel(session);
      await prompt;
    },
    expected: {
      calls: [
        ['new', 'done'],
        ['prompt Dig', { stop: 'cancelled' }],
        ['cancel', 'done'],
      ],
      sessions: { first: { messages: [{ role: 'user', text: 'Dig' }] } },
    },
  },
  {
    name: 'what the agent still says after a cancel is seen',
    agent: {
      work: async (turn) => {
        await turn.say('Digging');
        await turn.untilCancelled().catch(() => turn.say(', stopped.'));
      },
    },
    act: async (hand) => {
      const session = await hand.newSession();
      const prompt = hand.prompt(session, 'Dig');
      await hand.reads(session, 'Digging');
      await hand.cancel(session);
      await prompt;
    },
    expected: {
      calls: [
        ['new', 'done'],
        ['prompt Dig', { stop: 'cancelled' }],
        ['cancel', 'done'],
      ],
      sessions: {
        first: {
          messages: [
            { role: 'user', text: 'Dig' },
            { role: 'agent', text: 'Digging, stopped.' },
          ],
        },
      },
    },
  },
  {
    name: 'a tool call of cancelled work counts as cancelled',
    agent: {
      work: async (turn) => {
        await turn.call('done', { title: 'Rake', kind: 'execute', status: 'completed' });
        await turn.call('dig', { title: 'Dig', kind: 'execute', status: 'in_progress' });
        await turn.say('Digging');
        await turn.untilCancelled();
      },
    },
    act: async (hand) => {
      const session = await hand.newSession();
      const prompt = hand.prompt(session, 'Dig');
      await hand.reads(session, 'Digging');
      await hand.cancel(session);
      await prompt;
    },
    expected: {
      calls: [
        ['new', 'done'],
        ['prompt Dig', { stop: 'cancelled' }],
        ['cancel', 'done'],
      ],
      sessions: {
        first: {
          messages: [
            { role: 'user', text: 'Dig' },
            { role: 'agent', text: 'Digging' },
          ],
          toolCalls: [
            { id: 'done', title: 'Rake', kind: 'execute', status: 'completed' },
            { id: 'dig', title: 'Dig', kind: 'execute', status: 'cancelled' },
          ],
        },
      },
    },
    lost: {
      towards: 'client',
      row: 'tool calls',
      instead: {
        sessions: {
          first: {
            messages: [
              { role: 'user', text: 'Dig' },
              { role: 'agent', text: 'Digging' },
            ],
            toolCalls: [
              { id: 'done', title: 'Rake', kind: 'execute', status: 'completed' },
              { id: 'dig', title: 'Dig', kind: 'execute', status: 'failed' },
            ],
          },
        },
      },
    },
  },
  {
    name: 'a cancel without work changes nothing',
    agent: {
      work: async (turn) => {
        await turn.say('Here.');
      },
    },
    act: async (hand) => {
      const session = await hand.newSession();
      await hand.cancel(session);
      // The official SDK hands over a request before a notification that came with it.
      await hand.pause();
      await hand.prompt(session, 'There?');
      await hand.cancel(session);
      await hand.pause();
      await hand.prompt(session, 'Still?');
    },
    expected: {
      calls: [
        ['new', 'done'],
        ['cancel', 'done'],
        ['prompt There?', { stop: 'end_turn' }],
        ['cancel', 'done'],
        ['prompt Still?', { stop: 'end_turn' }],
      ],
      sessions: {
        first: {
          messages: [
            { role: 'user', text: 'There?' },
            { role: 'agent', text: 'Here.' },
            { role: 'user', text: 'Still?' },
            { role: 'agent', text: 'Here.' },
          ],
        },
      },
    },
  },
  {
    name: 'a prompt that waits is cancelled with the work before it',
    agent: {
      work: async (turn) => {
        await turn.say('Digging');
        await turn.untilCancelled();
      },
    },
    act: async (hand) => {
      const session = await hand.newSession();
      const first = hand.prompt(session, 'Dig');
      await hand.reads(session, 'Digging');
      const second = hand.prompt(session, 'Dig deeper');
      await hand.pause();
      await hand.cancel(session);
      await Promise.all([first, second]);
    },
    expected: {
      calls: [
        ['new', 'done'],
        ['prompt Dig', { stop: 'cancelled' }],
        ['prompt Dig deeper', { stop: 'cancelled' }],
        ['cancel', 'done'],
      ],
      sessions: {
        first: {
          messages: [
            { role: 'user', text: 'Dig' },
            { role: 'agent', text: 'Digging' },
          ],
        },
      },
    },
    lost: {
      towards: 'client',
      row: 'session/prompt',
      isForm: true,
      instead: {
        sessions: {
          first: {
            messages: [
              { role: 'user', text: 'Dig' },
              { role: 'agent', text: 'Digging' },
              { role: 'user', text: 'Dig deeper' },
            ],
          },
        },
      },
    },
  },
  {
    name: 'a session that is closed ends its work',
    agent: {
      work: async (turn) => {
        await turn.say('Digging');
        await turn.untilCancelled();
      },
    },
    act: async (hand) => {
      const session = await hand.newSession();
      const prompt = hand.prompt(session, 'Dig');
      await hand.reads(session, 'Digging');
      await hand.close(session);
      await prompt;
    },
    expected: {
      calls: [
        ['new', 'done'],
        ['prompt Dig', { stop: 'cancelled' }],
        ['close', 'done'],
      ],
      sessions: {
        first: {
          messages: [
            { role: 'user', text: 'Dig' },
            { role: 'agent', text: 'Digging' },
          ],
        },
      },
    },
  },
];
