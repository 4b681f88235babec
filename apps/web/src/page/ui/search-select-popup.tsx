/** A choice of one value out of a long list, with a search. */
import { Combobox as Base } from '@base-ui/react/combobox';
import type { ReactNode } from 'react';

import { choiceClass, classes, itemClass, popupClass } from './classes.ts';
import { Icon } from './icons.tsx';
import type { Choice, SelectProps } from './select-popup.tsx';

interface Group {
  readonly value: string;
  readonly items: readonly Choice[];
}

/** As `SelectPopup`, with a field that filters the list. */
export function SearchSelectPopup({
  label,
  value,
  choices,
  onChange,
  isDisabled = false,
  className,
}: SelectProps): ReactNode {
  const chosen = choices.find((choice) => choice.value === value) ?? null;
  return (
    <Base.Root
      defaultOpen
      items={groupsOf(choices)}
      value={chosen}
      disabled={isDisabled}
      autoHighlight
      itemToStringLabel={({ label: name }: Choice) => name}
      isItemEqualToValue={(one: Choice, other: Choice) => one.value === other.value}
      onValueChange={(next: Choice | null) => {
        if (next !== null) onChange(next.value);
      }}
    >
      <Base.Trigger aria-label={`${label}: ${chosen?.label ?? value}`} className={classes(choiceClass, className)}>
        <span className="min-w-0 flex-1 truncate text-start">{chosen?.label ?? value}</span>
        <Icon name="chevron-down" className="size-3.5 text-muted" />
      </Base.Trigger>
      <Base.Portal>
        {/* What opens over the page is outside of its landmarks, so it is one. */}
        <Base.Positioner role="region" aria-label={label} sideOffset={4} align="start" className="z-50">
          <Base.Popup aria-label={label} className={classes(popupClass, 'flex max-h-96 w-80 max-w-[90vw] flex-col')}>
            <Base.Input
              aria-label={`Search ${label}`}
              placeholder="Search"
              className="mb-1 h-8 shrink-0 rounded-sm border border-line bg-page px-2 text-sm"
            />
            <Base.Empty className="px-2 text-muted empty:hidden">Nothing fits.</Base.Empty>
            <Base.List className="min-h-0 overflow-y-auto">
              {(group: Group) => (
                <Base.Group key={group.value} items={group.items}>
                  {group.value === '' ? undefined : (
                    <Base.GroupLabel className="px-2 pt-2 pb-1 text-xs text-muted">{group.value}</Base.GroupLabel>
                  )}
                  <Base.Collection>{(choice: Choice) => <Line key={choice.value} choice={choice} />}</Base.Collection>
                </Base.Group>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function Line({ choice }: { readonly choice: Choice }): ReactNode {
  return (
    <Base.Item value={choice} className={classes(itemClass, 'items-start')}>
      <span className="mt-0.5 size-4 shrink-0">
        <Base.ItemIndicator>
          <Icon name="check" />
        </Base.ItemIndicator>
      </span>
      <span dir="auto" className="min-w-0">
        {choice.label}
        {choice.description === undefined ? undefined : (
          <span className="block text-xs text-muted">{choice.description}</span>
        )}
      </span>
    </Base.Item>
  );
}

function groupsOf(choices: readonly Choice[]): readonly Group[] {
  const names = [...new Set(choices.map(({ group }) => group ?? ''))];
  return names.map((value) => ({ value, items: choices.filter(({ group }) => (group ?? '') === value) }));
}
