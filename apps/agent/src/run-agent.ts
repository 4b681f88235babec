/** Runs the agent on a channel, mostly standard input and output, until its client has gone. */
import { RpcError, type Channel } from '@acp-stack/rpc';
import { memoryStore } from '@acp-stack/sdk';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { createLogin, type LoginOptions } from './auth/create-login.ts';
import { codingAgent } from './coding-agent.ts';
import { dataFolder } from './environment/data-folder.ts';
import { configPath } from './providers/config-file.ts';
import { loadProviders } from './providers/load-providers.ts';
import { saveProvider } from './providers/save-provider.ts';
import { deferredStore } from './store/deferred-store.ts';
import type { AgentStore } from './notes/session-notes.ts';

/** Where the client is, and what outlives it. */
export interface RunAgentOptions extends LoginOptions {
  /** The client is at its other end; mostly `stdio()`. */
  readonly channel: Channel;
  /** What clients are told that they talk to. */
  readonly version: string;
  /** Keeps nothing: sessions end with the process. */
  readonly inMemory?: boolean;
  /** Hears what went wrong inside, for the log. */
  readonly onError?: (error: unknown) => void;
}

/**
 * Resolves when the client has gone and everything is stored. Rejects, before a client is served, when the settings cannot be used.
 *
 * Where sessions cannot be kept, `onError` hears why at once, a client hears it from every method that needs them, and this rejects with it when the
 * client has gone.
 */
export async function runAgent(options: RunAgentOptions): Promise<void> {
  const { channel, env, version, onError = () => undefined } = options;
  const { store, close } = options.inMemory === true ? forgetting() : keeping(options.data ?? dataFolder(env), onError);
  try {
    const providers = await loadProviders(env);
    for (const words of providers.leftOut) onError(words);
    if (providers.problem !== undefined) onError(providers.problem);
    const app = codingAgent({
      store,
      providers,
      version,
      login: createLogin(options),
      save: (setting) => saveProvider(configPath(env), setting, env),
      onNotice: onError,
    });
    const connection = app.connect(channel, {
      onReport: (report) => {
        if (report.kind === 'handler-failed' && !isOver(report.error)) onError(inWords(report.error));
      },
    });
    await connection.closed;
    await connection.close();
  } finally {
    await close();
  }
}

/** What a client may read is told in words alone; anything else is a mistake, whose place is worth knowing. */
const inWords = (error: unknown): unknown => (error instanceof RpcError ? error.message : error);

/** The journal is closed when the client has gone; work that ends after that shows as interrupted, which is no mistake. */
function isOver(error: unknown): boolean {
  const { reason } = Object(error instanceof RpcError ? error.data : undefined) as { readonly reason?: unknown };
  return reason === 'closed';
}

interface OpenStore {
  readonly store: AgentStore;
  readonly close: () => Promise<void>;
}

const forgetting = (): OpenStore => ({ store: memoryStore(), close: () => Promise.resolve() });

/** The journal is opened while the client and the agent introduce themselves. */
function keeping(folder: string, onError: (error: unknown) => void): OpenStore {
  const opening = openJournal(folder);
  opening.catch((error: unknown) => {
    // In words alone: it is something that the user can mend, and no stack helps with that.
    onError(error instanceof Error ? error.message : error);
  });
  return {
    store: deferredStore(opening.then(({ store }) => store)),
    close: async () => (await opening).close(),
  };
}

/** The journal is loaded here, so that an agent that keeps nothing does not pay for it. */
async function openJournal(folder: string): Promise<OpenStore> {
  const [{ sqliteJournal }, { journalStore }] = await Promise.all([
    import('@acp-stack/journal'),
    import('./store/journal-store.ts'),
  ]);
  await makeFolder(folder);
  const journal = await sqliteJournal(join(folder, 'sessions.db'));
  return { store: journalStore(journal), close: () => journal.close() };
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    const words = `Sessions cannot be kept in ${folder} (${code}); check its rights, or name another folder with --data or ACP_AGENT_DATA.`;
    throw new Error(words, { cause: error });
  }
}
