/** Who may use a session, and links that invite others. */
import { useCallback, useEffect, useState, type ReactNode } from 'react';

import { useConnection } from '../connect/connection.tsx';
import type { HubResults, Invitation, Role } from '../connect/host.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Select } from '../ui/select.tsx';
import { TextField } from '../ui/text-field.tsx';
import { showError } from '../ui/toast.tsx';

const roles = [
  { value: 'observer', label: 'Observer', description: 'May watch' },
  { value: 'controller', label: 'Controller', description: 'May also send messages and answer questions' },
] as const;

const lifetimes = [
  { value: '3600000', label: '1 hour' },
  { value: '86400000', label: '1 day' },
  { value: '604800000', label: '7 days' },
] as const;

export interface ShareDialogProps {
  readonly sessionId: string | undefined;
  readonly onClose: () => void;
}

export function ShareDialog({ sessionId, onClose }: ShareDialogProps): ReactNode {
  return (
    <Dialog
      isOpen={sessionId !== undefined}
      onClose={onClose}
      title="Share session"
      description="Everyone with a link can use this one session until the link expires or you revoke it."
      width="medium"
    >
      {sessionId === undefined ? undefined : <Sharing sessionId={sessionId} />}
    </Dialog>
  );
}

interface Shared {
  readonly members: HubResults['members'];
  readonly invitations: readonly Invitation[];
}

function Sharing({ sessionId }: { readonly sessionId: string }): ReactNode {
  const { host, link: way } = useConnection();
  const [shared, setShared] = useState<Shared>();
  const [role, setRole] = useState<Role>('observer');
  const [lifetime, setLifetime] = useState('86400000');
  const [link, setLink] = useState('');
  const read = useCallback(async (): Promise<void> => {
    const [members, { invitations }] = await Promise.all([
      host.ask('members', { sessionId }),
      host.ask('invitations', { sessionId }),
    ]);
    setShared({ members, invitations });
  }, [host, sessionId]);
  /** Does something, and reads again what is true afterwards. */
  const run = (what: string, work: () => Promise<unknown>): void => {
    work()
      .then(read)
      .catch((error: unknown) => {
        showError(what, error);
      });
  };
  useEffect(() => {
    read().catch((error: unknown) => {
      showError('The members could not be read', error);
    });
  }, [read]);
  const invite = async (): Promise<void> => {
    const { secret } = await host.ask('invite', { sessionId, role, expiresIn: Number(lifetime) });
    setLink(`${way.hubAddress ?? ''}#invitation=${secret}`);
  };
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <Select
          label="Role"
          value={role}
          choices={roles}
          onChange={(value) => {
            setRole(value as Role);
          }}
        />
        <Select label="Expires after" value={lifetime} choices={lifetimes} onChange={setLifetime} />
        <Button
          look="primary"
          icon="link"
          onClick={() => {
            run('No link was made', invite);
          }}
        >
          Make a link
        </Button>
      </div>
      {link === '' ? undefined : (
        <div className="flex items-center gap-2">
          <TextField label="Invitation link" readOnly dir="ltr" value={link} />
          <IconButton
            label="Copy link"
            icon="copy"
            onClick={() => {
              void navigator.clipboard?.writeText(link);
            }}
          />
        </div>
      )}
      <section>
        <h3 className="mb-1 text-sm font-medium">Members</h3>
        <ul className="text-sm">
          {Object.entries(shared?.members.members ?? {}).map(([name, held]) => (
            <li key={name} className="flex h-9 items-center gap-2">
              <bdi className="min-w-0 flex-1 truncate">{name}</bdi>
              <span className="text-muted">{held}</span>
              {name === shared?.members.owner ? undefined : (
                <IconButton
                  label={`Remove ${name}`}
                  icon="close"
                  size="small"
                  onClick={() => {
                    run('The member was not removed', () => host.ask('remove_member', { sessionId, principal: name }));
                  }}
                />
              )}
            </li>
          ))}
        </ul>
      </section>
      <InvitationList
        invitations={(shared?.invitations ?? []).filter(
          ({ isRevoked, expiresAt }) => !isRevoked && expiresAt > Date.now(),
        )}
        onRevoke={(id) => {
          run('The link was not revoked', () => host.ask('revoke_invitation', { sessionId, invitation: id }));
        }}
      />
    </div>
  );
}

function InvitationList({
  invitations,
  onRevoke,
}: {
  readonly invitations: readonly Invitation[];
  readonly onRevoke: (id: string) => void;
}): ReactNode {
  if (invitations.length === 0) return undefined;
  return (
    <section>
      <h3 className="mb-1 text-sm font-medium">Links that work</h3>
      <ul className="text-sm">
        {invitations.map(({ id, role, expiresAt, usedBy }) => (
          <li key={id} className="flex h-9 items-center gap-2">
            <span className="min-w-0 flex-1 truncate">
              {role}, until {new Date(expiresAt).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })}
              {usedBy.length === 0 ? '' : `, used by ${usedBy.join(', ')}`}
            </span>
            <Button
              size="small"
              onClick={() => {
                onRevoke(id);
              }}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
