/** The frame without content, as `index.html` has it, so that nothing moves when the page begins to work. */
import type { ReactNode } from 'react';

export function EmptyFrame(): ReactNode {
  return (
    <div className="flex h-dvh">
      <div className="w-68 shrink-0 border-e border-line bg-panel max-md:hidden" />
      <main className="flex-1" aria-busy="true" />
    </div>
  );
}
