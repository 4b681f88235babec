/** The changes of files: hunks with their lines, in one column or side by side. */
import { useSessionState, type SessionStore } from '@acp-stack/react';
import type { Diff } from '@acp-stack/schema/v2/unstable';
import { useMemo, useState, type ReactNode } from 'react';

import { FileText } from '../../markdown/link.tsx';
import { setPreferences, usePreferences } from '../../preferences/preferences.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { shownPath } from '../facts/shown-path.ts';
import { useMedia } from '../facts/use-media.ts';
import { filesOf, rowsOfFile, splitRows, type DiffFile } from './diff-model.ts';
import { SplitTable, UnifiedTable } from './diff-tables.tsx';

/** Files after these are listed when they are wanted. */
const maxFiles = 8;
/** Rows of a file that are shown at first. */
const maxRows = 200;
const usualContext = 3;

export interface DiffViewProps {
  /** Without it, paths are shown in full. */
  readonly session?: SessionStore;
  readonly diff: Diff;
}

/** Shows all files of a diff. */
export function DiffView({ session, diff }: DiffViewProps): ReactNode {
  const files = useMemo(() => filesOf(diff), [diff]);
  const [isWhole, setWhole] = useState(false);
  const { cwd } = useSessionState(session);
  const shown = isWhole ? files : files.slice(0, maxFiles);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {shown.map((file, index) => (
        <FileChange key={index} file={file} cwd={cwd} />
      ))}
      {shown.length < files.length ? (
        <Button
          size="small"
          look="quiet"
          onClick={() => {
            setWhole(true);
          }}
        >
          Show {files.length - shown.length} more files
        </Button>
      ) : undefined}
    </div>
  );
}

const operations: Readonly<Record<string, string>> = {
  add: 'New file',
  delete: 'Deleted',
  move: 'Moved',
  copy: 'Copied',
  modify: '',
};

function FileChange({ file, cwd }: { readonly file: DiffFile; readonly cwd: string | undefined }): ReactNode {
  const { operation, path, oldPath, count, isHidden, lines } = file;
  const { diffView: chosen } = usePreferences();
  const hasRoom = useMedia('(min-width: 48rem)');
  const diffView = hasRoom ? chosen : 'unified';
  const [isWide, setWide] = useState(false);
  const [isWhole, setWhole] = useState(false);
  const usual = useMemo(() => rowsOfFile(lines, usualContext), [lines]);
  const rows = useMemo(() => (isWide ? rowsOfFile(lines, Infinity) : usual), [isWide, lines, usual]);
  const canWiden = usual.length < lines.length || isWide;
  const shown = isWhole ? rows : rows.slice(0, maxRows);
  const name = shownPath(path, cwd);
  const label = operations[operation] ?? operation;
  return (
    <figure className="min-w-0 overflow-hidden rounded-md border border-line" dir="ltr">
      <figcaption className="flex min-h-8 items-center gap-2 bg-panel ps-3 pe-1 text-xs">
        <span className="min-w-0 flex-1 truncate font-mono">
          {oldPath === undefined ? '' : `${shownPath(oldPath, cwd)} → `}
          {path === '' ? 'Other changes' : <FileText file={{ path, line: undefined }}>{name}</FileText>}
        </span>
        {label === '' ? undefined : <span className="shrink-0 text-muted">{label}</span>}
        {count === undefined ? undefined : (
          <span className="shrink-0 font-mono">
            <span className="text-good">+{count.added}</span> <span className="text-bad">−{count.removed}</span>
          </span>
        )}
        {canWiden ? (
          <Button
            size="small"
            look="quiet"
            aria-pressed={isWide}
            onClick={() => {
              setWide(!isWide);
            }}
          >
            {isWide ? 'Less context' : 'More context'}
          </Button>
        ) : undefined}
        {rows.length > 0 && hasRoom ? (
          <IconButton
            size="small"
            icon={diffView === 'split' ? 'menu' : 'columns'}
            label={diffView === 'split' ? 'Show in one column' : 'Show side by side'}
            onClick={() => {
              setPreferences({ diffView: diffView === 'split' ? 'unified' : 'split' });
            }}
          />
        ) : undefined}
      </figcaption>
      {isHidden ? (
        <p className="border-t border-line px-3 py-2 text-sm text-muted">The agent does not show the lines.</p>
      ) : undefined}
      {rows.length > 0 ? (
        <div
          tabIndex={0}
          role="group"
          aria-label={`Changes of ${name === '' ? 'files' : name}`}
          className="overflow-x-auto border-t border-line"
        >
          {diffView === 'split' ? <SplitTable rows={splitRows(shown)} /> : <UnifiedTable rows={shown} />}
        </div>
      ) : undefined}
      {shown.length < rows.length ? (
        <Button
          size="small"
          look="quiet"
          onClick={() => {
            setWhole(true);
          }}
        >
          Show {rows.length - shown.length} more lines
        </Button>
      ) : undefined}
    </figure>
  );
}
