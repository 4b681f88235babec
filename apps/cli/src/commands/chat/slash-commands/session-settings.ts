/** The options of a session: the mode, the model, and others. */
import type { SessionConfigOption } from '@acp-stack/schema/v2/unstable';

import type { Conversation } from '../conversation/conversation.ts';
import type { Note } from '../conversation/outcome-note.ts';
import type { Questions } from '../ui/questions.ts';
import { escapeLine } from '../../../text/escape-control-characters.ts';

export interface SettingParts {
  readonly conversation: Conversation;
  readonly questions: Questions;
  /** Confirms a change. */
  readonly note: (note: Note) => void;
  /** What is said if there is no model to choose. */
  readonly modelHint?: string | undefined;
}

export interface SettingChoice {
  readonly category: 'mode' | 'model';
  /** The name of the value, if the user has typed one. */
  readonly name: string;
}

/** Lets the user choose an option, and then its value. */
export async function pickSetting(parts: SettingParts): Promise<void> {
  const options = (parts.conversation.store.snapshot().configOptions ?? []).filter(isKnown);
  if (options.length === 0) throw new Error('The session has no options.');
  await pickOption(parts, besideModel(options), 'Settings');
}

const isAboutModel = ({ category }: SessionConfigOption): boolean => category === 'model_config';

/** Puts the options about the model behind the model (CFG-11). */
export function besideModel(options: readonly SessionConfigOption[]): readonly SessionConfigOption[] {
  const others = options.filter((option) => !isAboutModel(option));
  const place = others.findLastIndex(({ category }) => category === 'model') + 1;
  if (place === 0) return options;
  return [...others.slice(0, place), ...options.filter(isAboutModel), ...others.slice(place)];
}

/**
 * Lets the user choose the value of the option of a category, such as `mode` or `model`; of several options, such as
 * the provider and its model, the user chooses one first. The options about the model belong to the model.
 */
export async function pickCategory(parts: SettingParts, { category, name }: SettingChoice): Promise<void> {
  const all = parts.conversation.store.snapshot().configOptions ?? [];
  const isWanted = (option: SessionConfigOption): boolean =>
    option.category === category || (category === 'model' && isAboutModel(option));
  const options = besideModel(all.filter((option) => isWanted(option) && isKnown(option)));
  const [option] = options;
  if (option === undefined) throw new Error(nothingToChoose(parts, category));
  if (name !== '') await setNamed(parts, options, name);
  else if (options.length > 1) await pickOption(parts, options, `Options for the ${category}`);
  else await pickValue(parts, option);
}

function nothingToChoose({ modelHint }: SettingParts, category: SettingChoice['category']): string {
  if (category === 'model' && modelHint !== undefined) return modelHint;
  return `This agent offers no choice of ${category === 'mode' ? 'modes' : 'models'}.`;
}

/** Sets the first option that has a value of this name. */
async function setNamed(parts: SettingParts, options: readonly SessionConfigOption[], wanted: string): Promise<void> {
  const isWanted = ({ value, name }: OptionValue): boolean =>
    [String(value), name].some((each) => each.toLowerCase() === wanted.toLowerCase());
  for (const option of options) {
    const value = valuesOf(option).find(isWanted);
    if (value !== undefined) return setOption(parts, option, value);
  }
  const names = options.flatMap((option) => valuesOf(option).map(({ name }) => escapeLine(name)));
  throw new Error(`There is no ${escapeLine(wanted)}; choose from ${names.join(', ')}.`);
}

async function pickOption(parts: SettingParts, options: readonly SessionConfigOption[], title: string): Promise<void> {
  const chosen = await parts.questions.choose({
    title,
    canSearch: false,
    items: options.map((option) => ({
      value: option,
      label: escapeLine(option.name),
      description: escapeLine(valueName(option)),
    })),
  });
  if (chosen !== undefined) await pickValue(parts, chosen.value);
}

async function pickValue(parts: SettingParts, option: SessionConfigOption): Promise<void> {
  const values = valuesOf(option);
  const chosen = await parts.questions.choose({
    title: escapeLine(option.name),
    canSearch: values.length > 9,
    selected: Math.max(
      0,
      values.findIndex(({ isCurrent }) => isCurrent),
    ),
    items: values.map((value) => ({
      value,
      label: `${escapeLine(value.name)}${value.isCurrent ? ' ✓' : ''}`,
      description: escapeLine(value.description),
      group: value.group === undefined ? undefined : escapeLine(value.group),
    })),
  });
  if (chosen !== undefined) await setOption(parts, option, chosen.value);
}

/** Sets an option and confirms it. */
async function setOption(
  { conversation, note }: SettingParts,
  option: SessionConfigOption,
  { value, name }: OptionValue,
): Promise<void> {
  if (!(await applyOption(conversation, option.configId, value))) return;
  note({ kind: 'info', text: `${escapeLine(option.name)}: ${escapeLine(name)}` });
}

/** Sets an option and updates the transcript, because the agent may not send an update. */
async function applyOption(conversation: Conversation, configId: string, value: string | boolean): Promise<boolean> {
  const { session, store } = conversation;
  if (session === undefined) return false;
  const configOptions = await session.setConfigOption(configId, value);
  store.apply({ sessionUpdate: 'config_option_update', configOptions: [...configOptions] });
  return true;
}

/** Switches to the next mode, which the status line shows. */
export async function nextMode(conversation: Conversation): Promise<void> {
  const option = conversation.store.snapshot().configOptions?.find(({ category }) => category === 'mode');
  if (option === undefined || !isKnown(option)) return;
  const values = valuesOf(option);
  const current = values.findIndex(({ isCurrent }) => isCurrent);
  const next = values[(current + 1) % values.length];
  if (next !== undefined) await applyOption(conversation, option.configId, next.value);
}

interface OptionValue {
  readonly value: string | boolean;
  readonly name: string;
  readonly description: string;
  /** The name of its group. */
  readonly group?: string;
  readonly isCurrent: boolean;
}

interface SelectValue {
  readonly value: string;
  readonly name: string;
  readonly description?: string | null;
}

const isKnown = ({ type }: SessionConfigOption): boolean => type === 'select' || type === 'boolean';

/** The values that can be chosen, each with the name of its group. */
export function valuesOf(option: SessionConfigOption): readonly OptionValue[] {
  if (option.type === 'boolean') {
    return [true, false].map((value) => ({
      value,
      name: value ? 'on' : 'off',
      description: '',
      isCurrent: option.currentValue === value,
    }));
  }
  if (option.type !== 'select') return [];
  const listed = option.options as readonly (
    | SelectValue
    | { readonly name: string; readonly options: readonly SelectValue[] }
  )[];
  return listed
    .flatMap((each) =>
      'options' in each ? each.options.map((value) => ({ ...value, group: each.name })) : [{ ...each, group: '' }],
    )
    .map(({ value, name, description, group }) => ({
      value,
      name,
      description: description ?? '',
      ...(group === '' ? {} : { group }),
      isCurrent: option.currentValue === value,
    }));
}

const valueName = (option: SessionConfigOption): string =>
  valuesOf(option).find(({ isCurrent }) => isCurrent)?.name ?? '';
