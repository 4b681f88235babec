/** A short line between messages: notices, compactions and the like. */
import type { ReactNode } from 'react';

import { classes } from '../../ui/classes.ts';
import { Icon, type IconName } from '../../ui/icons.tsx';

export type NoteKind = 'info' | 'warning' | 'error';

const looks: Readonly<Record<NoteKind, readonly [IconName, string]>> = {
  info: ['info', 'border-line text-muted'],
  warning: ['warning', 'border-warn/40 bg-warn-soft text-warn'],
  error: ['warning', 'border-bad/40 bg-bad-soft text-bad'],
};

/** A line with an icon. */
export function NoteLine({ kind, children }: { readonly kind: NoteKind; readonly children: ReactNode }): ReactNode {
  const [icon, look] = looks[kind];
  return (
    <div className={classes('flex items-start gap-2 rounded-md border px-3 py-2 text-sm', look)}>
      <Icon name={icon} className="mt-0.5 size-4" />
      <div className="min-w-0 flex-1 break-words">{children}</div>
    </div>
  );
}
