/** The client: waits for the token of the page, and then shows its frame. */
import { useEffect, useState, type ReactNode } from 'react';

import { ConnectionProvider } from '../connect/connection.tsx';
import { Toasts } from '../ui/toast.tsx';
import { UiProvider } from '../ui/ui-provider.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Frame } from './frame.tsx';
import { NoToken } from './no-token.tsx';
import { EmptyFrame } from './empty-frame.tsx';

type Start =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'ready'; readonly token: string }
  | { readonly kind: 'refused' };

export function App({ token }: { readonly token: Promise<string> }): ReactNode {
  const [start, setStart] = useState<Start>({ kind: 'waiting' });
  useEffect(() => {
    token.then(
      (value) => {
        setStart({ kind: 'ready', token: value });
      },
      () => {
        setStart({ kind: 'refused' });
      },
    );
  }, [token]);
  return (
    <ErrorBoundary>
      <UiProvider>
        {start.kind === 'waiting' ? <EmptyFrame /> : undefined}
        {start.kind === 'refused' ? <NoToken /> : undefined}
        {start.kind === 'ready' ? (
          <ConnectionProvider token={start.token}>
            <Frame />
          </ConnectionProvider>
        ) : undefined}
        <Toasts />
      </UiProvider>
    </ErrorBoundary>
  );
}
