/**
 * Finds, reads and writes the files of a session for a client of the hub.
 *
 * All paths stay inside the folders of the session. A controller may write what its agent could write; files that make
 * other programs run something are written only for an operator of the hub.
 */
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import { openWorkspace, type Workspace } from '@acp-stack/workspace';
import { withWireErrors } from '@acp-stack/workspace/client';
import type { HubMethodContext } from '@acp-stack/hub';

import type { FileIndexes } from './file-indexes.ts';
import type { HostParams, HostResults } from '@acp-stack/web';

/** Bytes of a file that is read or written. */
const fileBytes = 2 * 1024 * 1024;
/** Files that `find_files` returns when it is not asked for another number. */
const usualFiles = 50;

/** `find_files`: the files whose path matches, best first. */
export async function findFiles(
  { sessionId, query, limit = usualFiles }: HostParams['findFiles'],
  context: HubMethodContext,
  indexes: FileIndexes,
): Promise<HostResults['findFiles']> {
  return inSession(sessionId, { context, role: 'controller' }, async (workspace) => {
    const { files, isTruncated } = (await indexes.of(workspace)).find(query, { limit });
    return { files, isComplete: !isTruncated };
  });
}

/** `read_file`: the text of a file and the version of its content. */
export async function readFile(
  { sessionId, path }: HostParams['readFile'],
  context: HubMethodContext,
): Promise<HostResults['readFile']> {
  return inSession(sessionId, { context, role: 'observer' }, async ({ files }) => {
    const { text, version } = await files.read(path, { signal: context.signal });
    return { text, version };
  });
}

/** `write_file`: replaces the whole file at once, or creates it. */
export async function writeFile(
  { sessionId, path, text, version: ifVersion }: HostParams['writeFile'],
  context: HubMethodContext,
): Promise<HostResults['writeFile']> {
  return inSession(sessionId, { context, role: 'controller' }, async ({ files, protectedPaths }) => {
    if (!context.principal.isOperator && (await protectedPaths.has(path))) {
      throw new RpcError(
        rpcCodes.invalidParams,
        `${path} can make other programs run something; only an operator of the hub may write it.`,
        { data: { reason: 'protected', path } },
      );
    }
    const options = { signal: context.signal, ...(ifVersion === undefined ? {} : { ifVersion }) };
    const { version } = await files.write(path, text, options);
    return { version };
  });
}

interface SessionUse {
  readonly context: Pick<HubMethodContext, 'session'>;
  readonly role: Parameters<HubMethodContext['session']>[1];
}

/** Runs `work` in the folders of a session in which the caller has `role`; errors are those of the wire. */
export async function inSession<T>(
  sessionId: string,
  { context, role }: SessionUse,
  work: (workspace: Workspace) => Promise<T>,
): Promise<T> {
  const { cwd, additionalDirectories } = await context.session(sessionId, role);
  return withWireErrors(async () => {
    // Without commands there is nothing to close.
    const workspace = await openWorkspace({ cwd, additionalDirectories, limits: { fileBytes } });
    return await work(workspace);
  });
}
