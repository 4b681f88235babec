/**
 * Opens files of a session: in the editor of the user, or in the editor of the page beside the conversation.
 *
 * Everything below finds it by `useOpenFile`.
 */
import { useSessionState, type SessionStore } from '@acp-stack/react';
import { lazy, Suspense, useCallback, useReducer, useState, type ReactNode } from 'react';

import { useActions } from '../actions/actions.ts';
import { useHost } from '../connect/connection.tsx';
import type { Host } from '../connect/host.ts';
import { isInEditor } from '../connect/page-link.ts';
import { FileLinks, type OpenFile } from '../markdown/file-links.ts';
import { absolutePath } from '../paths/file-path.ts';
import { usePreferences } from '../preferences/preferences.ts';
import { showError } from '../ui/toast.tsx';
import type { FileRequest } from './file-request.ts';

const EditorPane = lazy(async () => ({ default: (await import('./editor-pane.tsx')).EditorPane }));
const FilePicker = lazy(async () => ({ default: (await import('./file-picker.tsx')).FilePicker }));

export interface SessionFilesProps {
  readonly session: SessionStore;
  /** Whether the session is the one that keys are for. */
  readonly isActive: boolean;
  readonly children: ReactNode;
}

export function SessionFiles({ session, isActive, children }: SessionFilesProps): ReactNode {
  const { id: sessionId, cwd: folder } = useSessionState(session);
  const host = useHost();
  const { openFilesIn } = usePreferences();
  const [request, setRequest] = useRequest(sessionId);
  const [isPicking, setPicking] = useState(false);
  const canFind = host.can('findFiles') && host.can('readFile');
  const pick = (): void => {
    setPicking(true);
  };
  useActions(
    canFind && isActive && !isInEditor()
      ? [{ id: 'open-file', title: 'Open file…', group: 'View', keys: 'Mod+P', worksInFields: true, run: pick }]
      : [],
  );
  const place = sessionId === undefined || folder === undefined ? undefined : { sessionId, folder };
  // The same function until something changes, because every link below uses it.
  const open = useCallback<OpenFile>(
    ({ path, line }) => {
      if (sessionId === undefined || folder === undefined) return;
      const wanted = { path: absolutePath(path, folder), line };
      if ((openFilesIn === 'editor' || isInEditor()) && host.can('openInEditor')) {
        void openInEditor(host, sessionId, wanted).then((isOpen) => {
          if (!isOpen) setRequest(wanted);
        });
      } else setRequest(wanted);
    },
    [host, sessionId, folder, openFilesIn, setRequest],
  );
  const canOpen = place !== undefined && (host.can('readFile') || host.can('openInEditor'));
  return (
    <FileLinks value={canOpen ? open : undefined}>
      <div className="flex min-h-0 flex-1">
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">{children}</div>
        {request === undefined || place === undefined ? undefined : (
          <section
            aria-label="Editor"
            className="flex min-h-0 min-w-0 flex-1 flex-col border-line bg-page md:border-s max-md:fixed max-md:inset-0 max-md:z-30"
          >
            <Suspense fallback={<p className="p-3 text-sm text-muted">Loading the editor…</p>}>
              <EditorPane
                key={place.sessionId}
                {...place}
                session={session}
                request={request}
                onClose={() => {
                  setRequest(undefined);
                }}
                {...(canFind ? { onPick: pick } : {})}
              />
            </Suspense>
          </section>
        )}
      </div>
      {isPicking && place !== undefined ? (
        <Suspense>
          <FilePicker
            find={(query, signal) => host.call('findFiles', { sessionId: place.sessionId, query }, { signal })}
            onClose={() => {
              setPicking(false);
            }}
            onChoose={(path) => {
              setPicking(false);
              setRequest({ path, line: undefined });
            }}
          />
        </Suspense>
      ) : undefined}
    </FileLinks>
  );
}

/** The file that the editor of a session was last asked for; it stays while another session is shown. */
const requests = new Map<string, FileRequest>();

function useRequest(
  sessionId: string | undefined,
): readonly [FileRequest | undefined, (request: FileRequest | undefined) => void] {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const set = useCallback(
    (request: FileRequest | undefined) => {
      if (sessionId === undefined) return;
      if (request === undefined) requests.delete(sessionId);
      else requests.set(sessionId, request);
      redraw();
    },
    [sessionId],
  );
  return [sessionId === undefined ? undefined : requests.get(sessionId), set];
}

/** Resolves with false if the user has no editor that can be started; the page has one. */
async function openInEditor(host: Host, sessionId: string, { path, line }: FileRequest): Promise<boolean> {
  try {
    await host.call('openInEditor', { sessionId, path, ...(line === undefined ? {} : { line }) });
  } catch (error) {
    const { reason } = Object((Object(error) as { readonly data?: unknown }).data) as { readonly reason?: unknown };
    if (reason === 'no_editor') return false;
    showError('The file was not opened', error);
  }
  return true;
}
