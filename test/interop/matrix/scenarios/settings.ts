/** Settings, modes and commands. */
import type { Setting, SlashCommand } from '../script.ts';
import type { Scenario } from '../scenario.ts';

const mode: Setting = { id: 'mode', name: 'Mode', category: 'mode', value: 'look', choices: ['look', 'dig'] };
const model: Setting = { id: 'model', name: 'Model', category: 'model', value: 'small', choices: ['small', 'big'] };
const tidy: Setting = { id: 'tidy', name: 'Tidy up', value: false };

const seenMode = (value: string): { id: string; value: string; choices: string[] } => ({
  id: 'mode',
  value,
  choices: ['look', 'dig'],
});
const seenModel = (value: string): { id: string; value: string; choices: string[] } => ({
  id: 'model',
  value,
  choices: ['small', 'big'],
});

const commands: readonly SlashCommand[] = [
  { name: 'dig', description: 'Digs a hole', hint: 'how deep' },
  { name: 'rest', description: 'Takes a break' },
];

export const settings: readonly Scenario[] = [
  {
    name: 'settings are shown and set',
    agent: { settings: [mode, model, tidy] },
    act: async (hand) => {
      const session = await hand.newSession();
      await hand.setOption(session, 'model', 'big');
      await hand.setOption(session, 'tidy', true);
    },
    expected: {
      calls: [
        ['new', 'done'],
        ['set model to big', 'done'],
        ['set tidy to true', 'done'],
      ],
      sessions: { first: { options: [seenMode('look'), seenModel('big'), { id: 'tidy', value: true }], mode: 'look' } },
    },
  },
  {
    name: 'a value that a setting does not have is refused',
    agent: { settings: [mode, model] },
    act: async (hand) => {
      const session = await hand.newSession();
      await hand.setOption(session, 'model', 'huge');
      await hand.setOption(session, 'colour', 'red');
      await hand.setOption(session, 'model', 'big');
    },
    expected: {
      calls: [
        ['new', 'done'],
        ['set model to huge', { error: -32_602 }],
        ['set colour to red', { error: -32_602 }],
        ['set model to big', 'done'],
      ],
      sessions: { first: { options: [seenMode('look'), seenModel('big')], mode: 'look' } },
    },
  },
  {
    name: 'a mode is set among other settings',
    agent: { settings: [mode, model] },
    act: async (hand) => {
      const session = await hand.newSession();
      await hand.setMode(session, 'dig');
      await hand.pause();
    },
    expected: {
      calls: [
        ['new', 'done'],
        ['set mode dig', 'done'],
      ],
      sessions: { first: { options: [seenMode('dig'), seenModel('small')], mode: 'dig' } },
    },
  },
  {
    name: 'modes are all that an agent has',
    agent: { settings: [mode], hasOnlyModes: true },
    act: async (hand) => {
      const session = await hand.newSession();
      await hand.setMode(session, 'dig');
      await hand.setMode(session, 'fly');
      await hand.pause();
    },
    expected: {
      calls: [
        ['new', 'done'],
        ['set mode dig', 'done'],
        ['set mode fly', { error: -32_602 }],
      ],
      sessions: { first: { options: [seenMode('dig')], mode: 'dig' } },
    },
  },
  {
    name: 'the agent changes its mode and a setting',
    agent: {
      settings: [mode, model],
      work: async (turn) => {
        await turn.set('mode', 'dig');
        await turn.set('model', 'big');
      },
    },
    act: async (hand) => {
      await hand.prompt(await hand.newSession(), 'Change');
    },
    expected: {
      calls: [
        ['new', 'done'],
        ['prompt Change', { stop: 'end_turn' }],
      ],
      sessions: {
        first: {
          messages: [{ role: 'user', text: 'Change' }],
          options: [seenMode('dig'), seenModel('big')],
          mode: 'dig',
        },
      },
    },
  },
  {
    name: 'the agent changes the only mode that it has',
    agent: {
      settings: [mode],
      hasOnlyModes: true,
      work: async (turn) => {
        await turn.set('mode', 'dig');
      },
    },
    act: async (hand) => {
      await hand.prompt(await hand.newSession(), 'Change');
    },
    expected: {
      calls: [
        ['new', 'done'],
        ['prompt Change', { stop: 'end_turn' }],
      ],
      sessions: {
        first: { messages: [{ role: 'user', text: 'Change' }], options: [seenMode('dig')], mode: 'dig' },
      },
    },
  },
  {
    name: 'a client of version 1 that knows no switches sees the other settings',
    client: { isPlain: true },
    agent: { settings: [model, tidy] },
    act: async (hand) => {
      const session = await hand.newSession();
      await hand.setOption(session, 'model', 'big');
    },
    expected: {
      calls: [
        ['new', 'done'],
        ['set model to big', 'done'],
      ],
      sessions: { first: { options: [seenModel('big'), { id: 'tidy', value: false }] } },
    },
    lost: {
      towards: 'client',
      row: 'session responses',
      instead: { sessions: { first: { options: [seenModel('big')] } } },
    },
  },
  {
    name: 'commands come with the session and change later',
    agent: {
      commands,
      work: async (turn) => {
        turn.note(turn.words);
        await turn.commands(commands.slice(0, 1));
      },
    },
    act: async (hand) => {
      const session = await hand.newSession();
      await hand.pause();
      await hand.prompt(session, '/dig deep');
    },
    expected: {
      calls: [
        ['new', 'done'],
        ['prompt /dig deep', { stop: 'end_turn' }],
      ],
      sessions: {
        first: {
          messages: [{ role: 'user', text: '/dig deep' }],
          commands: [{ name: 'dig', description: 'Digs a hole', hint: 'how deep' }],
        },
      },
      noted: ['/dig deep'],
    },
  },
  {
    name: 'the commands of a session that was not used',
    agent: { commands },
    act: async (hand) => {
      await hand.newSession();
      await hand.pause();
    },
    expected: {
      calls: [['new', 'done']],
      sessions: {
        first: {
          commands: [
            { name: 'dig', description: 'Digs a hole', hint: 'how deep' },
            { name: 'rest', description: 'Takes a break' },
          ],
        },
      },
    },
  },
];
