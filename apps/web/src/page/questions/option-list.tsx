/** Choices as radio buttons, or as check boxes if several can be chosen. */
import type { FormChoice } from '@acp-stack/schema/elicitation-form';
import { useId, type ReactNode } from 'react';

import { Button } from '../ui/button.tsx';

export interface OptionListProps {
  readonly name: string;
  readonly choices: readonly FormChoice[];
  readonly chosen: readonly string[];
  readonly change: (chosen: readonly string[]) => void;
  readonly isInvalid: boolean;
  /** Whether several can be chosen. */
  readonly isMany?: boolean;
  /** Whether a choice can be taken back. */
  readonly canClear: boolean;
}

export function OptionList({
  name,
  choices,
  chosen,
  change,
  isInvalid,
  isMany = false,
  canClear,
}: OptionListProps): ReactNode {
  const group = useId();
  return (
    <div className="flex flex-col items-start gap-1">
      {choices.map(({ value, label, description }, index) => (
        <label key={value} className="flex cursor-pointer items-start gap-2 text-sm">
          <input
            type={isMany ? 'checkbox' : 'radio'}
            name={group}
            value={value}
            checked={chosen.includes(value)}
            aria-invalid={isInvalid}
            {...(index === 0 ? { 'data-field': name } : {})}
            className="mt-1 accent-accent"
            onChange={({ currentTarget: { checked } }) => {
              if (!isMany) change([value]);
              // In the order in which they are offered.
              else
                change(
                  choices
                    .map((each) => each.value)
                    .filter((each) => (each === value ? checked : chosen.includes(each))),
                );
            }}
          />
          <span dir="auto">
            {label}
            {description === undefined ? undefined : <span className="block text-xs text-muted">{description}</span>}
          </span>
        </label>
      ))}
      {canClear && chosen.length > 0 ? (
        <Button
          size="small"
          look="quiet"
          className="-ms-2"
          onClick={() => {
            change([]);
          }}
        >
          Clear
        </Button>
      ) : undefined}
    </div>
  );
}
