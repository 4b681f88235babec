/** A name that is edited in place: Enter and leaving the field keep it, Escape does not. */
import { useRef, type ReactNode } from 'react';

export interface RenameFieldProps {
  readonly label: string;
  readonly value: string;
  /** Called once, with the new name, or with undefined if nothing changes. */
  readonly onDone: (value: string | undefined) => void;
}

export function RenameField({ label, value, onDone }: RenameFieldProps): ReactNode {
  const isDone = useRef(false);
  const done = (next: string | undefined): void => {
    if (isDone.current) return;
    isDone.current = true;
    const name = next?.trim();
    onDone(name === undefined || name === '' || name === value ? undefined : name);
  };
  return (
    <input
      type="text"
      dir="auto"
      aria-label={label}
      defaultValue={value}
      maxLength={200}
      ref={(input) => {
        input?.select();
      }}
      className="h-8 w-full min-w-0 rounded-sm border border-accent bg-page px-2 text-sm"
      onBlur={(event) => {
        done(event.currentTarget.value);
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') done(event.currentTarget.value);
        if (event.key === 'Escape') done(undefined);
      }}
    />
  );
}
