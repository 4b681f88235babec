/**
 * The files and terminals that a client offers to agents of version 1.
 *
 * Agents of version 2 use their own files and terminals. Only sessions that are open here may use these.
 */
import { RpcError } from '@acp-stack/rpc';
import { errorCodes } from '@acp-stack/schema/v2/unstable';
import type {
  CreateTerminalRequest,
  ReadTextFileRequest,
  TerminalOutputResponse,
  WriteTextFileRequest,
} from '@acp-stack/schema/v1';

import type { Connection } from '../connection/connection.ts';
import type { EditorTerminalExit } from '../shared/editor-terminal-exit.ts';
import type { EditorContext } from './editor-state.ts';
import type { ClientSession } from './session/client-session.ts';

type Result<T> = T | Promise<T>;

/** The handlers of file requests; each that is there is advertised. */
export interface FileHandlers {
  /** Returns the text of a file, unsaved changes included. */
  readonly readText?: (request: ReadTextFileRequest, context: EditorContext) => Result<string>;
  /** Replaces the text of a file, or creates it. */
  readonly writeText?: (request: WriteTextFileRequest, context: EditorContext) => Result<void>;
}

/** The handlers of terminal requests. */
export interface TerminalHandlers {
  /** Starts a command and returns the id of its terminal. */
  readonly create: (request: CreateTerminalRequest, context: EditorContext) => Result<string>;
  /** Returns what the command has printed so far. */
  readonly output: (terminalId: string, context: EditorContext) => Result<TerminalOutputResponse>;
  /** Resolves when the command has ended. */
  readonly waitForExit: (terminalId: string, context: EditorContext) => Result<EditorTerminalExit>;
  /** Ends the command; the terminal and its output stay. */
  readonly kill: (terminalId: string, context: EditorContext) => Result<void>;
  /** Ends the command and removes the terminal; its id is not used afterwards. */
  readonly release: (terminalId: string, context: EditorContext) => Result<void>;
}

export interface FileAndTerminalHandlers {
  readonly files?: FileHandlers;
  readonly terminals?: TerminalHandlers;
}

type SessionOf = (sessionId: string) => ClientSession | undefined;

/** Registers the requests on `connection` that have a handler. */
export function serveFilesAndTerminals(
  connection: Connection<'client'>,
  { files = {}, terminals }: FileAndTerminalHandlers,
  sessionOf: SessionOf,
): void {
  const asking = (sessionId: string, signal: AbortSignal): EditorContext => {
    const session = sessionOf(sessionId);
    if (session !== undefined) return { session, signal };
    throw new RpcError(errorCodes.resource_not_found, 'Session not found.', { data: { sessionId } });
  };
  const { readText, writeText } = files;
  if (readText !== undefined) {
    connection.onRequest('fs/read_text_file', async (request, { signal }) => ({
      content: await readText(request, asking(request.sessionId, signal)),
    }));
  }
  if (writeText !== undefined) {
    connection.onRequest('fs/write_text_file', async (request, { signal }) => {
      await writeText(request, asking(request.sessionId, signal));
      return {};
    });
  }
  if (terminals !== undefined) serveTerminals(connection, terminals, asking);
}

function serveTerminals(
  connection: Connection<'client'>,
  handlers: TerminalHandlers,
  asking: (sessionId: string, signal: AbortSignal) => EditorContext,
): void {
  connection.onRequest('terminal/create', async (request, { signal }) => ({
    terminalId: await handlers.create(request, asking(request.sessionId, signal)),
  }));
  connection.onRequest('terminal/output', ({ sessionId, terminalId }, { signal }) =>
    handlers.output(terminalId, asking(sessionId, signal)),
  );
  connection.onRequest('terminal/wait_for_exit', ({ sessionId, terminalId }, { signal }) =>
    handlers.waitForExit(terminalId, asking(sessionId, signal)),
  );
  connection.onRequest('terminal/kill', async ({ sessionId, terminalId }, { signal }) => {
    await handlers.kill(terminalId, asking(sessionId, signal));
    return {};
  });
  connection.onRequest('terminal/release', async ({ sessionId, terminalId }, { signal }) => {
    await handlers.release(terminalId, asking(sessionId, signal));
    return {};
  });
}
