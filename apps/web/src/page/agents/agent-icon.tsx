/** The icon of an agent, as an image, in which no script runs. */
import type { ReactNode } from 'react';

import { Icon } from '../ui/icons.tsx';

export function AgentIcon({ icon }: { readonly icon?: string }): ReactNode {
  if (icon === undefined) return <Icon name="terminal" className="size-5 text-muted" />;
  return (
    <img
      alt=""
      width={20}
      height={20}
      className="size-5 shrink-0 dark:invert"
      src={`data:image/svg+xml,${encodeURIComponent(icon)}`}
    />
  );
}
