/** Forms for the user, and methods that only these two programs know. */
import type { Failure, Form, FormAnswer, Work } from '../script.ts';
import type { Scenario } from '../scenario.ts';

const form: Form = {
  message: 'Which flower?',
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: 'Name' },
      count: { type: 'integer', minimum: 1 },
      fresh: { type: 'boolean' },
    },
    required: ['name'],
  },
};

const ordering: Work = async (turn) => {
  const { action, content } = await turn.elicit(form);
  turn.note(content === undefined ? action : { action, content });
};

const filled = (answer: FormAnswer): Scenario => ({
  name: `a form that the user answers with ${answer.action}`,
  agent: { work: ordering },
  client: { form: answer },
  act: async (hand) => {
    await hand.prompt(await hand.newSession(), 'Order');
  },
  expected: {
    calls: [
      ['new', 'done'],
      ['prompt Order', { stop: 'end_turn' }],
    ],
    sessions: { first: { messages: [{ role: 'user', text: 'Order' }] } },
    forms: [{ message: 'Which flower?', fields: ['name', 'count', 'fresh'], answer }],
    noted: [answer.content === undefined ? answer.action : answer],
  },
});

export const asking: readonly Scenario[] = [
  filled({ action: 'accept', content: { name: 'Rose', count: 3, fresh: true } }),
  filled({ action: 'decline' }),
  filled({ action: 'cancel' }),
  {
    name: 'work is cancelled while a form waits',
    agent: {
      work: async (turn) => {
        await turn.elicit(form);
        await turn.untilCancelled();
      },
    },
    client: { form: 'waits' },
    act: async (hand) => {
      const session = await hand.newSession();
      const prompt = hand.prompt(session, 'Order');
      await hand.isAsked();
      await hand.cancel(session);
      await prompt;
    },
    expected: {
      calls: [
        ['new', 'done'],
        ['prompt Order', { stop: 'cancelled' }],
        ['cancel', 'done'],
      ],
      sessions: { first: { messages: [{ role: 'user', text: 'Order' }] } },
      forms: [{ message: 'Which flower?', fields: ['name', 'count', 'fresh'], answer: { action: 'cancel' } }],
    },
  },
  {
    name: 'custom methods cross both ways',
    agent: {
      answers: { _water: (params) => ({ watered: params }) },
      work: async (turn) => {
        turn.note(await turn.request('_tool', { need: 'spade' }));
        await turn.notify('_bird', { sings: true });
        await turn.untilTold('_rain');
        await turn.say('Wet.');
      },
    },
    client: { answers: { _tool: (params) => ({ given: params }) } },
    act: async (hand) => {
      await hand.request('_water', { bed: 1, _meta: { by: 'hand' } });
      await hand.notify('_rain', { millimetres: 5 });
      await hand.prompt(await hand.newSession(), 'Wait');
    },
    expected: {
      calls: [
        ['_water', { value: { watered: { bed: 1, _meta: { by: 'hand' } } } }],
        ['_rain', 'done'],
        ['new', 'done'],
        ['prompt Wait', { stop: 'end_turn' }],
      ],
      sessions: {
        first: {
          messages: [
            { role: 'user', text: 'Wait' },
            { role: 'agent', text: 'Wet.' },
          ],
        },
      },
      told: [{ method: '_bird', params: { sings: true } }],
      noted: [{ method: '_rain', params: { millimetres: 5 } }, { given: { need: 'spade' } }],
    },
  },
  {
    name: 'a custom method that the other side does not have is refused',
    agent: {
      work: async (turn) => {
        await turn.request('_nothing', {}).catch((error: unknown) => {
          turn.note((error as Failure).code);
        });
      },
    },
    act: async (hand) => {
      await hand.request('_nothing', {});
      await hand.prompt(await hand.newSession(), 'Ask');
    },
    expected: {
      calls: [
        ['_nothing', { error: -32_601 }],
        ['new', 'done'],
        ['prompt Ask', { stop: 'end_turn' }],
      ],
      sessions: { first: { messages: [{ role: 'user', text: 'Ask' }] } },
      noted: [-32_601],
    },
  },
];
