/** The inspector: waits for the way to its program, and then shows the messages. */
import { useEffect, useState, type ReactNode } from 'react';

import { Banner } from '../app/banner.tsx';
import { ErrorBoundary } from '../app/error-boundary.tsx';
import { NoToken } from '../app/no-token.tsx';
import type { PageLink } from '../connect/page-link.ts';
import { Toasts } from '../ui/toast.tsx';
import { UiProvider } from '../ui/ui-provider.tsx';
import { InspectorFrame } from './frame/inspector-frame.tsx';
import { createInspector, InspectorContext, useFollowing, type InspectorConnection } from './store/use-inspector.ts';

export function Inspector({ link }: { readonly link: Promise<PageLink> }): ReactNode {
  const [connection, setConnection] = useState<InspectorConnection | 'refused'>();
  useEffect(() => {
    link.then(
      (value) => {
        setConnection(createInspector(value));
      },
      () => {
        setConnection('refused');
      },
    );
  }, [link]);
  return (
    <ErrorBoundary>
      <UiProvider>
        {connection === 'refused' ? <NoToken /> : undefined}
        {connection === undefined || connection === 'refused' ? undefined : <Connected connection={connection} />}
        <Toasts />
      </UiProvider>
    </ErrorBoundary>
  );
}

function Connected({ connection }: { readonly connection: InspectorConnection }): ReactNode {
  const agent = useFollowing(connection);
  if (agent.status === 'failed') return <NoToken />;
  return (
    <InspectorContext value={connection}>
      <div className="flex h-dvh flex-col overflow-hidden">
        <Banner agent={agent} />
        <InspectorFrame />
      </div>
    </InspectorContext>
  );
}
