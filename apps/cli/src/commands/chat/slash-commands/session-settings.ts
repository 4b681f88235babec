/** The options of a session: the mode, the model, and others. */
import type { SessionConfigOption } from '@acp-stack/schema/v2/unstable';

import type { Conversation } from '../conversation/conversation.ts';
import type { Questions } from '../ui/questions.ts';
import { escapeLine } from '../../../text/escape-control-characters.ts';

export interface SettingParts {
  readonly conversation: Conversation;
  readonly questions: Questions;
}

/** Lets the user choose an option, and then its value. */
export async function pickSetting(parts: SettingParts): Promise<void> {
  const options = (parts.conversation.store.snapshot().configOptions ?? []).filter(isKnown);
  if (options.length === 0) throw new Error('The session has no options.');
  await pickOption(parts, options, 'Settings');
}

/**
 * Lets the user choose the value of the option of a category, such as `mode` or `model`; of several options, such as the
 * provider and its model, the user chooses one first.
 */
export async function pickCategory(parts: SettingParts, category: string): Promise<void> {
  const all = parts.conversation.store.snapshot().configOptions ?? [];
  const options = all.filter((option) => option.category === category && isKnown(option));
  const [option] = options;
  if (option === undefined) throw new Error(`The session has no ${category} to choose.`);
  if (options.length > 1) await pickOption(parts, options, `Options for the ${category}`);
  else await pickValue(parts, option);
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

async function pickValue({ conversation, questions }: SettingParts, option: SessionConfigOption): Promise<void> {
  const values = valuesOf(option);
  const chosen = await questions.choose({
    title: escapeLine(option.name),
    canSearch: values.length > 9,
    selected: Math.max(
      0,
      values.findIndex(({ isCurrent }) => isCurrent),
    ),
    items: values.map(({ value, name, description, isCurrent }) => ({
      value,
      label: `${escapeLine(name)}${isCurrent ? ' ✓' : ''}`,
      description: escapeLine(description),
    })),
  });
  if (chosen !== undefined) await setOption(conversation, option.configId, chosen.value);
}

/** Sets an option and updates the transcript, because the agent may not send an update. */
async function setOption(conversation: Conversation, configId: string, value: string | boolean): Promise<void> {
  const { session, store } = conversation;
  if (session === undefined) return;
  const configOptions = await session.setConfigOption(configId, value);
  store.apply({ sessionUpdate: 'config_option_update', configOptions: [...configOptions] });
}

/** Switches to the next mode. */
export async function nextMode(conversation: Conversation): Promise<void> {
  const option = conversation.store.snapshot().configOptions?.find(({ category }) => category === 'mode');
  if (option === undefined || !isKnown(option)) return;
  const values = valuesOf(option);
  const current = values.findIndex(({ isCurrent }) => isCurrent);
  const next = values[(current + 1) % values.length];
  if (next !== undefined) await setOption(conversation, option.configId, next.value);
}

interface OptionValue {
  readonly value: string | boolean;
  readonly name: string;
  readonly description: string;
  readonly isCurrent: boolean;
}

interface SelectValue {
  readonly value: string;
  readonly name: string;
  readonly description?: string | null;
}

const isKnown = ({ type }: SessionConfigOption): boolean => type === 'select' || type === 'boolean';

function valuesOf(option: SessionConfigOption): readonly OptionValue[] {
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
    .flatMap((each) => ('options' in each ? each.options : [each]))
    .map(({ value, name, description }) => ({
      value,
      name,
      description: description ?? '',
      isCurrent: option.currentValue === value,
    }));
}

const valueName = (option: SessionConfigOption): string =>
  valuesOf(option).find(({ isCurrent }) => isCurrent)?.name ?? '';
