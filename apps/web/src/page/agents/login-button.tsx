/** Offers the login that an error asks for. */
import { lazy, Suspense, useState, type ReactNode } from 'react';

import { useHost } from '../connect/connection.tsx';
import { Button } from '../ui/button.tsx';
import { loginNeeded } from './login-needed.ts';

const LoginDialog = lazy(async () => ({ default: (await import('./login-dialog.tsx')).LoginDialog }));

export interface LoginButtonProps {
  readonly error: Error | undefined;
  /** Called when the user has logged in. */
  readonly onDone: () => void;
}

export function LoginButton({ error, onDone }: LoginButtonProps): ReactNode {
  const host = useHost();
  const [isOpen, setOpen] = useState(false);
  const name = loginNeeded(error);
  if (name === undefined || !host.can('login')) return undefined;
  return (
    <>
      <Button
        look="primary"
        onClick={() => {
          setOpen(true);
        }}
      >
        Log in to {name}
      </Button>
      {isOpen ? (
        <Suspense>
          <LoginDialog
            name={name}
            onDone={onDone}
            onClose={() => {
              setOpen(false);
            }}
          />
        </Suspense>
      ) : undefined}
    </>
  );
}
