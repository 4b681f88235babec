/** The words of a scenario as version 1 has them. */
import type * as official from '@agentclientprotocol/sdk/unstable';

import type { Setting, SlashCommand, ToolContent } from '../script.ts';

/** The setting that stands for modes, in the old way. */
export function modesOf(settings: readonly Setting[]): official.SessionModeState | undefined {
  const mode = settings.find(({ category }) => category === 'mode');
  if (mode === undefined) return undefined;
  return {
    currentModeId: mode.value as string,
    availableModes: (mode.choices ?? []).map((choice) => ({ id: choice, name: choice })),
  };
}

export function optionInV1({ id, name, category, value, choices }: Setting): official.SessionConfigOption {
  const base = { id, name, ...(category === undefined ? {} : { category }) };
  if (typeof value === 'boolean') return { ...base, type: 'boolean', currentValue: value };
  return {
    ...base,
    type: 'select',
    currentValue: value,
    options: (choices ?? []).map((choice) => ({ value: choice, name: choice })),
  };
}

export const commandInV1 = ({ name, description, hint }: SlashCommand): official.AvailableCommand => ({
  name,
  description,
  ...(hint === undefined ? {} : { input: { hint } }),
});

export const contentInV1 = (content: ToolContent): official.ToolCallContent =>
  'text' in content
    ? { type: 'content', content: { type: 'text', text: content.text } }
    : { type: 'diff', path: content.path, oldText: content.oldText ?? null, newText: content.newText };
