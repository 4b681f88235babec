/**
 * An editor beside the conversation: files of the session with suggestions of the agent.
 *
 * Loaded when the first file is opened.
 */
import { useEntryIds, type SessionStore } from '@acp-stack/react';
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';

import { useConnection } from '../connect/connection.tsx';
import { IconButton } from '../ui/button.tsx';
import { EditorController } from './editor-controller.ts';
import { EditorStatus } from './editor-status.tsx';
import { EditorSurface } from './editor-surface.tsx';
import { FileNotice } from './file-notice.tsx';
import { FileTabs } from './file-tabs.tsx';
import type { FileRequest } from './file-request.ts';
import { askBeforeLeaving, editorOf, forgetEditor } from './session-editors.ts';
import { UnsavedDialog } from './unsaved-dialog.tsx';

// Also while a session without an editor is shown.
askBeforeLeaving(window);

export interface EditorPaneProps {
  readonly session: SessionStore;
  readonly sessionId: string;
  /** The folder of the session. */
  readonly folder: string;
  /** The file to show; a new object shows it again. */
  readonly request: FileRequest;
  /** Lets the user choose another file; absent if that is not possible. */
  readonly onPick?: () => void;
  readonly onClose: () => void;
}

export function EditorPane({ session, sessionId, folder, request, onPick, onClose }: EditorPaneProps): ReactNode {
  const controller = useController(sessionId, folder);
  const { files, front } = useSyncExternalStore(controller.files.subscribe, controller.files.snapshot);
  const [closing, setClosing] = useState<readonly string[]>([]);
  const shown = files.find(({ path }) => path === front);
  const unsaved = files.filter(({ isChanged }) => isChanged).map(({ path }) => path);
  useEffect(() => {
    void controller.show(request);
  }, [controller, request]);
  useDiskChecks(controller, session);

  const close = (paths: readonly string[]): void => {
    for (const path of paths) controller.files.close(path);
    if (controller.files.snapshot().files.length > 0) return;
    forgetEditor(sessionId);
    onClose();
  };
  /** Closes files, after a question if one has unsaved changes. */
  const askToClose = (paths: readonly string[]): void => {
    if (paths.some((path) => unsaved.includes(path))) setClosing(paths);
    else close(paths);
  };
  return (
    <>
      <header className="flex h-12 shrink-0 items-center gap-1 border-b border-line px-2">
        <FileTabs
          files={files}
          front={front}
          onShow={(path) => void controller.open(path)}
          onClose={(path) => {
            askToClose([path]);
          }}
        />
        {onPick === undefined ? undefined : (
          <IconButton label="Open file…" icon="search" size="small" keys="Mod+P" onClick={onPick} />
        )}
        <IconButton
          label="Close editor"
          icon="close"
          size="small"
          onClick={() => {
            askToClose(files.map(({ path }) => path));
          }}
        />
      </header>
      {shown === undefined ? undefined : (
        <FileNotice
          file={shown}
          onReload={() => void controller.files.reload(shown.path)}
          onOverwrite={() => void controller.files.save(shown.path, { overwrite: true })}
        />
      )}
      <EditorSurface controller={controller} isHidden={shown === undefined || shown.status === 'failed'} />
      <EditorStatus controller={controller} file={shown} />
      <UnsavedDialog
        names={files.filter(({ path }) => closing.includes(path) && unsaved.includes(path)).map(({ name }) => name)}
        isOpen={closing.length > 0}
        onCancel={() => {
          setClosing([]);
        }}
        onDiscard={() => {
          setClosing([]);
          close(closing);
        }}
        onSave={() => {
          setClosing([]);
          void saveAll(controller, closing, unsaved).then(close);
        }}
      />
    </>
  );
}

/** Saves files; resolves with those that may be closed. */
async function saveAll(
  { files }: EditorController,
  paths: readonly string[],
  unsaved: readonly string[],
): Promise<readonly string[]> {
  const saved = await Promise.all(paths.map(async (path) => !unsaved.includes(path) || (await files.save(path))));
  return paths.filter((_path, index) => saved[index]);
}

/** One controller for each session, with the agent that suggests edits while the pane is open. */
function useController(sessionId: string, folder: string): EditorController {
  const { host, link } = useConnection();
  const [controller] = useState(() =>
    editorOf(
      sessionId,
      () =>
        new EditorController({
          folder,
          nonce: document.querySelector<HTMLMetaElement>('meta[name="acp-nonce"]')?.content ?? '',
          canWrite: host.can('writeFile'),
          access: {
            read: (path) => host.call('readFile', { sessionId, path }),
            write: (path, text, version) =>
              host.call('writeFile', { sessionId, path, text, ...(version === undefined ? {} : { version }) }),
          },
          connect: () => link.connect('/nes'),
        }),
    ),
  );
  useEffect(() => {
    void controller.suggestions.start();
    return () => {
      void controller.suggestions.close();
    };
  }, [controller]);
  return controller;
}

/** Looks at the disk when the user comes back to the page, and when the agent has done something. */
function useDiskChecks(controller: EditorController, session: SessionStore): void {
  const { length: entries } = useEntryIds(session);
  useEffect(() => {
    void controller.files.checkDisk();
  }, [controller, entries]);
  useEffect(() => {
    const check = (): void => void controller.files.checkDisk();
    window.addEventListener('focus', check);
    return () => {
      window.removeEventListener('focus', check);
    };
  }, [controller]);
}
