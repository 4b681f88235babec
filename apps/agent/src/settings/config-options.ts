/** The config options of a session: mode, model and its service tier, thinking, steering, and web access. */
import type { SessionConfigOption } from '@acp-stack/sdk';

import type { SteerInStream } from '../model/steering.ts';
import type { ModelChoice } from '../providers/providers.ts';
import { modes } from './modes.ts';

export interface Settings {
  readonly mode: string;
  /** `provider/model`; undefined without a model. */
  readonly model: string | undefined;
  /** The service tier; `default` leaves it to the service. */
  readonly tier: string;
  readonly thought: Thought;
  readonly steer: SteerInStream;
  readonly web: boolean;
}

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
  const tiers = tiersOf(settings, choices);
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
    ...(tiers.length === 0
      ? []
      : [
          {
            type: 'select' as const,
            configId: 'tier',
            category: 'model_config' as const,
            name: 'Service tier',
            description: 'How fast the service answers, and at which price.',
            currentValue: serviceTierOf(settings, choices) ?? 'default',
            options: [
              { value: 'default', name: 'Default of the service' },
              ...tiers.map((value) => ({ value, name: value })),
            ],
          },
        ]),
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

/** The service tiers of the model in use. */
const tiersOf = ({ model }: Settings, choices: readonly ModelChoice[]): readonly string[] =>
  choices.find(({ value }) => value === model)?.serviceTiers?.filter((tier) => tier !== 'default') ?? [];

/** The service tier to request; undefined for the default, and if the model in use does not have the chosen one. */
export function serviceTierOf(settings: Settings, choices: readonly ModelChoice[]): string | undefined {
  return tiersOf(settings, choices).find((tier) => tier === settings.tier);
}

/** The settings after one change. */
export function changedSettings(settings: Settings, configId: string, value: string | boolean): Settings {
  if (configId === 'mode') return { ...settings, mode: String(value) };
  if (configId === 'model') return { ...settings, model: String(value) };
  if (configId === 'tier') return { ...settings, tier: String(value) };
  if (configId === 'web') return { ...settings, web: value === true };
  if (configId === 'steer') return isSteer(value) ? { ...settings, steer: value } : settings;
  return isThought(value) ? { ...settings, thought: value } : settings;
}
