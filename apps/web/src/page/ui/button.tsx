/** Buttons: with words, or with an icon and a label that is shown as a tooltip. */
import type { ComponentPropsWithRef, ReactNode } from 'react';

import { classes } from './classes.ts';
import { Icon, type IconName } from './icons.tsx';
import { Tooltip } from './tooltip.tsx';

/** How much a button stands out. */
type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger';

const looks: Readonly<Record<ButtonLook, string>> = {
  primary: 'bg-accent text-on-accent border-accent hover:bg-accent-hover',
  plain: 'bg-raised text-text border-line hover:bg-panel',
  quiet: 'bg-transparent text-muted border-transparent hover:bg-hover hover:text-text',
  danger: 'bg-raised text-bad border-line hover:bg-bad-soft',
};

const shared =
  'inline-flex items-center justify-center rounded-md border select-none cursor-pointer ' +
  'disabled:cursor-default disabled:opacity-50 aria-disabled:cursor-default aria-disabled:opacity-50';

export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  /** How much it stands out; `plain` if absent. */
  readonly look?: ButtonLook;
  /** An icon before the words. */
  readonly icon?: IconName;
  readonly size?: 'small' | 'medium';
}

/** A button with words. */
export function Button({
  look = 'plain',
  icon,
  size = 'medium',
  className,
  children,
  ...props
}: ButtonProps): ReactNode {
  const box = size === 'small' ? 'h-7 gap-1.5 px-2 text-sm' : 'h-9 gap-2 px-3 text-sm font-medium';
  return (
    <button type="button" {...props} className={classes(shared, box, looks[look], className)}>
      {icon === undefined ? undefined : <Icon name={icon} />}
      {children}
    </button>
  );
}

export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children' | 'aria-label'> {
  /** What it does: its name for screen readers, and its tooltip. */
  readonly label: string;
  readonly icon: IconName;
  readonly look?: ButtonLook;
  readonly size?: 'small' | 'medium';
  /** The keys that do the same, for the tooltip. */
  readonly keys?: string;
}

/** A button with an icon only. */
export function IconButton({
  label,
  icon,
  look = 'quiet',
  size = 'medium',
  keys,
  className,
  ...props
}: IconButtonProps): ReactNode {
  const box = size === 'small' ? 'size-7' : 'size-9';
  return (
    <Tooltip text={label} {...(keys === undefined ? {} : { keys })}>
      <button type="button" {...props} aria-label={label} className={classes(shared, box, looks[look], className)}>
        <Icon name={icon} />
      </button>
    </Tooltip>
  );
}
