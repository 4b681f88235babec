/** The start of a new session: which agent, in which folder. */
import type { SessionStore } from '@acp-stack/react';
import { useEffect, useState, type ReactNode } from 'react';

import { LoginButton } from '../agents/login-button.tsx';
import { loginNeeded } from '../agents/login-needed.ts';
import { AgentPicker } from '../agents/agent-picker.tsx';
import { useConnection } from '../connect/connection.tsx';
import { Button } from '../ui/button.tsx';
import { FolderPicker } from './folder-picker.tsx';
import { addRecentFolder, recentFolders } from './recent-folders.ts';

export interface NewSessionProps {
  readonly onCreated: (sessionId: string) => void;
}

type Creating =
  | { readonly kind: 'choosing'; readonly error?: Error }
  | { readonly kind: 'creating'; readonly session: SessionStore };

export function NewSession({ onCreated }: NewSessionProps): ReactNode {
  const { agent, host } = useConnection();
  const [name, setName] = useState<string>();
  const [folder, setFolder] = useState(() => recentFolders()[0] ?? '');
  const [creating, setCreating] = useState<Creating>({ kind: 'choosing' });
  useEffect(() => {
    if (creating.kind !== 'creating') return undefined;
    const { session } = creating;
    const look = (): void => {
      const { id, error, cwd } = session.snapshot();
      if (id !== undefined) {
        if (cwd !== undefined) addRecentFolder(cwd);
        onCreated(id);
      } else if (error !== undefined) setCreating({ kind: 'choosing', error });
    };
    look();
    return session.subscribe(look);
  }, [creating, onCreated]);
  useEffect(() => {
    document.title = 'New session · acp';
  }, []);
  const start = (): void => {
    const meta = name === undefined ? {} : { _meta: { 'acp-stack.dev/hub': { agent: name } } };
    setCreating({ kind: 'creating', session: agent.newSession({ cwd: folder, ...meta }) });
  };
  const error = creating.kind === 'choosing' ? creating.error : undefined;
  return (
    <form
      className="mx-auto flex w-full max-w-xl flex-1 flex-col justify-center gap-5 overflow-y-auto p-6"
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <h1 className="text-lg font-semibold">New session</h1>
      <AgentPicker
        value={name}
        onChange={(chosen) => {
          setName(chosen);
          // What went wrong was about another agent.
          if (error !== undefined) setCreating({ kind: 'choosing' });
        }}
      />
      <FolderPicker value={folder} onChange={setFolder} />
      {error === undefined ? undefined : (
        <div role="alert" className="flex flex-col items-start gap-2">
          <p dir="auto" className="text-sm text-bad">
            {error.message}
          </p>
          <LoginButton error={error} onDone={start} />
        </div>
      )}
      <Button
        type="submit"
        // The login is what leads on, and it starts the session.
        look={loginNeeded(error) !== undefined && host.can('login') ? 'plain' : 'primary'}
        className="self-start"
        disabled={folder === '' || creating.kind === 'creating' || agent.status !== 'open'}
      >
        {creating.kind === 'creating' ? 'Starting…' : 'Start session'}
      </Button>
    </form>
  );
}
