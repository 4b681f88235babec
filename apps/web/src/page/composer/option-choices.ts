/** The values of a config option as a list to choose from. */
import type { SessionConfigOption } from '@acp-stack/sdk';

import type { Choice } from '../ui/select.tsx';

type Select = Extract<SessionConfigOption, { readonly type: 'select' }>;
type Toggle = Extract<SessionConfigOption, { readonly type: 'boolean' }>;

/** Whether one of several values is chosen. */
export const isSelect = (option: SessionConfigOption): option is Select => option.type === 'select';
/** Whether it is switched on or off. */
export const isToggle = (option: SessionConfigOption): option is Toggle => option.type === 'boolean';

/** The values in the order of the agent, with the names of their groups. */
export function choicesOf({ options }: Select): readonly Choice[] {
  return options.flatMap((each): readonly Choice[] =>
    'options' in each ? each.options.map((option) => ({ ...choiceOf(option), group: each.name })) : [choiceOf(each)],
  );
}

const choiceOf = ({
  value,
  name,
  description,
}: {
  readonly value: string;
  readonly name: string;
  readonly description?: string | null;
}): Choice => ({ value, label: name, description: description ?? undefined });
