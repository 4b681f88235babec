/** The choice of the folder of a session: recent ones, or one that is found by looking into folders. */
import { useEffect, useState, type ReactNode } from 'react';

import type { HostResults } from '../../host-methods.ts';
import { useConnection } from '../connect/connection.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icons.tsx';
import { TextField } from '../ui/text-field.tsx';
import { folderName } from './session-groups.ts';
import { recentFolders } from './recent-folders.ts';

export interface FolderPickerProps {
  readonly value: string;
  readonly onChange: (path: string) => void;
}

export function FolderPicker({ value, onChange }: FolderPickerProps): ReactNode {
  const { agent, host } = useConnection();
  const [listed, setListed] = useState<HostResults['folders']>();
  const [isBrowsing, setBrowsing] = useState(false);
  const [error, setError] = useState<string>();
  const isOpen = agent.status === 'open';
  const canList = isOpen && host.can('folders');
  const list = (path: string | undefined): void => {
    host.call('folders', path === undefined ? {} : { path }).then(
      (result) => {
        setListed(result);
        setError(undefined);
        const [first] = result.roots;
        const isKnown = result.roots.some((root) => value === root || value.startsWith(`${root}/`));
        if (path !== undefined) onChange(path);
        else if (first !== undefined && !isKnown) onChange(first);
      },
      (problem: unknown) => {
        setError(problem instanceof Error ? problem.message : String(problem));
      },
    );
  };
  useEffect(() => {
    if (canList) list(undefined);
    // Only when the machine can first be asked: later the user decides.
  }, [canList]);
  const recent = recentFolders().filter((path) => path !== value);
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">Folder</legend>
      <div className="flex gap-2">
        <TextField
          label="Folder"
          dir="ltr"
          value={value}
          className="font-mono"
          placeholder="/path/to/a/project"
          onChange={(event) => {
            onChange(event.target.value);
          }}
        />
        {canList ? (
          <Button
            icon="folder"
            aria-expanded={isBrowsing}
            onClick={() => {
              setBrowsing(!isBrowsing);
              if (!isBrowsing) list(value === '' ? undefined : value);
            }}
          >
            Browse
          </Button>
        ) : undefined}
      </div>
      {error === undefined ? undefined : (
        <p role="alert" className="text-sm text-bad">
          {error}
        </p>
      )}
      {isBrowsing && listed !== undefined ? (
        <FolderList listed={listed} path={value} onOpen={list} />
      ) : (
        <ul className="flex flex-wrap gap-1">
          {recent.slice(0, 4).map((path) => (
            <li key={path}>
              <Button
                size="small"
                look="quiet"
                title={path}
                onClick={() => {
                  onChange(path);
                }}
              >
                <bdi>{folderName(path)}</bdi>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}

interface FolderListProps {
  readonly listed: HostResults['folders'];
  readonly path: string;
  readonly onOpen: (path: string | undefined) => void;
}

function FolderList({ listed: { roots, folders }, path, onOpen }: FolderListProps): ReactNode {
  const above = path.replace(/\/[^/]+\/?$/u, '');
  const canGoUp = roots.some((root) => above === root || above.startsWith(`${root}/`));
  return (
    <ul aria-label="Folders" className="max-h-60 overflow-y-auto rounded-md border border-line p-1 text-sm">
      {canGoUp ? (
        <FolderLine
          name=".."
          label="The folder above"
          onOpen={() => {
            onOpen(above);
          }}
        />
      ) : undefined}
      {folders.length === 0 ? <li className="px-2 py-1 text-muted">No folders here.</li> : undefined}
      {folders.map((folder) => (
        <FolderLine
          key={folder.path}
          name={folder.name}
          label={folder.name}
          onOpen={() => {
            onOpen(folder.path);
          }}
        />
      ))}
    </ul>
  );
}

function FolderLine({
  name,
  label,
  onOpen,
}: {
  readonly name: string;
  readonly label: string;
  readonly onOpen: () => void;
}): ReactNode {
  return (
    <li>
      <button
        type="button"
        aria-label={label}
        className="flex w-full cursor-pointer items-center gap-2 rounded-sm px-2 py-1 text-start hover:bg-hover"
        onClick={onOpen}
      >
        <Icon name="folder" className="size-4 text-muted" />
        <bdi className="truncate">{name}</bdi>
      </button>
    </li>
  );
}
