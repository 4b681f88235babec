/** Catches what goes wrong while the page is drawn: says so, and offers to reload and to copy the details. */
import { Component, type ErrorInfo, type ReactNode } from 'react';

import { Button } from '../ui/button.tsx';

interface Props {
  readonly children: ReactNode;
  /** Draws the error in place of one part of the page only. */
  readonly isPart?: boolean;
}

interface State {
  readonly error: Error | undefined;
  readonly place: string;
}

const none: State = { error: undefined, place: '' };

// React offers this to classes only.
export class ErrorBoundary extends Component<Props, State> {
  override state: State = none;

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidCatch(_: unknown, { componentStack }: ErrorInfo): void {
    this.setState({ place: componentStack ?? '' });
  }

  override render(): ReactNode {
    const { error, place } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <ErrorPage
        error={error}
        place={place}
        {...(this.props.isPart === true
          ? {
              onRetry: () => {
                this.setState(none);
              },
            }
          : {})}
      />
    );
  }
}

function ErrorPage({
  error,
  place,
  onRetry,
}: {
  readonly error: Error;
  readonly place: string;
  readonly onRetry?: () => void;
}): ReactNode {
  const details = `${error.name}: ${error.message}\n${error.stack ?? ''}\n${place}\n${navigator.userAgent}`;
  return (
    <div role="alert" className="mx-auto flex max-w-xl flex-col gap-3 p-6">
      <h1 className="text-lg font-semibold">This part of the page has failed</h1>
      <p>The sessions are not affected: they run outside of this page. Reload to go on.</p>
      <div className="flex flex-wrap gap-2">
        <Button
          look="primary"
          onClick={() => {
            location.reload();
          }}
        >
          Reload
        </Button>
        {onRetry === undefined ? undefined : <Button onClick={onRetry}>Try again</Button>}
        <Button
          icon="copy"
          onClick={() => {
            void navigator.clipboard?.writeText(details);
          }}
        >
          Copy details
        </Button>
      </div>
      <details>
        <summary className="cursor-pointer text-sm text-muted">Details</summary>
        <pre
          dir="ltr"
          tabIndex={0}
          className="mt-2 max-h-80 overflow-auto rounded-md border border-line bg-panel p-3 text-xs"
        >
          {details}
        </pre>
      </details>
    </div>
  );
}
