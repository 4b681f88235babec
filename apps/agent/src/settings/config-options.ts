/** The config options of a session: mode, model and its settings, thinking, steering, and web access. */
import type { SessionConfigOption } from '@acp-stack/sdk';

import {
  modelSettings,
  type ChosenModelSettings,
  type ModelSettingId,
  type ModelSettingValues,
} from '../model/model-settings.ts';
import type { SteerInStream } from '../model/steering.ts';
import type { ModelChoice } from '../providers/providers.ts';
import { modes } from './modes.ts';

/** The settings of a session; those of a model are `default` if they are left to the service. */
export interface Settings extends Readonly<Record<ModelSettingId, string>> {
  readonly mode: string;
  /** `provider/model`; undefined without a model. */
  readonly model: string | undefined;
  readonly thought: Thought;
  readonly steer: SteerInStream;
  readonly web: boolean;
}

/** The settings of a model that are all left to its service. */
export const defaultModelSettings: Readonly<Record<ModelSettingId, string>> = {
  tier: 'default',
  verbosity: 'default',
  effort: 'default',
  speed: 'default',
};

type Thought = 'default' | 'low' | 'medium' | 'high';

const thoughts: readonly { readonly value: Thought; readonly name: string }[] = [
  { value: 'default', name: 'Default of the model' },
  { value: 'low', name: 'Little' },
  { value: 'medium', name: 'Some' },
  { value: 'high', name: 'A lot' },
];

export const isThought = (value: unknown): value is Thought => thoughts.some((each) => each.value === value);

const steers: readonly { readonly value: SteerInStream; readonly name: string }[] = [
  { value: 'finish', name: 'Wait for the end of the answer' },
  { value: 'interrupt', name: 'Interrupt the answer' },
];

export const isSteer = (value: unknown): value is SteerInStream => steers.some((each) => each.value === value);

/** The current options of a session; those about models only if there are models. */
export function configOptions(settings: Settings, choices: readonly ModelChoice[]): readonly SessionConfigOption[] {
  const mode: SessionConfigOption = {
    type: 'select',
    configId: 'mode',
    category: 'mode',
    name: 'Mode',
    description: 'What the agent does without asking.',
    currentValue: settings.mode,
    options: modes.map(({ id, name, description }) => ({ value: id, name, description })),
  };
  const web: SessionConfigOption = {
    type: 'boolean',
    configId: 'web',
    name: 'Web',
    description: 'Whether web pages may be fetched.',
    currentValue: settings.web,
  };
  if (settings.model === undefined) return [mode, web];
  const chosen = chosenModelSettings(settings, choices);
  const values = valuesOf(settings, choices);
  return [
    mode,
    {
      type: 'select',
      configId: 'model',
      category: 'model',
      name: 'Model',
      currentValue: settings.model,
      options: withCurrent(choices, settings.model).map(({ value, name }) => ({ value, name })),
    },
    ...modelSettings.flatMap(({ id, name, description }) => {
      const offered = values[id];
      if (offered === undefined) return [];
      return {
        type: 'select' as const,
        configId: id,
        category: 'model_config' as const,
        name,
        description,
        currentValue: chosen[id] ?? 'default',
        options: [
          { value: 'default', name: 'Default of the service' },
          ...offered.map((value) => ({ value, name: value })),
        ],
      };
    }),
    {
      type: 'select',
      configId: 'thought',
      category: 'thought_level',
      name: 'Thinking',
      currentValue: settings.thought,
      options: thoughts.map(({ value, name }) => ({ value, name })),
    },
    {
      type: 'select',
      configId: 'steer',
      name: 'Steering',
      description: 'What a message does while the model is answering.',
      currentValue: settings.steer,
      options: steers.map(({ value, name }) => ({ value, name })),
    },
    web,
  ];
}

/** The model in use is always listed, even if its service does not list it. */
function withCurrent(choices: readonly ModelChoice[], current: string): readonly Pick<ModelChoice, 'value' | 'name'>[] {
  return choices.some(({ value }) => value === current) ? choices : [{ value: current, name: current }, ...choices];
}

/** The values of the settings of the model in use. */
const valuesOf = ({ model }: Settings, choices: readonly ModelChoice[]): ModelSettingValues =>
  choices.find(({ value }) => value === model)?.settings ?? {};

/** The settings to request; without those that are the default, and values that the model in use does not have. */
export function chosenModelSettings(settings: Settings, choices: readonly ModelChoice[]): ChosenModelSettings {
  const values = valuesOf(settings, choices);
  const chosen = modelSettings.filter(({ id }) => values[id]?.includes(settings[id]) === true);
  return Object.fromEntries(chosen.map(({ id }) => [id, settings[id]]));
}

/** The settings after one change. */
export function changedSettings(settings: Settings, configId: string, value: string | boolean): Settings {
  if (configId === 'mode') return { ...settings, mode: String(value) };
  if (configId === 'model') return { ...settings, model: String(value) };
  const setting = modelSettings.find(({ id }) => id === configId);
  if (setting !== undefined) return { ...settings, [setting.id]: String(value) };
  if (configId === 'web') return { ...settings, web: value === true };
  if (configId === 'steer') return isSteer(value) ? { ...settings, steer: value } : settings;
  return isThought(value) ? { ...settings, thought: value } : settings;
}
