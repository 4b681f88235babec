/** A choice of one value out of a list. */
import { Select as Base } from '@base-ui/react/select';
import type { ReactNode } from 'react';

import { choiceClass, classes, itemClass, popupClass } from './classes.ts';
import { Icon } from './icons.tsx';

/** One value that can be chosen. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  /** One sentence under the label. */
  readonly description?: string | undefined;
  /** The heading that it stands under. */
  readonly group?: string | undefined;
}

export interface SelectProps {
  /** The name of the control for screen readers. */
  readonly label: string;
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly onChange: (value: string) => void;
  readonly isDisabled?: boolean;
  readonly className?: string;
}

/** The choice, with its list open at first: it is loaded when it is opened. */
export function SelectPopup({
  label,
  value,
  choices,
  onChange,
  isDisabled = false,
  className,
}: SelectProps): ReactNode {
  const chosen = choices.find((choice) => choice.value === value);
  return (
    <Base.Root
      defaultOpen
      value={value}
      disabled={isDisabled}
      onValueChange={(next) => {
        if (next !== null) onChange(next);
      }}
    >
      <Base.Trigger aria-label={`${label}: ${chosen?.label ?? value}`} className={classes(choiceClass, className)}>
        <Base.Value className="min-w-0 flex-1 truncate text-start">{chosen?.label ?? value}</Base.Value>
        <Base.Icon>
          <Icon name="chevron-down" className="size-3.5 text-muted" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        {/* What opens over the page is outside of its landmarks, so it is one. */}
        <Base.Positioner role="region" aria-label={label} sideOffset={4} alignItemWithTrigger={false} className="z-50">
          <Base.Popup className={classes(popupClass, 'max-h-80 max-w-96 min-w-44 overflow-y-auto')}>
            {groupsOf(choices).map(([group, members]) => (
              <Base.Group key={group}>
                {group === '' ? undefined : (
                  <Base.GroupLabel className="px-2 pt-2 pb-1 text-xs text-muted">{group}</Base.GroupLabel>
                )}
                {members.map((choice) => (
                  <ChoiceLine key={choice.value} {...choice} />
                ))}
              </Base.Group>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function ChoiceLine({ value, label, description }: Choice): ReactNode {
  return (
    <Base.Item value={value} className={classes(itemClass, 'items-start')}>
      <span className="mt-0.5 size-4">
        <Base.ItemIndicator>
          <Icon name="check" />
        </Base.ItemIndicator>
      </span>
      <span className="min-w-0">
        <Base.ItemText>{label}</Base.ItemText>
        {description === undefined ? undefined : (
          <span dir="auto" className="block text-xs text-muted">
            {description}
          </span>
        )}
      </span>
    </Base.Item>
  );
}

function groupsOf(choices: readonly Choice[]): readonly (readonly [string, readonly Choice[]])[] {
  const groups = new Map<string, Choice[]>();
  for (const choice of choices) {
    const name = choice.group ?? '';
    groups.set(name, [...(groups.get(name) ?? []), choice]);
  }
  return [...groups];
}
