/** A link to another session of the hub. */
import type { ReactNode } from 'react';

import { formatRoute, showOnly } from '../../routes/route.ts';

export function SessionLink({
  sessionId,
  children,
}: {
  readonly sessionId: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <a href={formatRoute(showOnly(sessionId))} className="text-accent underline underline-offset-2">
      {children}
    </a>
  );
}
