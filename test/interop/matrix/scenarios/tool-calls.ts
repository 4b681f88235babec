/** Tool calls, what they show, and whether they may go on. */
import type { PermissionOption } from '@acp-stack/schema/v1';

import type { ClientScript, FileChange, Work } from '../script.ts';
import type { Scenario } from '../scenario.ts';
import type { Seen, SeenToolCall } from '../transcript.ts';

const options: readonly PermissionOption[] = [
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
];

const pruned: FileChange = {
  path: '/garden/roses.md',
  oldText: 'red\nwilted\nwhite\n',
  newText: 'red\nwhite\n',
  patch: [
    'diff --git /garden/roses.md /garden/roses.md',
    'index e06e760..caa8e20 100644',
    '--- /garden/roses.md',
    '+++ /garden/roses.md',
    '@@ -1,3 +1,2 @@',
    ' red',
    '-wilted',
    ' white',
    '',
  ].join('\n'),
};

const planted: FileChange = {
  path: '/garden/lilies.md',
  newText: 'white\n',
  patch: [
    'diff --git /garden/lilies.md /garden/lilies.md',
    'new file mode 100644',
    'index 0000000..57d4625',
    '--- /dev/null',
    '+++ /garden/lilies.md',
    '@@ -0,0 +1 @@',
    '+white',
    '',
  ].join('\n'),
};

/** Asks whether it may dig, and digs if it may. */
const digging: Work = async (turn) => {
  await turn.call('dig', { title: 'Dig a hole', kind: 'execute', status: 'pending' });
  const answer = await turn.ask('dig', options);
  turn.note(answer);
  if (answer === 'yes') await turn.call('dig', { status: 'completed', content: [{ text: 'A hole.' }] });
  else await turn.call('dig', { status: 'failed' });
};

const asking = (permission: 'yes' | 'no' | 'cancelled', toolCall: Partial<SeenToolCall>): Scenario => ({
  name: `a permission that is answered with ${permission}`,
  agent: { work: digging },
  client: { permission } satisfies ClientScript,
  act: async (hand) => {
    await hand.prompt(await hand.newSession(), 'Dig');
  },
  expected: {
    calls: [
      ['new', 'done'],
      ['prompt Dig', { stop: 'end_turn' }],
    ],
    sessions: {
      first: {
        messages: [{ role: 'user', text: 'Dig' }],
        toolCalls: [{ id: 'dig', title: 'Dig a hole', kind: 'execute', status: 'failed', ...toolCall }],
      },
    },
    questions: [{ title: 'Dig a hole', options: ['yes', 'no'], answer: permission }],
    noted: [permission],
  },
});

const withToolCall = (toolCall: SeenToolCall): Seen => ({
  calls: [
    ['new', 'done'],
    ['prompt Work', { stop: 'end_turn' }],
  ],
  sessions: { first: { messages: [{ role: 'user', text: 'Work' }], toolCalls: [toolCall] } },
});

const working = (work: Work): Pick<Scenario, 'agent' | 'act'> => ({
  agent: { work },
  act: async (hand) => {
    await hand.prompt(await hand.newSession(), 'Work');
  },
});

export const toolCalls: readonly Scenario[] = [
  {
    name: 'a tool call from its beginning to its end',
    ...working(async (turn) => {
      await turn.call('read', {
        title: 'Read the plan',
        kind: 'read',
        status: 'pending',
        locations: [{ path: '/garden/plan.md', line: 3 }],
        rawInput: { path: '/garden/plan.md' },
      });
      await turn.call('read', { status: 'in_progress' });
      await turn.call('read', { title: 'Read the whole plan', content: [{ text: 'Two beds.' }] });
      await turn.call('read', { status: 'completed', rawOutput: { lines: 2 } });
    }),
    expected: withToolCall({
      id: 'read',
      title: 'Read the whole plan',
      kind: 'read',
      status: 'completed',
      content: ['Two beds.'],
      locations: [{ path: '/garden/plan.md', line: 3 }],
      rawInput: { path: '/garden/plan.md' },
      rawOutput: { lines: 2 },
    }),
  },
  {
    name: 'a tool call whose output arrives in pieces',
    ...working(async (turn) => {
      await turn.call('water', { title: 'Water', kind: 'execute', status: 'in_progress' });
      await turn.append('water', { text: 'drop' });
      await turn.append('water', { text: 'drip' });
      await turn.call('water', { content: [{ text: 'a puddle' }] });
      await turn.append('water', { text: 'a lake' });
      await turn.call('water', { status: 'completed' });
    }),
    expected: withToolCall({
      id: 'water',
      title: 'Water',
      kind: 'execute',
      status: 'completed',
      content: ['a puddle', 'a lake'],
    }),
  },
  {
    name: 'a tool call of which little is said',
    ...working(async (turn) => {
      await turn.call('wait', { title: 'Wait' });
      await turn.call('wait', { status: 'failed' });
    }),
    expected: withToolCall({ id: 'wait', title: 'Wait', kind: 'other', status: 'failed' }),
  },
  {
    name: 'changes of files',
    ...working(async (turn) => {
      await turn.call('edit', { title: 'Prune', kind: 'edit', status: 'in_progress', content: [pruned] });
      await turn.append('edit', planted);
      await turn.call('edit', { status: 'completed' });
    }),
    expected: withToolCall({
      id: 'edit',
      title: 'Prune',
      kind: 'edit',
      status: 'completed',
      content: [
        { path: '/garden/roses.md', oldText: 'red\nwilted\nwhite\n', newText: 'red\nwhite\n' },
        { path: '/garden/lilies.md', newText: 'white\n' },
      ],
    }),
  },
  asking('yes', { status: 'completed', content: ['A hole.'] }),
  asking('no', {}),
  asking('cancelled', {}),
  {
    name: 'work is cancelled while a question waits',
    agent: {
      work: async (turn) => {
        await turn.call('dig', { title: 'Dig a hole', kind: 'execute', status: 'pending' });
        await turn.ask('dig', options);
        await turn.untilCancelled();
      },
    },
    client: { permission: 'waits' },
    act: async (hand) => {
      const session = await hand.newSession();
      const prompt = hand.prompt(session, 'Dig');
      await hand.isAsked();
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
          messages: [{ role: 'user', text: 'Dig' }],
          toolCalls: [{ id: 'dig', title: 'Dig a hole', kind: 'execute', status: 'cancelled' }],
        },
      },
      questions: [{ title: 'Dig a hole', options: ['yes', 'no'], answer: 'cancelled' }],
    },
    lost: {
      towards: 'client',
      row: 'tool calls',
      instead: {
        sessions: {
          first: {
            messages: [{ role: 'user', text: 'Dig' }],
            toolCalls: [{ id: 'dig', title: 'Dig a hole', kind: 'execute', status: 'failed' }],
          },
        },
      },
    },
  },
];
