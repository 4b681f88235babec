/** Asks before a session is deleted, because this cannot be undone. */
import { useRef, type ReactNode } from 'react';

import { useConnection } from '../connect/connection.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { deleteSession } from './session-actions.ts';

export interface DeleteDialogProps {
  readonly session: { readonly sessionId: string; readonly title: string } | undefined;
  readonly onClose: () => void;
}

export function DeleteDialog({ session, onClose }: DeleteDialogProps): ReactNode {
  const { agent } = useConnection();
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      isOpen={session !== undefined}
      onClose={onClose}
      title="Delete this session?"
      initialFocus={cancel}
      actions={
        <>
          <Button ref={cancel} onClick={onClose}>
            Cancel
          </Button>
          <Button
            look="danger"
            icon="trash"
            onClick={() => {
              onClose();
              if (session !== undefined) void deleteSession(agent, session.sessionId);
            }}
          >
            Delete
          </Button>
        </>
      }
    >
      <p className="text-sm">
        <bdi className="font-medium">{session?.title}</bdi> and its history are removed for everyone. This cannot be
        undone; archive it to only hide it.
      </p>
    </Dialog>
  );
}
