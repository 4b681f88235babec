/** Finds a file of the session by a part of its path. */
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

import type { HostFile, HostResults } from '../../host-methods.ts';
import { classes } from '../ui/classes.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';

export interface FilePickerProps {
  readonly find: (query: string, signal: AbortSignal) => Promise<HostResults['findFiles']>;
  readonly onChoose: (path: string) => void;
  readonly onClose: () => void;
}

export function FilePicker({ find, onChoose, onClose }: FilePickerProps): ReactNode {
  const [query, setQuery] = useState('');
  const [index, setIndex] = useState(0);
  const { files, problem } = useFoundFiles(find, query);
  const field = useRef<HTMLInputElement>(null);
  const list = useId();
  const chosen = files[Math.min(index, files.length - 1)];
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && files.length > 0) {
      event.preventDefault();
      setIndex((index + step + files.length) % files.length);
    } else if (event.key === 'Enter' && chosen !== undefined) {
      event.preventDefault();
      onChoose(chosen.path);
    }
  };
  return (
    <Dialog isOpen onClose={onClose} title="Open file" width="medium" initialFocus={field}>
      <TextField
        ref={field}
        className="mt-1"
        label="Part of a path"
        placeholder="Part of a path"
        role="combobox"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={chosen === undefined ? undefined : `${list}-${chosen.path}`}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setIndex(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={list} role="listbox" aria-label="Files" className="mt-2 h-72 overflow-y-auto">
        {files.map((file) => (
          <FileOption
            key={file.path}
            id={`${list}-${file.path}`}
            file={file}
            isChosen={file === chosen}
            onChoose={onChoose}
          />
        ))}
      </ul>
      <p aria-live="polite" className="text-sm text-muted">
        {problem ?? (files.length === 0 ? 'No file matches.' : '')}
      </p>
    </Dialog>
  );
}

interface FileOptionProps {
  readonly id: string;
  readonly file: HostFile;
  readonly isChosen: boolean;
  readonly onChoose: (path: string) => void;
}

function FileOption({ id, file, isChosen, onChoose }: FileOptionProps): ReactNode {
  const element = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isChosen) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    // The field has the focus, and its keys choose.
    <li
      ref={element}
      id={id}
      role="option"
      aria-selected={isChosen}
      className={classes('cursor-pointer truncate rounded-md px-2 py-1 text-sm', isChosen && 'bg-accent-soft')}
      onClick={() => {
        onChoose(file.path);
      }}
    >
      <bdi>{file.relativePath}</bdi>
    </li>
  );
}

/** The files for a query; those of an older query are shown until the newer ones are there. */
function useFoundFiles(
  find: FilePickerProps['find'],
  query: string,
): { readonly files: readonly HostFile[]; readonly problem: string | undefined } {
  const [found, setFound] = useState<readonly HostFile[]>([]);
  const [problem, setProblem] = useState<string>();
  const latest = useRef(find);
  latest.current = find;
  useEffect(() => {
    const search = new AbortController();
    latest.current(query, search.signal).then(
      ({ files }) => {
        if (search.signal.aborted) return;
        setFound(files);
        setProblem(undefined);
      },
      (error: unknown) => {
        if (!search.signal.aborted) setProblem(error instanceof Error ? error.message : String(error));
      },
    );
    return () => {
      search.abort();
    };
  }, [query]);
  return { files: found, problem };
}
