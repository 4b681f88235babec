/**
 * The agent's requests for the documents of the editor, where the program has handlers for them.
 *
 * Only documents that are files are returned (EDIT-02, EDIT-05), and only to sessions that are open here.
 */
import { RpcError } from '@acp-stack/rpc';
import { errorCodes, type WorkspaceDocument } from '@acp-stack/schema/v2/unstable';

import type { Connection } from '../connection/connection.ts';
import type { ClientSession } from './session/client-session.ts';

/** What the handlers of editor requests are given. */
export interface EditorContext {
  /** The session whose agent asks. */
  readonly session: ClientSession;
  /** Aborts when the result is not wanted any more. */
  readonly signal: AbortSignal;
}

type Ask<T> = (context: EditorContext) => T | Promise<T>;

/** The documents that are open now. */
export type OpenDocumentsHandler = Ask<readonly WorkspaceDocument[]>;
/** The documents that were opened recently, newest first; at most `limit` are returned to the agent. */
export type RecentDocumentsHandler = (
  context: EditorContext & { readonly limit: number | undefined },
) => readonly WorkspaceDocument[] | Promise<readonly WorkspaceDocument[]>;
/** The document that has the focus. */
export type ActiveDocumentHandler = Ask<WorkspaceDocument | undefined>;

export interface EditorHandlers {
  readonly openDocuments?: OpenDocumentsHandler;
  readonly recentDocuments?: RecentDocumentsHandler;
  readonly activeDocument?: ActiveDocumentHandler;
}

/** Registers the requests on `connection` that have a handler. */
export function serveEditorState(
  connection: Connection<'client'>,
  { openDocuments, recentDocuments, activeDocument }: EditorHandlers,
  sessionOf: (sessionId: string) => ClientSession | undefined,
): void {
  const asking = (sessionId: string): ClientSession => {
    const session = sessionOf(sessionId);
    if (session !== undefined) return session;
    throw new RpcError(errorCodes.resource_not_found, 'Session not found.', { data: { sessionId } });
  };
  if (openDocuments !== undefined) {
    connection.onRequest('workspace/open_documents', async ({ sessionId }, { signal }) => {
      const documents = await openDocuments({ session: asking(sessionId), signal });
      return { documents: documents.filter(isFile) };
    });
  }
  if (recentDocuments !== undefined) {
    connection.onRequest('workspace/recent_documents', async ({ sessionId, limit }, { signal }) => {
      const documents = await recentDocuments({ session: asking(sessionId), signal, limit: limit ?? undefined });
      return { documents: documents.filter(isFile).slice(0, limit ?? undefined) };
    });
  }
  if (activeDocument !== undefined) {
    connection.onRequest('workspace/active_document', async ({ sessionId }, { signal }) => {
      const document = await activeDocument({ session: asking(sessionId), signal });
      return { document: document !== undefined && isFile(document) ? document : null };
    });
  }
}

const isFile = ({ uri }: WorkspaceDocument): boolean => uri.startsWith('file:///');
