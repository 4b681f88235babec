/** Registers the handlers of a client: updates, permissions, elicitations, editor state, files and terminals. */
import { isThenable, RpcError } from '@acp-stack/rpc';
import { errorCodes } from '@acp-stack/schema/v2/unstable';

import type { Connection } from '../connection/connection.ts';
import type { ClientSetup, RawUpdateHandler } from './client-setup.ts';
import { serveEditorState } from './editor-state.ts';
import { serveElicitation } from './elicitation.ts';
import { serveFilesAndTerminals } from './files-and-terminals.ts';
import type { ReportClient } from './session/client-report.ts';
import type { ClientSession, ClientSessionHost } from './session/client-session.ts';
import { askPermission, nothingChosen, refuseSharedIds } from './session/permissions.ts';
import type { ClientSessions } from './sessions.ts';

/** Registers all handlers on `raw`. */
export function registerClientHandlers(
  raw: Connection<'client'>,
  setup: ClientSetup,
  {
    sessions,
    questions,
    report,
  }: Pick<ClientSessionHost, 'questions' | 'report'> & { readonly sessions: ClientSessions },
): void {
  serveUpdates(raw, sessions, setup.onRawUpdate);
  serveLosses(raw, sessions, report);
  if (!setup.hasRawPermissionHandler)
    servePermissions(raw, sessions, { questions, report, onPermission: setup.onPermission });
  if (setup.elicitation !== undefined) serveElicitation(raw, setup.elicitation, questions);
  const sessionOf = (sessionId: string): ClientSession | undefined => sessions.find(sessionId);
  serveEditorState(raw, setup.editor, sessionOf);
  serveFilesAndTerminals(raw, setup.filesAndTerminals, sessionOf);
  setup.register(raw);
}

function serveUpdates(
  raw: Connection<'client'>,
  sessions: ClientSessions,
  onRawUpdate: RawUpdateHandler | undefined,
): void {
  if (onRawUpdate === undefined) {
    raw.onNotification('session/update', sessions.receive);
    return;
  }
  raw.onNotification('session/update', (params, context) => {
    const heard = onRawUpdate(params, context);
    const received = sessions.receive(params);
    // What follows in the session waits for a promise, so there is none unless there is something to wait for.
    if (!isThenable(heard) && received === undefined) return undefined;
    return Promise.all([received, heard]).then(() => undefined);
  });
}

const fieldsOf = (params: unknown): Record<string, unknown> => Object(params) as Record<string, unknown>;

/**
 * Handles the notification that one session is lost, and the connection goes on: an HTTP channel sends it, and an agent
 * that several clients share. `initialize` says in the capabilities that this client understands it.
 */
function serveLosses(raw: Connection<'client'>, sessions: ClientSessions, report: ReportClient): void {
  raw.onNotification('_acp-stack.dev/session_lost', fieldsOf, ({ sessionId, message, reason }) => {
    const error = new RpcError(errorCodes.resource_not_found, String(message), { data: { reason, sessionId } });
    sessions.get(String(sessionId))?.lost(error);
    report({ kind: 'session-lost', sessionId: String(sessionId), error });
  });
}

function servePermissions(
  raw: Connection<'client'>,
  sessions: ClientSessions,
  host: Pick<ClientSessionHost, 'questions' | 'report' | 'onPermission'>,
): void {
  raw.onRequest('session/request_permission', (request, { signal }) => {
    refuseSharedIds(request, host.report);
    const session = sessions.get(request.sessionId);
    if (session !== undefined) return session.askPermission(request, signal);
    if (host.onPermission === undefined) return nothingChosen;
    return askPermission(request, host.onPermission, { session: undefined, signal, host });
  });
}
