/** Sabotages of the rules about config options, plans, commands and content. */
import { assumeSessionCapabilities, inCapabilities, changeInitializeResponse } from './change-initialize.ts';
import { respondWith, changeSentRequests, replaceErrors, either, changeResults } from './change-requests.ts';
import { changeReceivedUpdates, changeSentUpdates } from './change-updates.ts';
import { incoming, outgoing, type Sabotages } from './sabotage.ts';
import { fieldsOf, mapCarried, without, type WireFields } from './wire-message.ts';

const invalidParams = -32_602;

const setOption = ['session/set_config_option'];

const categories = new Set<unknown>(['mode', 'model', 'model_config', 'thought_level']);

const optionTypes = new Set<unknown>(['select', 'boolean']);

const strayGroup = { groupId: 'stray', name: 'Stray', options: [{ value: 'stray', name: 'Stray' }] };

const optionsIn = (fields: WireFields): readonly unknown[] =>
  Array.isArray(fields['configOptions']) ? (fields['configOptions'] as unknown[]) : [];

/** Only the first option. */
const onlyFirst = (fields: WireFields): WireFields => ({ ...fields, configOptions: optionsIn(fields).slice(0, 1) });

/** The sabotages of the rules about config options. */
const optionSabotages: Sabotages = {
  'CFG-01': {
    text: 'does not say what an option is set to',
    side: 'agent',
    break: changeResults(['session/new'], (result) => ({
      ...result,
      configOptions: optionsIn(result).map((option) => without(fieldsOf(option), 'currentValue')),
    })),
  },
  'CFG-02': {
    text: 'responds with only the first option when one is set',
    side: 'agent',
    break: changeResults(setOption, onlyFirst),
  },
  'CFG-03': {
    text: 'reports the first option alone, and keeps options that are gone',
    side: 'both',
    break: either(
      changeSentUpdates(['config_option_update'], onlyFirst),
      changeReceivedUpdates(['config_option_update'], (update, wire) => {
        const known = wire.memory(() => ({ options: [] as readonly unknown[] }));
        const before = known.options;
        known.options = [...before, ...optionsIn(update)];
        return before.length === 0 ? update : { ...update, configOptions: known.options };
      }),
    ),
  },
  'CFG-04': {
    text: 'accepts values that an option does not have',
    side: 'agent',
    break: replaceErrors(setOption, invalidParams, { configOptions: [] }),
  },
  'CFG-06': {
    text: 'drops options of an unknown category',
    side: 'client',
    break: changeReceivedUpdates(['config_option_update'], (update) => ({
      ...update,
      configOptions: optionsIn(update).filter((option) => categories.has(fieldsOf(option)['category'])),
    })),
  },
  'CFG-05': {
    text: 'shows the options in an order of its own',
    side: 'client',
    break: changeReceivedUpdates(['config_option_update'], (update) => ({
      ...update,
      configOptions: optionsIn(update).toReversed(),
    })),
  },
  'CFG-07': {
    text: 'does not take options among which one is of an unknown type',
    side: 'client',
    break: changeReceivedUpdates(['config_option_update'], (update) =>
      optionsIn(update).every((option) => optionTypes.has(fieldsOf(option)['type'])) ? update : undefined,
    ),
  },
  'CFG-13': {
    text: 'puts a group beside values that are in none',
    side: 'agent',
    break: changeSentUpdates(['config_option_update'], (update) => ({
      ...update,
      configOptions: optionsIn(update).map((option) => {
        const { options, ...others } = fieldsOf(option);
        return Array.isArray(options) ? { ...others, options: [...(options as unknown[]), strayGroup] } : option;
      }),
    })),
  },
  'CFG-10': {
    text: 'sets options without the type of the value',
    side: 'client',
    break: changeSentRequests(setOption, (params) => without(params, 'type')),
  },
  'CFG-12': {
    text: 'whether and when values change',
    side: 'both',
    unprovable: 'It is optional, so nothing breaks it.',
  },
  'MODE-05': { text: 'still knows modes', side: 'agent', break: respondWith(['session/set_mode'], {}) },
};

/** The sabotages of the rules about plans, commands and content. */
const contentSabotages: Sabotages = {
  'PLAN-01': {
    text: 'does not send its plans',
    side: 'agent',
    break: changeSentUpdates(['plan_update', 'plan'], () => undefined),
  },
  'PLAN-02': {
    text: 'sends the first entry of a plan only',
    side: 'agent',
    break: changeSentUpdates(['plan_update'], (update) => {
      const plan = fieldsOf(update['plan']);
      return Array.isArray(plan['entries'])
        ? { ...update, plan: { ...plan, entries: plan['entries'].slice(0, 1) as unknown[] } }
        : update;
    }),
  },
  'PLAN-04': {
    text: 'sends plans without an id',
    side: 'agent',
    break: changeSentUpdates(['plan_update'], (update) => ({
      ...update,
      plan: without(fieldsOf(update['plan']), 'planId'),
    })),
  },
  'PLAN-06': {
    text: 'names the file of a plan without where it is',
    side: 'agent',
    break: changeSentUpdates(['plan_update'], (update) => {
      const plan = fieldsOf(update['plan']);
      return typeof plan['uri'] === 'string'
        ? { ...update, plan: { ...plan, uri: plan['uri'].replace(/^.*\//u, '') } }
        : update;
    }),
  },
  'CMD-01': {
    text: 'whether commands are offered',
    side: 'agent',
    unprovable: 'It is optional, so nothing breaks it.',
  },
  'CMD-03': {
    text: 'offers commands with a slash and a space in their names',
    side: 'agent',
    break: changeSentUpdates(['available_commands_update'], (update) => ({
      ...update,
      availableCommands: [update['availableCommands']]
        .flat()
        .map((command) => ({ ...fieldsOf(command), name: `/${String(fieldsOf(command)['name'])} now` })),
    })),
  },
  'CMD-04': {
    text: 'offers commands without their type',
    side: 'agent',
    break: changeSentUpdates(['available_commands_update'], (update) => ({
      ...update,
      availableCommands: [update['availableCommands']].flat().map((command) => without(fieldsOf(command), 'type')),
    })),
  },
  'CONT-01': {
    text: 'sends and takes content that the agent did not offer to take',
    side: 'both',
    break: either(
      assumeSessionCapabilities({ prompt: { image: {}, audio: {}, embeddedContext: {} } }),
      replaceErrors(['session/prompt'], invalidParams, { messageId: 'sabotaged' }),
    ),
  },
  'CONT-02': {
    text: 'leaves out what is said about content',
    side: 'both',
    break: outgoing((message) => {
      const changed = mapCarried(message, (key, value) => (key === 'annotations' ? undefined : value));
      return changed === message ? undefined : [changed];
    }),
  },
  'CONT-03': {
    text: 'points at files although the agent takes what is in them',
    side: 'client',
    break: incoming(
      changeInitializeResponse((said) =>
        inCapabilities(said, (capabilities) => {
          const { session, ...others } = fieldsOf(capabilities);
          const { prompt, ...sessionOthers } = fieldsOf(session);
          return {
            ...others,
            session: { ...sessionOthers, prompt: without(fieldsOf(prompt), 'embeddedContext') },
          };
        }),
      ),
    ),
  },
};

/** The sabotages of the rules about config options and plans, commands and content. */
export const configOptionSabotages: Sabotages = { ...optionSabotages, ...contentSabotages };
