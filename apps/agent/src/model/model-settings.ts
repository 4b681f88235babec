/**
 * Settings that only some models have: the user chooses one of the values that the config file or the service lists.
 *
 * `default` is always a value, and sends nothing.
 */

/** The ids of the options of a session. */
export type ModelSettingId = 'tier' | 'verbosity' | 'effort' | 'speed';

/** The chosen values; absent for the default of the service. */
export type ChosenModelSettings = Readonly<Partial<Record<ModelSettingId, string>>>;

/** The values of each setting that a model has. */
export type ModelSettingValues = Readonly<Partial<Record<ModelSettingId, readonly string[]>>>;

/** The fields of a model in the config file. */
export type ModelSettingField = 'serviceTiers' | 'verbosities' | 'efforts' | 'speeds';

export interface ModelSetting {
  readonly id: ModelSettingId;
  readonly field: ModelSettingField;
  readonly name: string;
  readonly description: string;
  readonly apiType: 'openai' | 'anthropic';
  /** Its name among the options of the package that calls the service. */
  readonly option: string;
  /** The values that there are; undefined if the service names them. */
  readonly known: readonly string[] | undefined;
}

export const modelSettings: readonly ModelSetting[] = [
  {
    id: 'tier',
    field: 'serviceTiers',
    name: 'Service tier',
    description: 'How fast the service answers, and at which price.',
    apiType: 'openai',
    option: 'service_tier',
    known: undefined,
  },
  {
    id: 'verbosity',
    field: 'verbosities',
    name: 'Verbosity',
    description: 'How long the answers of the model are.',
    apiType: 'openai',
    option: 'textVerbosity',
    known: undefined,
  },
  {
    id: 'effort',
    field: 'efforts',
    name: 'Effort',
    description: 'How much the model spends on thoughts, answers and tool calls together.',
    apiType: 'anthropic',
    option: 'effort',
    known: ['low', 'medium', 'high', 'xhigh', 'max'],
  },
  {
    id: 'speed',
    field: 'speeds',
    name: 'Speed',
    description: 'How fast the model answers, and at which price.',
    apiType: 'anthropic',
    option: 'speed',
    known: ['standard', 'fast'],
  },
];

/** The values of the settings that a model of that API has. */
export function settingValues(
  facts: Readonly<Partial<Record<ModelSettingField, readonly string[]>>>,
  apiType: ModelSetting['apiType'],
): ModelSettingValues {
  const found = modelSettings.flatMap((setting) => {
    const values =
      setting.apiType === apiType ? facts[setting.field]?.filter((value) => value !== 'default') : undefined;
    return values === undefined || values.length === 0 ? [] : [[setting.id, values]];
  });
  return Object.fromEntries(found) as ModelSettingValues;
}

/** The options that set what was chosen, for the package of that API. */
export function settingOptions(chosen: ChosenModelSettings, apiType: ModelSetting['apiType']): Record<string, string> {
  const set = modelSettings.flatMap(({ id, option, ...setting }) => {
    const value = chosen[id];
    return value === undefined || setting.apiType !== apiType ? [] : [[option, value] as const];
  });
  return Object.fromEntries(set);
}
