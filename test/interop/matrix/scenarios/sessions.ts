/** Who the agent is, who may use it, and what becomes of sessions. */
import type { Setting } from '../script.ts';
import type { Scenario } from '../scenario.ts';
import type { SeenToolCall } from '../transcript.ts';

const mode: Setting = { id: 'mode', name: 'Mode', category: 'mode', value: 'look', choices: ['look', 'dig'] };
const seenMode = { id: 'mode', value: 'look', choices: ['look', 'dig'] };

const answering: Scenario['agent'] = {
  work: async (turn) => {
    await turn.think('Hm.');
    await turn.call(turn.words, { title: 'Look', kind: 'read', status: 'completed', content: [{ text: 'Green.' }] });
    await turn.say(`You said ${turn.words}.`);
  },
};

const lookedAt = (id: string): SeenToolCall => ({
  id,
  title: 'Look',
  kind: 'read',
  status: 'completed',
  content: ['Green.'],
});

export const sessions: readonly Scenario[] = [
  {
    name: 'the agent introduces itself',
    act: (hand) => hand.introduce(),
    expected: {
      calls: [
        [
          'introduce',
          {
            value: {
              name: 'gardener',
              logins: [],
              can: ['load', 'list', 'resume', 'close', 'delete', 'image', 'embeddedContext'],
            },
          },
        ],
      ],
    },
  },
  {
    name: 'the agent learns who the client is, and which servers to start',
    agent: {
      notesServers: true,
      work: (turn) => {
        turn.note(turn.client);
        return Promise.resolve();
      },
    },
    act: async (hand) => {
      const server = { name: 'tools', command: '/bin/tools', args: ['--all'], env: [{ name: 'SHED', value: 'open' }] };
      await hand.prompt(await hand.newSession([server]), 'Who am I?');
    },
    expected: {
      calls: [
        ['new', 'done'],
        ['prompt Who am I?', { stop: 'end_turn' }],
      ],
      sessions: { first: { messages: [{ role: 'user', text: 'Who am I?' }] } },
      noted: [['tools: /bin/tools --all'], 'visitor'],
    },
  },
  {
    name: 'sessions are for those who have logged in',
    agent: { isGuarded: true },
    act: async (hand) => {
      await hand.introduce();
      await hand.newSession();
      await hand.login('key');
      await hand.newSession();
      await hand.logout();
      await hand.newSession();
    },
    expected: {
      calls: [
        [
          'introduce',
          {
            value: {
              name: 'gardener',
              logins: ['key'],
              can: ['load', 'list', 'resume', 'close', 'delete', 'image', 'embeddedContext', 'logout'],
            },
          },
        ],
        ['new', { error: -32_000 }],
        ['login key', 'done'],
        ['new', 'done'],
        ['logout', 'done'],
        ['new', { error: -32_000 }],
      ],
    },
  },
  {
    name: 'a session is loaded with its history',
    agent: { ...answering, settings: [mode] },
    act: async (hand) => {
      const session = await hand.newSession();
      await hand.prompt(session, 'one');
      await hand.prompt(session, 'two');
      await hand.close(session);
      await hand.load(session);
      await hand.prompt(session, 'three');
    },
    expected: {
      calls: [
        ['new', 'done'],
        ['prompt one', { stop: 'end_turn' }],
        ['prompt two', { stop: 'end_turn' }],
        ['close', 'done'],
        ['load', 'done'],
        ['prompt three', { stop: 'end_turn' }],
      ],
      sessions: {
        first: {
          messages: ['one', 'two', 'three'].flatMap((word) => [
            { role: 'user' as const, text: word },
            { role: 'thought' as const, text: 'Hm.' },
            { role: 'agent' as const, text: `You said ${word}.` },
          ]),
          toolCalls: ['one', 'two', 'three'].map(lookedAt),
          options: [seenMode],
          mode: 'look',
        },
      },
    },
  },
  {
    name: 'a session that is open is loaded with all that was in it',
    agent: {
      work: async (turn) => {
        await turn.plan([{ content: 'Dig', priority: 'high', status: 'in_progress' }]);
        await turn.say('First ', 'a');
        await turn.think('Hm.', 'b');
        // Text of our agent after a tool call would be a message of its own.
        await turn.say('this.', 'a');
        await turn.call('dig', { title: 'Dig', kind: 'execute', status: 'in_progress' });
        await turn.append('dig', { text: 'A bit.' });
        await turn.append('dig', { text: 'A bit more.' });
        await turn.call('dig', { status: 'completed' });
        await turn.plan([{ content: 'Dig', priority: 'high', status: 'completed' }]);
        await turn.title('Digging');
      },
    },
    act: async (hand) => {
      const session = await hand.newSession();
      const link = { type: 'resource_link', name: 'plan', uri: 'file:///garden/plan.md' } as const;
      await hand.prompt(session, [{ type: 'text', text: 'Dig as in ' }, link]);
      await hand.load(session);
      await hand.load(session);
    },
    expected: {
      calls: [
        ['new', 'done'],
        ['prompt text, resource_link', { stop: 'end_turn' }],
        ['load', 'done'],
        ['load', 'done'],
      ],
      sessions: {
        first: {
          messages: [
            { role: 'user', text: 'Dig as in [plan](file:///garden/plan.md)' },
            { role: 'agent', text: 'First this.' },
            { role: 'thought', text: 'Hm.' },
          ],
          toolCalls: [
            { id: 'dig', title: 'Dig', kind: 'execute', status: 'completed', content: ['A bit.', 'A bit more.'] },
          ],
          plan: ['Dig (high, completed)'],
          title: 'Digging',
        },
      },
    },
  },
  {
    name: 'a session is closed twice',
    act: async (hand) => {
      const session = await hand.newSession();
      await hand.close(session);
      await hand.close(session);
    },
    expected: {
      calls: [
        ['new', 'done'],
        ['close', 'done'],
        ['close', 'done'],
      ],
    },
  },
  {
    name: 'a session is resumed without its history',
    agent: answering,
    act: async (hand) => {
      const session = await hand.newSession();
      await hand.prompt(session, 'one');
      await hand.close(session);
      await hand.resume(session);
      await hand.prompt(session, 'two');
    },
    expected: {
      calls: [
        ['new', 'done'],
        ['prompt one', { stop: 'end_turn' }],
        ['close', 'done'],
        ['resume', 'done'],
        ['prompt two', { stop: 'end_turn' }],
      ],
      sessions: {
        first: {
          messages: ['one', 'two'].flatMap((word) => [
            { role: 'user' as const, text: word },
            { role: 'thought' as const, text: 'Hm.' },
            { role: 'agent' as const, text: `You said ${word}.` },
          ]),
          toolCalls: ['one', 'two'].map(lookedAt),
        },
      },
    },
  },
  {
    name: 'an agent of version 1 that can do little serves as well',
    agent: {
      isMinimal: true,
      work: async (turn) => {
        await turn.say(`You said ${turn.words}.`);
        if (turn.words === 'two') await turn.untilCancelled();
      },
    },
    act: async (hand) => {
      const first = await hand.newSession();
      await hand.prompt(first, 'one');
      await hand.close(first);
      const second = await hand.newSession();
      const prompt = hand.prompt(second, 'two');
      await hand.reads(second, 'You said two.');
      await hand.close(second);
      await prompt;
    },
    expected: {
      calls: [
        ['new', 'done'],
        ['prompt one', { stop: 'end_turn' }],
        ['close', 'done'],
        ['new', 'done'],
        ['prompt two', { stop: 'cancelled' }],
        ['close', 'done'],
      ],
      sessions: {
        first: {
          messages: [
            { role: 'user', text: 'one' },
            { role: 'agent', text: 'You said one.' },
          ],
        },
        second: {
          messages: [
            { role: 'user', text: 'two' },
            { role: 'agent', text: 'You said two.' },
          ],
        },
      },
    },
    lost: { towards: 'agent', row: 'initialize result' },
  },
  {
    name: 'sessions are listed, and deleted from the list',
    agent: {
      work: async (turn) => {
        await turn.title(turn.words);
      },
    },
    act: async (hand) => {
      await hand.list();
      const first = await hand.newSession();
      const second = await hand.newSession();
      await hand.prompt(second, 'Lilies');
      await hand.list();
      await hand.delete(first);
      await hand.list();
      await hand.delete(first);
    },
    expected: {
      calls: [
        ['list', { value: [] }],
        ['new', 'done'],
        ['new', 'done'],
        ['prompt Lilies', { stop: 'end_turn' }],
        [
          'list',
          {
            value: [
              { session: 'first', cwd: '/garden' },
              { session: 'second', cwd: '/garden', title: 'Lilies' },
            ],
          },
        ],
        ['delete', 'done'],
        ['list', { value: [{ session: 'second', cwd: '/garden', title: 'Lilies' }] }],
        ['delete', 'done'],
      ],
      sessions: { second: { messages: [{ role: 'user', text: 'Lilies' }], title: 'Lilies' } },
    },
  },
  {
    name: 'a session is forked, and both go on',
    drafts: true,
    agent: {
      work: async (turn) => {
        await turn.say(`You said ${turn.words}.`);
      },
    },
    act: async (hand) => {
      const first = await hand.newSession();
      await hand.prompt(first, 'one');
      const second = await hand.fork(first);
      await hand.prompt(second, 'two');
      await hand.close(second);
      await hand.load(second);
      await hand.prompt(first, 'three');
    },
    expected: {
      calls: [
        ['new', 'done'],
        ['prompt one', { stop: 'end_turn' }],
        ['fork', 'done'],
        ['prompt two', { stop: 'end_turn' }],
        ['close', 'done'],
        ['load', 'done'],
        ['prompt three', { stop: 'end_turn' }],
      ],
      sessions: {
        first: {
          messages: [
            { role: 'user', text: 'one' },
            { role: 'agent', text: 'You said one.' },
            { role: 'user', text: 'three' },
            { role: 'agent', text: 'You said three.' },
          ],
        },
        second: {
          messages: [
            { role: 'user', text: 'one' },
            { role: 'agent', text: 'You said one.' },
            { role: 'user', text: 'two' },
            { role: 'agent', text: 'You said two.' },
          ],
        },
      },
    },
  },
];
