/** The client: waits for the way to its program, and then shows its frame. */
import { useEffect, useState, type ReactNode } from 'react';

import { ConnectionProvider } from '../connect/connection.tsx';
import type { PageLink } from '../connect/page-link.ts';
import { Toasts } from '../ui/toast.tsx';
import { UiProvider } from '../ui/ui-provider.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Frame } from './frame.tsx';
import { NoToken } from './no-token.tsx';
import { EmptyFrame } from './empty-frame.tsx';

type Start =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'ready'; readonly link: PageLink }
  | { readonly kind: 'refused' };

export function App({ link }: { readonly link: Promise<PageLink> }): ReactNode {
  const [start, setStart] = useState<Start>({ kind: 'waiting' });
  useEffect(() => {
    link.then(
      (value) => {
        setStart({ kind: 'ready', link: value });
      },
      () => {
        setStart({ kind: 'refused' });
      },
    );
  }, [link]);
  return (
    <ErrorBoundary>
      <UiProvider>
        {start.kind === 'waiting' ? <EmptyFrame /> : undefined}
        {start.kind === 'refused' ? <NoToken /> : undefined}
        {start.kind === 'ready' ? (
          <ConnectionProvider link={start.link}>
            <Frame />
          </ConnectionProvider>
        ) : undefined}
        <Toasts />
      </UiProvider>
    </ErrorBoundary>
  );
}
