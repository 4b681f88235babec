/**
 * `context`: adds files of the project, such as AGENTS.md, to the first prompt of each new session.
 *
 * Only text files inside the directory of the session are read, within limits; a link that leads out of it is refused.
 * The files follow the user's own words, as resources that name them, so that client and agent can tell them apart. A
 * session that is loaded, resumed or forked has them in its history already.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { describeError } from '@acp-stack/rpc';
import { embeddedResource, proxy, text, type ContentBlock, type ProxyComponent } from '@acp-stack/sdk';
import { openWorkspace, WorkspaceError } from '@acp-stack/workspace';

import { infoOf, perConnection, showNotice } from './per-connection.ts';
import { positiveInteger, readSettings, texts, type Settings } from './settings.ts';

/** Which files are added, and how much of them. */
export interface ContextOptions {
  /** Paths relative to the directory of the session; `AGENTS.md`, if there is one, when absent. */
  readonly files?: readonly string[];
  /** The maximum size of one file in bytes; a larger one is left out. 64 KiB when absent. */
  readonly maxFileBytes?: number;
  /** The maximum size of all files together; the files after that are left out. 256 KiB when absent. */
  readonly maxBytes?: number;
}

interface FoundFiles {
  readonly files: readonly { readonly path: string; readonly text: string }[];
  /** Why files were left out, in one sentence each. */
  readonly problems: readonly string[];
}

/** What each option may be. */
export const contextSettings: Settings<ContextOptions> = {
  files: texts,
  maxFileBytes: positiveInteger,
  maxBytes: positiveInteger,
};

/** Adds files of the project to the first prompt of each new session; throws a `TypeError` if an option is wrong. */
export function context(given: ContextOptions = {}): ProxyComponent {
  const options = readSettings('context', given, { settings: contextSettings });
  return perConnection('context', () => makeProxy(options), { mayBypass: true });
}

function makeProxy(options: ContextOptions): ReturnType<typeof proxy> {
  /** The directories of the sessions that have had no prompt yet. */
  const fresh = new Map<string, string>();
  let takesResources = false;
  const forget = <R>({ sessionId }: { readonly sessionId: string }, next: () => Promise<R>): Promise<R> => {
    fresh.delete(sessionId);
    return next();
  };
  return proxy(infoOf('context'))
    .onClientRequest('initialize', async (_, next) => {
      const result = await next();
      takesResources = Boolean(result.capabilities?.session?.prompt?.embeddedContext);
      return result;
    })
    .onClientRequest('session/new', async (params, next) => {
      const result = await next();
      fresh.set(result.sessionId, params.cwd);
      return result;
    })
    .onClientRequest('session/close', forget)
    .onClientRequest('session/delete', forget)
    .onClientRequest('session/prompt', async (params, next, { client }) => {
      const { sessionId } = params;
      const cwd = fresh.get(sessionId);
      if (cwd === undefined) return next();
      fresh.delete(sessionId);
      const { files, problems } = await readFiles(cwd, options);
      for (const title of problems) await showNotice(client, sessionId, { severity: 'warning', title });
      try {
        return await next({
          ...params,
          prompt: [...params.prompt, ...files.map((file) => blockOf(file, takesResources))],
        });
      } catch (error) {
        // A refused prompt is not part of the conversation, so the next one is the first.
        fresh.set(sessionId, cwd);
        throw error;
      }
    });
}

/** Every agent takes text; a resource needs the capability `embeddedContext`. */
function blockOf(file: FoundFiles['files'][number], takesResources: boolean): ContentBlock {
  const uri = pathToFileURL(file.path).href;
  if (!takesResources) return text(`\n\nContent of ${uri}:\n\n${file.text}`);
  const mimeType = file.path.endsWith('.md') ? 'text/markdown' : 'text/plain';
  return embeddedResource({ uri, mimeType, text: file.text });
}

async function readFiles(cwd: string, options: ContextOptions): Promise<FoundFiles> {
  const { files: names = ['AGENTS.md'], maxFileBytes = 65_536, maxBytes = 262_144 } = options;
  const files: FoundFiles['files'][number][] = [];
  const problems: string[] = [];
  let bytes = 0;
  try {
    const workspace = await openWorkspace({ cwd, limits: { fileBytes: maxFileBytes } });
    for (const name of names) {
      try {
        const path = join(cwd, name);
        const found = await workspace.files.read(path);
        if (bytes + found.bytes > maxBytes) {
          problems.push(
            `context: ${name} was left out, because all files together would have more than ${maxBytes} bytes.`,
          );
          continue;
        }
        bytes += found.bytes;
        files.push({ path, text: found.text });
      } catch (error) {
        // Without the option, a project need not have the file.
        if (options.files === undefined && isMissing(error)) continue;
        problems.push(`context: ${name} was left out: ${describeError(error)}`);
      }
    }
  } catch (error) {
    problems.push(`context: no file was added: ${describeError(error)}`);
  }
  return { files, problems };
}

const isMissing = (error: unknown): boolean => error instanceof WorkspaceError && error.code === 'missing';
