/**
 * The editors of the sessions of this page.
 *
 * An editor stays with its open files and unsaved changes while another session is shown, until the user closes it. The
 * browser asks before a page with unsaved changes is left.
 */
import type { EditorController } from './editor-controller.ts';

const editors = new Map<string, EditorController>();

/** The editor of a session; made if there is none. */
export function editorOf(sessionId: string, create: () => EditorController): EditorController {
  const known = editors.get(sessionId) ?? create();
  editors.set(sessionId, known);
  return known;
}

/** Forgets the editor of a session, with everything in it. */
export function forgetEditor(sessionId: string): void {
  editors.delete(sessionId);
}

/** Whether a file of any session has unsaved changes. */
export const hasUnsavedChanges = (): boolean =>
  [...editors.values()].some(({ files }) => files.snapshot().files.some(({ isChanged }) => isChanged));

const ask = (event: BeforeUnloadEvent): void => {
  if (hasUnsavedChanges()) event.preventDefault();
};

/** Makes the browser ask before the page is left with unsaved changes; returns how to stop it. */
export function askBeforeLeaving(page: Pick<Window, 'addEventListener' | 'removeEventListener'>): () => void {
  page.addEventListener('beforeunload', ask);
  return () => {
    page.removeEventListener('beforeunload', ask);
  };
}
