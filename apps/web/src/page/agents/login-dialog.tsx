/** Logs in to an agent, in a dialog. */
import type { ReactNode } from 'react';

import { Dialog } from '../ui/dialog.tsx';
import { showToast } from '../ui/toast.tsx';
import { Login } from './login.tsx';

export interface LoginDialogProps {
  readonly name: string;
  readonly onClose: () => void;
  readonly onDone?: () => void;
}

export function LoginDialog({ name, onClose, onDone }: LoginDialogProps): ReactNode {
  return (
    <Dialog isOpen onClose={onClose} title={`Log in to ${name}`} width="medium">
      <Login
        name={name}
        onDone={() => {
          onClose();
          showToast({ title: `Logged in to ${name}` });
          onDone?.();
        }}
      />
    </Dialog>
  );
}
