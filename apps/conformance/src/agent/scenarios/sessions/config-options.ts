/** Config options of sessions, and the modes of version 1. */
import type { Conversation } from '../../../conversation/conversation.ts';
import { Unreachable } from '../../../conversation/failure.ts';
import { fieldsOf, type Fields, type Reply } from '../../../conversation/message.ts';
import type { AgentScenario } from '../../agent-scenario.ts';
import type { AgentStage } from '../../agent-stage.ts';
import { describeReply, invalidParams, isRefused, methodNotFound } from '../../sessions/describe-reply.ts';
import { ConfigState, isMixed, valuesOf, valueType } from '../../sessions/config-state.ts';

/** Opens a session that has options; undefined, with all rules noted, if its sessions have none. */
async function openConfigured(
  stage: AgentStage,
  conversation: Conversation,
  rules: readonly string[],
): Promise<ConfigState | undefined> {
  const state = new ConfigState(stage, conversation, await stage.opened(conversation));
  if (state.options.length > 0) return state;
  for (const rule of rules) stage.notOffered(rule, 'Its sessions have no config options.');
  return undefined;
}

/** Setting an option to the value that it has already returns all options as they are. */
async function checkComplete(stage: AgentStage, state: ConfigState): Promise<void> {
  const [option] = state.options.filter((each) => valueType(each) !== undefined && hasValue(each));
  if (option === undefined) return stage.notTested('CFG-02', 'No option is of a type that can be set, with a value.');
  const known = state.ids;
  const reply = await state.set(option, option['currentValue']);
  const ids = state.idsIn(reply.result);
  stage.check(
    'CFG-02',
    known.every((id) => ids.includes(id)),
    `Of the options ${JSON.stringify(known)}, session/set_config_option returned ${JSON.stringify(ids)}.`,
  );
  const [changeable, value] = state.changeable();
  if (changeable === undefined) return undefined;
  const changed = await state.set(changeable, value);
  const now = state.find(changed.result, changeable)?.['currentValue'];
  return stage.check(
    'CFG-02',
    now === value,
    `An option set to ${JSON.stringify(value)} is returned as ${JSON.stringify(now)}.`,
  );
}

/** Wrong options, values and types are refused, and change nothing. */
async function checkWrong(stage: AgentStage, state: ConfigState): Promise<void> {
  const select = state.options.find(({ type }) => type === 'select');
  const wrong: readonly Fields[] = [
    { configId: 'conformance-unknown', type: 'id', value: 'conformance' },
    ...(select === undefined
      ? []
      : [
          { configId: state.idOf(select), type: 'id', value: 'conformance-unknown' },
          { configId: state.idOf(select), type: 'boolean', value: true },
        ]),
  ];
  for (const each of wrong) {
    const reply = await state.send(each);
    stage.check(
      'CFG-04',
      isRefused(reply, invalidParams),
      `session/set_config_option with ${JSON.stringify(each)} ${describeReply(reply)}.`,
    );
  }
  if (select === undefined) return;
  const { result } = await state.set(select, select['currentValue']);
  const now = state.find(result, select)?.['currentValue'];
  stage.check('CFG-04', now === select['currentValue'], `After refused values the option is ${JSON.stringify(now)}.`);
}

/** Every form in which version 1 can set a value. */
async function checkForms(stage: AgentStage, state: ConfigState): Promise<void> {
  const select = state.options.find(({ type }) => type === 'select');
  if (select === undefined) return stage.notOffered('CFG-09', 'It has no option with a list of values.');
  const { currentValue: value } = select;
  for (const form of [{}, { type: 'id' }]) {
    const reply = await state.send({ configId: state.idOf(select), value, ...form });
    const given = JSON.stringify({ ...form, value });
    stage.check(
      'CFG-09',
      reply.error === undefined,
      `session/set_config_option with ${given} ${describeReply(reply)}.`,
    );
  }
  const toggle = state.options.find(({ type }) => type === 'boolean');
  if (toggle === undefined) return undefined;
  const reply = await state.send({ configId: state.idOf(toggle), type: 'boolean', value: toggle['currentValue'] });
  return stage.check('CFG-09', reply.error === undefined, `Setting an option of type boolean ${describeReply(reply)}.`);
}

/** What the agent tells when it changes an option itself is everything. */
async function checkUpdates(
  stage: AgentStage,
  conversation: Conversation,
  state: ConfigState,
): Promise<readonly Fields[]> {
  const { since } = await stage.prompt(conversation, state.sessionId, 'change-mode');
  await conversation.fence();
  const updates = conversation.updates(state.sessionId, ['config_option_update'], since);
  const told = updates.at(-1);
  const [option] = state.options.filter((each) => valueType(each) !== undefined);
  if (told === undefined || option === undefined) {
    stage.notTested('CFG-03', 'The agent changed no option by itself.');
    return [];
  }
  const current = state.find(told, option)?.['currentValue'] ?? option['currentValue'];
  const { result } = await state.set(option, current);
  const [known, ids] = [state.idsIn(result), state.idsIn(told)];
  stage.check(
    'CFG-03',
    known.every((id) => ids.includes(id)),
    `config_option_update has the options ${JSON.stringify(ids)}; the session has ${JSON.stringify(known)}.`,
  );
  return updates;
}

const decided = ['CFG-01', 'CFG-02', 'CFG-03', 'CFG-04', 'CFG-13'];

async function checkOptions(stage: AgentStage, conversation: Conversation, state: ConfigState): Promise<void> {
  const unset = state.options.filter((option) => valueType(option) !== undefined && !hasValue(option));
  stage.check('CFG-01', unset.length === 0, `Without a current value: ${JSON.stringify(unset.map(state.idOf))}.`);
  const { reply } = await stage.prompt(conversation, state.sessionId, 'say');
  stage.check('CFG-01', reply.error === undefined, `A prompt with no option set ${describeReply(reply)}.`);
  stage.check('CFG-13', !state.options.some(isMixed), 'An option has groups beside values that are in none.');
  await checkComplete(stage, state);
  await checkWrong(stage, state);
  const updates = await checkUpdates(stage, conversation, state);
  const mixed = updates.flatMap((update) => state.optionsIn(update)).filter(isMixed);
  stage.check('CFG-13', mixed.length === 0, 'A config_option_update has groups beside values that are in none.');
}

const isBoolean = ({ type }: Fields): boolean => type === 'boolean';

const hasValue = ({ type, currentValue }: Fields): boolean =>
  type === 'boolean' ? typeof currentValue === 'boolean' : typeof currentValue === 'string';

/** The scenarios about config options. */
export const configOptionScenarios: readonly AgentScenario[] = [
  {
    name: 'config/options',
    about: 'Opens a session, sets its options to right and wrong values, and has the agent change one itself.',
    versions: [1, 2],
    decides: decided,
    run: async (stage) => {
      const conversation = await stage.shared(stage.dialect.everything);
      const state = await openConfigured(stage, conversation, decided);
      if (state !== undefined) await checkOptions(stage, conversation, state);
    },
  },
  {
    name: 'config/values-of-version-1',
    about: 'Sets options in every form of version 1, and looks for switches where the client has none.',
    versions: [1],
    decides: ['CFG-08', 'CFG-09'],
    run: async (stage) => {
      const able = await openConfigured(stage, await stage.shared(stage.dialect.everything), ['CFG-08', 'CFG-09']);
      if (able === undefined) return;
      await checkForms(stage, able);
      const unable = new ConfigState(stage, await stage.shared(), await stage.opened(await stage.shared()));
      const found = 'A client that did not offer session.configOptions.boolean was sent an option of type boolean.';
      if (able.options.some(isBoolean)) stage.check('CFG-08', !unable.options.some(isBoolean), found);
      else stage.notOffered('CFG-08', 'It has no options of type boolean.');
    },
  },
  {
    name: 'config/no-modes',
    about: 'Looks for the modes that version 2 has no longer.',
    versions: [2],
    decides: ['MODE-05'],
    run: async (stage) => {
      const conversation = await stage.shared();
      const opened = await stage.opened(conversation);
      stage.check('MODE-05', !('modes' in opened), 'The result of session/new has modes.');
      const { sessionId } = opened;
      const reply = await conversation.request('session/set_mode', { sessionId, modeId: 'ask' });
      stage.check('MODE-05', isRefused(reply, methodNotFound), `session/set_mode ${describeReply(reply)}.`);
    },
  },
  {
    name: 'config/modes',
    about: 'Sets modes that exist and do not exist, and has the agent change its mode itself.',
    versions: [1],
    decides: ['MODE-02', 'MODE-03', 'MODE-04'],
    run: async (stage) => {
      const conversation = await stage.shared();
      const opened = await stage.opened(conversation);
      const modes = fieldsOf(opened['modes']);
      const ids = [modes['availableModes']].flat().flatMap((mode) => fieldsOf(mode)['id'] ?? []);
      if (ids.length === 0) {
        for (const rule of ['MODE-02', 'MODE-03', 'MODE-04']) stage.notOffered(rule, 'Its sessions have no modes.');
        return;
      }
      const state = new ConfigState(stage, conversation, opened);
      const wrong = await setMode(conversation, state.sessionId, 'conformance-unknown');
      stage.check(
        'MODE-03',
        isRefused(wrong, invalidParams),
        `session/set_mode to an unknown mode ${describeReply(wrong)}.`,
      );
      const option = state.options.find(({ category }) => category === 'mode');
      if (option === undefined) stage.notOffered('MODE-02', 'It has no config option for its modes.');
      else await checkSync(stage, conversation, { state, option, current: modes['currentModeId'], ids });
      await checkOwnChange(stage, conversation, state.sessionId, option !== undefined);
    },
  },
];

const setMode = (conversation: Conversation, sessionId: string, modeId: unknown): Promise<Reply> =>
  conversation.request('session/set_mode', { sessionId, modeId });

/** A mode that is set is the value of the option too. */
async function checkSync(
  stage: AgentStage,
  conversation: Conversation,
  modes: {
    readonly state: ConfigState;
    readonly option: Fields;
    readonly current: unknown;
    readonly ids: readonly unknown[];
  },
): Promise<void> {
  const { state, option, current, ids } = modes;
  const { currentValue } = option;
  if (!valuesOf(option).includes(current)) return;
  stage.check(
    'MODE-02',
    currentValue === current,
    `The mode is ${String(current)}, its option ${String(currentValue)}.`,
  );
  const other = ids.find((id) => id !== current && valuesOf(option).includes(id));
  const probe = state.options.find((each) => each !== option && valueType(each) !== undefined);
  if (other === undefined || probe === undefined) return;
  const { error } = await setMode(conversation, state.sessionId, other);
  if (error !== undefined) throw new Unreachable(`session/set_mode was refused: ${error.message}`);
  const { result } = await state.set(probe, probe['currentValue']);
  const now = state.find(result, option)?.['currentValue'];
  stage.check(
    'MODE-02',
    now === other,
    `The mode was set to ${JSON.stringify(other)}, and its option is ${JSON.stringify(now)}.`,
  );
}

/** A mode that the agent changes itself is told, by the option too. */
async function checkOwnChange(
  stage: AgentStage,
  conversation: Conversation,
  sessionId: string,
  hasOption: boolean,
): Promise<void> {
  const { since } = await stage.prompt(conversation, sessionId, 'change-mode');
  await conversation.fence();
  const modes = conversation.updates(sessionId, ['current_mode_update'], since);
  const options = conversation.updates(sessionId, ['config_option_update'], since);
  if (modes.length === 0 && options.length === 0)
    return stage.notTested('MODE-04', 'The agent did not change its mode by itself.');
  stage.check('MODE-04', modes.length > 0, 'The option of the mode has changed, without a current_mode_update.');
  if (!hasOption) return undefined;
  return stage.check('MODE-02', options.length > 0, 'The mode has changed, without a config_option_update.');
}
