/** Keys as they are written on the keyboard of this machine. */
import type { ReactNode } from 'react';

import { keyNames } from './key-names.ts';

/** Shows a combination such as `Mod+Shift+K`. */
export function Keys({ keys }: { readonly keys: string }): ReactNode {
  return (
    <kbd className="inline-flex gap-0.5 font-sans text-xs text-muted">
      {keyNames(keys).map((name) => (
        <span key={name} className="min-w-5 rounded-sm border border-line bg-panel px-1 text-center">
          {name}
        </span>
      ))}
    </kbd>
  );
}
