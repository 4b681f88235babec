/** Prompts and what is said in answer to them. */
import type { Scenario } from '../scenario.ts';

const image = { type: 'image', data: 'cm9zZQ==', mimeType: 'image/png' } as const;
const link = { type: 'resource_link', name: 'roses', uri: 'file:///garden/roses.md' } as const;
const plot = {
  type: 'resource',
  resource: { uri: 'file:///garden/plot.md', mimeType: 'text/markdown', text: 'Two beds.' },
} as const;

const manyWords = Array.from({ length: 500 }, (_, index) => `${index} `);

export const conversation: readonly Scenario[] = [
  {
    name: 'a prompt is answered with text and thoughts',
    agent: {
      work: async (turn) => {
        turn.note(turn.words);
        await turn.think('Which ');
        await turn.think('roses?');
        await turn.say('The red ');
        await turn.say('ones.');
      },
    },
    act: async (hand) => {
      await hand.prompt(await hand.newSession(), 'Which roses?');
    },
    expected: {
      calls: [
        ['new', 'done'],
        ['prompt Which roses?', { stop: 'end_turn' }],
      ],
      sessions: {
        first: {
          messages: [
            { role: 'user', text: 'Which roses?' },
            { role: 'thought', text: 'Which roses?' },
            { role: 'agent', text: 'The red ones.' },
          ],
        },
      },
      noted: ['Which roses?'],
    },
  },
  {
    name: 'messages with ids grow side by side',
    agent: {
      work: async (turn) => {
        await turn.say('Roses ', 'a');
        await turn.say('Lilies ', 'b');
        await turn.think('Hm', 'c');
        await turn.say('are red.', 'a');
        await turn.think('.', 'c');
        await turn.say('are white.', 'b');
      },
    },
    act: async (hand) => {
      await hand.prompt(await hand.newSession(), 'Tell me');
    },
    expected: {
      calls: [
        ['new', 'done'],
        ['prompt Tell me', { stop: 'end_turn' }],
      ],
      sessions: {
        first: {
          messages: [
            { role: 'user', text: 'Tell me' },
            { role: 'agent', text: 'Roses are red.' },
            { role: 'agent', text: 'Lilies are white.' },
            { role: 'thought', text: 'Hm.' },
          ],
        },
      },
    },
  },
  {
    name: 'prompts follow each other in one session, and in two',
    agent: {
      work: async (turn) => {
        await turn.say(`You said ${turn.words}.`);
      },
    },
    act: async (hand) => {
      const first = await hand.newSession();
      await hand.prompt(first, 'one');
      const second = await hand.newSession();
      await hand.prompt(second, 'two');
      await hand.prompt(first, 'three');
    },
    expected: {
      calls: [
        ['new', 'done'],
        ['prompt one', { stop: 'end_turn' }],
        ['new', 'done'],
        ['prompt two', { stop: 'end_turn' }],
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
            { role: 'user', text: 'two' },
            { role: 'agent', text: 'You said two.' },
          ],
        },
      },
    },
  },
  {
    name: 'the same words twice are two prompts',
    agent: {
      work: async (turn) => {
        await turn.say('Again.');
      },
    },
    act: async (hand) => {
      const session = await hand.newSession();
      await hand.prompt(session, 'more');
      await hand.prompt(session, 'more');
    },
    expected: {
      calls: [
        ['new', 'done'],
        ['prompt more', { stop: 'end_turn' }],
        ['prompt more', { stop: 'end_turn' }],
      ],
      sessions: {
        first: {
          messages: [
            { role: 'user', text: 'more' },
            { role: 'agent', text: 'Again.' },
            { role: 'user', text: 'more' },
            { role: 'agent', text: 'Again.' },
          ],
        },
      },
    },
  },
  {
    name: 'an agent may have nothing to say',
    act: async (hand) => {
      const session = await hand.newSession();
      await hand.prompt(session, 'Quiet?');
      await hand.prompt(session, 'Still?');
    },
    expected: {
      calls: [
        ['new', 'done'],
        ['prompt Quiet?', { stop: 'end_turn' }],
        ['prompt Still?', { stop: 'end_turn' }],
      ],
      sessions: {
        first: {
          messages: [
            { role: 'user', text: 'Quiet?' },
            { role: 'user', text: 'Still?' },
          ],
        },
      },
    },
  },
  {
    name: 'content of every kind crosses both ways',
    agent: {
      work: async (turn) => {
        turn.note(turn.kinds);
        await turn.say('See ');
        await turn.say(link);
        await turn.say(image);
      },
    },
    act: async (hand) => {
      await hand.prompt(await hand.newSession(), [{ type: 'text', text: 'Look: ' }, link, image, plot]);
    },
    expected: {
      calls: [
        ['new', 'done'],
        ['prompt text, resource_link, image, resource', { stop: 'end_turn' }],
      ],
      sessions: {
        first: {
          messages: [
            { role: 'user', text: 'Look: [roses](file:///garden/roses.md)<image><resource>' },
            { role: 'agent', text: 'See [roses](file:///garden/roses.md)<image>' },
          ],
        },
      },
      noted: [['text', 'resource_link', 'image', 'resource']],
    },
  },
  ...(['max_tokens', 'max_turn_requests', 'refusal'] as const).map((stopReason): Scenario => ({
    name: `a turn that ends with ${stopReason}`,
    agent: {
      work: async (turn) => {
        await turn.say('No more.');
        return stopReason;
      },
    },
    act: async (hand) => {
      await hand.prompt(await hand.newSession(), 'Go on');
    },
    expected: {
      calls: [
        ['new', 'done'],
        ['prompt Go on', { stop: stopReason }],
      ],
      sessions: {
        first: {
          messages: [
            { role: 'user', text: 'Go on' },
            { role: 'agent', text: 'No more.' },
          ],
        },
      },
    },
  })),
  {
    name: 'a second prompt while one runs waits for it',
    agent: {
      work: async (turn) => {
        await turn.say(`Working on ${turn.words}`, 'work');
        if (turn.words === 'one') await turn.untilTold('_go');
        await turn.say(', done.', 'work');
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
        ['prompt one', { stop: 'end_turn' }],
        ['prompt two', { stop: 'end_turn' }],
        ['_go', 'done'],
      ],
      sessions: {
        first: {
          messages: [
            { role: 'user', text: 'one' },
            { role: 'agent', text: 'Working on one, done.' },
            { role: 'user', text: 'two' },
            { role: 'agent', text: 'Working on two, done.' },
          ],
        },
      },
      noted: [{ method: '_go', params: {} }],
    },
  },
  {
    name: 'two sessions work at the same time',
    agent: {
      work: async (turn) => {
        await turn.say(`Working on ${turn.words}`);
        await turn.untilTold('_go');
        await turn.say(', done.');
      },
    },
    act: async (hand) => {
      const first = await hand.newSession();
      const second = await hand.newSession();
      const prompts = [hand.prompt(first, 'one'), hand.prompt(second, 'two')];
      await Promise.all([hand.reads(first, 'Working on one'), hand.reads(second, 'Working on two')]);
      await hand.notify('_go', {});
      await Promise.all(prompts);
    },
    expected: {
      calls: [
        ['new', 'done'],
        ['new', 'done'],
        ['prompt one', { stop: 'end_turn' }],
        ['prompt two', { stop: 'end_turn' }],
        ['_go', 'done'],
      ],
      sessions: {
        first: {
          messages: [
            { role: 'user', text: 'one' },
            { role: 'agent', text: 'Working on one, done.' },
          ],
        },
        second: {
          messages: [
            { role: 'user', text: 'two' },
            { role: 'agent', text: 'Working on two, done.' },
          ],
        },
      },
      noted: [{ method: '_go', params: {} }],
    },
  },
  {
    name: 'the agent says something when its turn is over',
    agent: {
      work: async (turn) => {
        await turn.say('Done.');
        turn.later(`By the way, ${turn.words}.`);
      },
    },
    act: async (hand) => {
      const session = await hand.newSession();
      await hand.prompt(session, 'one');
      await hand.reads(session, 'By the way, one.');
      await hand.prompt(session, 'two');
      await hand.reads(session, 'By the way, two.');
    },
    expected: {
      calls: [
        ['new', 'done'],
        ['prompt one', { stop: 'end_turn' }],
        ['prompt two', { stop: 'end_turn' }],
      ],
      sessions: {
        first: {
          messages: ['one', 'two'].flatMap((word) => [
            { role: 'user' as const, text: word },
            { role: 'agent' as const, text: 'Done.' },
            { role: 'agent' as const, text: `By the way, ${word}.` },
          ]),
        },
      },
    },
  },
  {
    name: 'a long answer arrives whole and in order',
    agent: {
      work: async (turn) => {
        for (const word of manyWords) void turn.say(word);
        await turn.say('the end');
      },
    },
    act: async (hand) => {
      await hand.prompt(await hand.newSession(), 'Talk');
    },
    expected: {
      calls: [
        ['new', 'done'],
        ['prompt Talk', { stop: 'end_turn' }],
      ],
      sessions: {
        first: {
          messages: [
            { role: 'user', text: 'Talk' },
            { role: 'agent', text: `${manyWords.join('')}the end` },
          ],
        },
      },
    },
  },
  {
    name: 'the context fills',
    agent: {
      work: async (turn) => {
        await turn.context(10, 100);
        await turn.context(53_000, 200_000, { amount: 0.045, currency: 'USD' });
        await turn.title('Roses');
        await turn.say('Full.');
      },
    },
    act: async (hand) => {
      await hand.prompt(await hand.newSession(), 'Fill');
    },
    expected: {
      calls: [
        ['new', 'done'],
        ['prompt Fill', { stop: 'end_turn' }],
      ],
      sessions: {
        first: {
          messages: [
            { role: 'user', text: 'Fill' },
            { role: 'agent', text: 'Full.' },
          ],
          context: { used: 53_000, size: 200_000, cost: { amount: 0.045, currency: 'USD' } },
          title: 'Roses',
        },
      },
    },
  },
  {
    name: 'a turn says what it has used',
    drafts: true,
    agent: {
      work: async (turn) => {
        turn.spend({ totalTokens: 30, inputTokens: 10, outputTokens: 20 });
        await turn.say('Cheap.');
      },
    },
    act: async (hand) => {
      await hand.prompt(await hand.newSession(), 'Count');
    },
    expected: {
      calls: [
        ['new', 'done'],
        ['prompt Count', { stop: 'end_turn', usage: { totalTokens: 30, inputTokens: 10, outputTokens: 20 } }],
      ],
      sessions: {
        first: {
          messages: [
            { role: 'user', text: 'Count' },
            { role: 'agent', text: 'Cheap.' },
          ],
        },
      },
    },
  },
  {
    name: 'a plan is replaced as a whole',
    agent: {
      work: async (turn) => {
        await turn.plan([
          { content: 'Dig', priority: 'high', status: 'pending' },
          { content: 'Plant', priority: 'medium', status: 'pending' },
        ]);
        await turn.plan([
          { content: 'Dig', priority: 'high', status: 'completed' },
          { content: 'Plant', priority: 'medium', status: 'in_progress' },
          { content: 'Water', priority: 'low', status: 'pending' },
        ]);
      },
    },
    act: async (hand) => {
      await hand.prompt(await hand.newSession(), 'Plan');
    },
    expected: {
      calls: [
        ['new', 'done'],
        ['prompt Plan', { stop: 'end_turn' }],
      ],
      sessions: {
        first: {
          messages: [{ role: 'user', text: 'Plan' }],
          plan: ['Dig (high, completed)', 'Plant (medium, in_progress)', 'Water (low, pending)'],
        },
      },
    },
  },
  {
    name: 'a notice is shown beside the conversation',
    agent: {
      work: async (turn) => {
        await turn.notice('It may rain.');
        await turn.say('Bring a coat.');
      },
    },
    act: async (hand) => {
      await hand.prompt(await hand.newSession(), 'Weather?');
    },
    expected: {
      calls: [
        ['new', 'done'],
        ['prompt Weather?', { stop: 'end_turn' }],
      ],
      sessions: {
        first: {
          messages: [
            { role: 'user', text: 'Weather?' },
            { role: 'agent', text: 'Bring a coat.' },
          ],
          notices: ['It may rain.'],
        },
      },
    },
  },
  {
    name: 'a client of version 1 that knows no notices reads them as messages',
    client: { isPlain: true },
    agent: {
      work: async (turn) => {
        await turn.notice('It may rain.');
        await turn.say('Bring a coat.');
      },
    },
    act: async (hand) => {
      await hand.prompt(await hand.newSession(), 'Weather?');
    },
    expected: {
      calls: [
        ['new', 'done'],
        ['prompt Weather?', { stop: 'end_turn' }],
      ],
      sessions: {
        first: {
          messages: [
            { role: 'user', text: 'Weather?' },
            { role: 'agent', text: 'Bring a coat.' },
          ],
          notices: ['It may rain.'],
        },
      },
    },
    lost: {
      towards: 'client',
      row: 'notice and compaction',
      isForm: true,
      instead: {
        sessions: {
          first: {
            messages: [
              { role: 'user', text: 'Weather?' },
              { role: 'agent', text: 'It may rain.' },
              { role: 'agent', text: 'Bring a coat.' },
            ],
          },
        },
      },
    },
  },
];
