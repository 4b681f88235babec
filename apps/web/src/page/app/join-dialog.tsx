/** Joins a session by an invitation link of its hub. */
import { useState, type ReactNode } from 'react';

import { useHost } from '../connect/connection.tsx';
import { openSession } from '../sessions/session-actions.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';

/** The secret of a link; undefined if it is not one. */
export function secretOf(link: string): string | undefined {
  const [, fragment = ''] = link.trim().split('#');
  return new URLSearchParams(fragment).get('invitation') ?? undefined;
}

export function JoinDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const host = useHost();
  const [link, setLink] = useState('');
  const [problem, setProblem] = useState<string>();
  const join = async (): Promise<void> => {
    const secret = secretOf(link);
    if (secret === undefined) {
      setProblem('This is not an invitation link; it has #invitation= in it.');
      return;
    }
    try {
      const { sessionId } = await host.ask('accept_invitation', { secret });
      onClose();
      openSession(sessionId);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <Dialog isOpen onClose={onClose} title="Join a session" description="Paste the invitation link that you were sent.">
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          void join();
        }}
      >
        <TextField
          label="Invitation link"
          dir="ltr"
          value={link}
          onChange={(event) => {
            setLink(event.target.value);
          }}
        />
        <Button type="submit" look="primary">
          Join
        </Button>
      </form>
      {problem === undefined ? undefined : (
        <p role="alert" className="mt-2 text-sm text-bad">
          {problem}
        </p>
      )}
    </Dialog>
  );
}
