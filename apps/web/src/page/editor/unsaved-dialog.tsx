/** Asks what becomes of unsaved changes before files are closed. */
import type { ReactNode } from 'react';

import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

export interface UnsavedDialogProps {
  readonly isOpen: boolean;
  /** The files with unsaved changes. */
  readonly names: readonly string[];
  readonly onSave: () => void;
  readonly onDiscard: () => void;
  readonly onCancel: () => void;
}

export function UnsavedDialog({ isOpen, names, onSave, onDiscard, onCancel }: UnsavedDialogProps): ReactNode {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onCancel}
      title="Save changes?"
      description={`There are unsaved changes in ${names.join(', ')}.`}
      actions={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button look="danger" onClick={onDiscard}>
            Discard changes
          </Button>
          <Button look="primary" onClick={onSave}>
            Save
          </Button>
        </>
      }
    />
  );
}
