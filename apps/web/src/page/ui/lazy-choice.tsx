/** A control that shows a chosen value; the list of values is loaded when it is opened. */
import { Suspense, useState, type ComponentType, type ReactNode } from 'react';

import { choiceClass, classes } from './classes.ts';
import { ClosedTrigger } from './lazy-popups.tsx';
import { Icon } from './icons.tsx';
import type { SelectProps } from './select-popup.tsx';

export interface LazyChoiceProps extends SelectProps {
  /** The same control with its list open. */
  readonly Popup: ComponentType<SelectProps>;
}

export function LazyChoice({ Popup, ...props }: LazyChoiceProps): ReactNode {
  const [isUsed, setIsUsed] = useState(false);
  const { label, value, choices, isDisabled = false, className } = props;
  const shown = choices.find((choice) => choice.value === value)?.label ?? value;
  const button = (
    <button
      type="button"
      role="combobox"
      aria-label={`${label}: ${shown}`}
      disabled={isDisabled}
      className={classes(choiceClass, className)}
    >
      <span className="min-w-0 flex-1 truncate text-start">{shown}</span>
      <Icon name="chevron-down" className="size-3.5 text-muted" />
    </button>
  );
  const closed = <ClosedTrigger trigger={button} opens="listbox" onOpen={() => setIsUsed(true)} />;
  return isUsed ? (
    <Suspense fallback={closed}>
      <Popup {...props} />
    </Suspense>
  ) : (
    closed
  );
}
