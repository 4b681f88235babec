/** Short messages over the page: what happened, and at most one action such as Undo. */
import { useSyncExternalStore, type ReactNode } from 'react';

import { Button, IconButton } from './button.tsx';
import { classes } from './classes.ts';
import { ToastList, type ShownToast, type ToastText } from './toast-list.ts';

const list = new ToastList();

/** Shows a toast; errors stay until they are closed. */
export function showToast(text: ToastText): void {
  list.show(text);
}

/** Shows what went wrong: `what`, such as "The session was not renamed", and why. */
export function showError(what: string, error: unknown): void {
  list.show({ title: what, description: error instanceof Error ? error.message : String(error), kind: 'error' });
}

/** Where toasts appear: below the titles, where no button is, and above dialogs. Once per page. */
export function Toasts(): ReactNode {
  const toasts = useSyncExternalStore(list.subscribe, list.snapshot, list.snapshot);
  return (
    <section
      aria-label="Messages"
      className="pointer-events-none fixed inset-x-0 top-14 z-60 mx-auto flex w-80 max-w-[calc(100vw-1.5rem)] flex-col gap-2"
    >
      {/* The regions are there before their content, so that screen readers notice it. */}
      <div role="status" className="contents">
        {toasts.filter(({ kind }) => kind !== 'error').map(Toast)}
      </div>
      <div role="alert" className="contents">
        {toasts.filter(({ kind }) => kind === 'error').map(Toast)}
      </div>
    </section>
  );
}

function Toast({ id, title, description, kind, action }: ShownToast): ReactNode {
  return (
    <div
      key={id}
      className={classes(
        'pointer-events-auto flex items-start gap-2 rounded-md border bg-raised p-3 text-sm',
        kind === 'error' ? 'border-bad' : 'border-line',
      )}
      onPointerEnter={() => {
        list.pause(id);
      }}
      onPointerLeave={() => {
        list.resume(id);
      }}
    >
      <div className="min-w-0 flex-1 pt-1">
        <p className="font-medium">{title}</p>
        {description === undefined ? undefined : (
          <p dir="auto" className="break-words text-muted">
            {description}
          </p>
        )}
      </div>
      {action === undefined ? undefined : (
        <Button
          size="small"
          onClick={() => {
            list.close(id);
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton
        label="Close message"
        icon="close"
        size="small"
        onClick={() => {
          list.close(id);
        }}
      />
    </div>
  );
}
