/** The modes of version 1 as the config option that replaced them, and back. */
import type { SessionModeState } from '@acp-stack/schema/v1/unstable';
import {
  isSessionConfigOption,
  type SessionConfigOption,
  type SessionConfigOptionVariants,
} from '@acp-stack/schema/v2/unstable';

import { isGrouped } from './config-options.ts';

/** A config option whose value is picked from a list. */
export type SelectOption = SessionConfigOption & SessionConfigOptionVariants['select'];

/** The option that stands for the modes of an agent without such an option. */
export function modeOption({ currentModeId, availableModes, ...others }: SessionModeState): SelectOption {
  const modes = availableModes.map(({ id, ...mode }) => ({ value: id, ...mode }));
  return {
    ...others,
    configId: 'mode',
    name: 'Mode',
    category: 'mode',
    type: 'select',
    currentValue: currentModeId,
    // A select has at least one value, and the current mode is one.
    options: modes.length > 0 ? modes : [{ value: currentModeId, name: currentModeId }],
  };
}

/** The option that selects the mode of the agent. */
export function findModeOption(options: readonly SessionConfigOption[] | undefined): SelectOption | undefined {
  return options?.filter(isSessionConfigOption.select).find((option) => option.category === 'mode');
}

/** The modes for a client of version 1; groups are left out, their values stay in order. */
export function modesOf(options: readonly SessionConfigOption[] | undefined): SessionModeState | undefined {
  const option = findModeOption(options);
  if (option === undefined) return undefined;
  const values = isGrouped(option.options) ? option.options.flatMap((group) => group.options) : option.options;
  return {
    currentModeId: option.currentValue,
    availableModes: values.map(({ value, ...mode }) => ({ id: value, ...mode })),
  };
}

/** Returns the options with another value for one of them. */
export function withValue(
  options: readonly SessionConfigOption[],
  configId: string,
  value: string | boolean,
): readonly SessionConfigOption[] {
  return options.map((option) =>
    option.configId === configId ? ({ ...option, currentValue: value } as SessionConfigOption) : option,
  );
}
