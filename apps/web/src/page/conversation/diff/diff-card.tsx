/** A change of files; the viewer is loaded when the first one is shown. */
import type { SessionStore } from '@acp-stack/react';
import type { Diff } from '@acp-stack/schema/v2/unstable';
import { lazy, Suspense, type ReactNode } from 'react';

const DiffView = lazy(async () => ({ default: (await import('./diff-view.tsx')).DiffView }));

/** Shows a diff of a session. */
export function DiffCard({ session, diff }: { readonly session: SessionStore; readonly diff: Diff }): ReactNode {
  return (
    <Suspense
      fallback={
        <p data-loading="changes" className="text-sm text-muted">
          Loading the changes…
        </p>
      }
    >
      <DiffView session={session} diff={diff} />
    </Suspense>
  );
}
