/** From which side a message went to which; the arrow is drawn, because not every font has one. */
import type { WireRow } from '@acp-stack/trace/inspect';
import type { ReactNode } from 'react';

import { Icon } from '../../ui/icons.tsx';
import { hasReceiver } from './row-words.ts';

export function Direction({ row }: { readonly row: Pick<WireRow, 'from' | 'to'> }): ReactNode {
  if (!hasReceiver(row)) return row.from;
  return (
    <span className="inline-flex items-center gap-1">
      {row.from}
      <span className="sr-only"> to </span>
      <Icon name="arrow-end" />
      {row.to}
    </span>
  );
}
