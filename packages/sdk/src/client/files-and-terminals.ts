/**
 * What a client lets agents of version 1 do on its machine: read and write files, and run commands.
 *
 * Agents of version 2 work with their own files and terminals and are not told about these. Only sessions that are open here may use them.
 */
import { RpcError } from '@acp-stack/rpc';
import { errorCodes } from '@acp-stack/schema/v2/unstable';
import type {
  CreateTerminalRequest,
  ReadTextFileRequest,
  TerminalOutputResponse,
  WriteTextFileRequest,
} from '@acp-stack/schema/v1';

import type { ClientSession } from './session/client-session.ts';
import type { Connection } from '../connection/connection.ts';
import type { EditorContext } from './editor-state.ts';
import type { EditorTerminalExit } from '../shared/editor-terminal-exit.ts';

type Answer<T> = T | Promise<T>;

/** The files of the editor; each that has a handler is advertised. */
export interface FileHandlers {
  /** The text of a file, unsaved changes included. */
  readonly readText?: (request: ReadTextFileRequest, context: EditorContext) => Answer<string>;
  /** Replaces the text of a file, or makes it. */
  readonly writeText?: (request: WriteTextFileRequest, context: EditorContext) => Answer<void>;
}

/** The terminals of the editor. */
export interface TerminalHandlers {
  /** Starts a command and answers with the id of its terminal. */
  readonly create: (request: CreateTerminalRequest, context: EditorContext) => Answer<string>;
  /** What the command has printed so far, without waiting. */
  readonly output: (terminalId: string, context: EditorContext) => Answer<TerminalOutputResponse>;
  /** Answers when the command has ended. */
  readonly waitForExit: (terminalId: string, context: EditorContext) => Answer<EditorTerminalExit>;
  /** Ends the command; the terminal and its output stay. */
  readonly kill: (terminalId: string, context: EditorContext) => Answer<void>;
  /** Ends the command and forgets the terminal; its id is not used afterwards. */
  readonly release: (terminalId: string, context: EditorContext) => Answer<void>;
}

export interface FileAndTerminalHandlers {
  readonly files?: FileHandlers;
  readonly terminals?: TerminalHandlers;
}

type SessionOf = (sessionId: string) => ClientSession | undefined;

/** Answers the requests on `connection` that have a handler. */
export function serveFilesAndTerminals(
  connection: Connection<'client'>,
  { files = {}, terminals }: FileAndTerminalHandlers,
  sessionOf: SessionOf,
): void {
  const asking = (sessionId: string, signal: AbortSignal): EditorContext => {
    const session = sessionOf(sessionId);
    if (session !== undefined) return { session, signal };
    throw new RpcError(errorCodes.resource_not_found, 'There is no such session.', { data: { sessionId } });
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
