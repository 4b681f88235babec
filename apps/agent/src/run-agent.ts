/** Runs the agent on a channel, usually stdio, until the client disconnects. */
import type { Journal } from '@acp-stack/journal';
import { describeError, RpcError, type Channel } from '@acp-stack/rpc';
import { memoryStore, type Agent, type ConnectionOptions, type ConnectionReport } from '@acp-stack/sdk';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { createLogin, type LoginOptions } from './auth/create-login.ts';
import { codingAgent } from './coding-agent.ts';
import { agentDataFolder } from './environment/data-folder.ts';
import { configPath } from './providers/config-file.ts';
import { loadProviders } from './providers/load-providers.ts';
import { saveProvider } from './providers/save-provider.ts';
import type { AgentStore } from './session-data/session-notes.ts';
import { storedSessions } from './session-data/stored-sessions.ts';

/** Options of `runAgent`. */
export interface RunAgentOptions extends LoginOptions {
  /** The channel to the client, usually `stdio()`. */
  readonly channel: Channel;
  /** The version that the agent reports in `initialize`. */
  readonly version: string;
  /** Stores nothing: sessions end with the process. */
  readonly inMemory?: boolean;
  /** The versions of the protocol that the agent speaks; both when absent. */
  readonly versions?: NonNullable<ConnectionOptions['versions']>;
  /** Wraps the agent before it serves, for instance to give it spans and metrics. */
  readonly observe?: (app: Agent) => Agent;
  /** Called with errors and messages for the log. */
  readonly onError?: (error: unknown) => void;
  /** Called with everything that the connection reports, such as what a client of version 1 is not sent. */
  readonly onReport?: (report: ConnectionReport) => void;
}

/**
 * Resolves when the client has disconnected and everything is stored. Rejects, before a client is served, if the
 * settings are invalid.
 *
 * If sessions cannot be stored, `onError` is called at once, every method that needs the store fails with the reason,
 * and the promise rejects with it when the client has disconnected.
 */
export async function runAgent(options: RunAgentOptions): Promise<void> {
  const { channel, env, version, versions, observe = same, onReport, onError = () => undefined } = options;
  const { store, close } =
    options.inMemory === true ? forgetting() : keeping(options.data ?? agentDataFolder(env), onError);
  try {
    const providers = await loadProviders(env);
    for (const words of providers.leftOut) onError(words);
    if (providers.problem !== undefined) onError(providers.problem);
    const app = codingAgent({
      store,
      providers,
      version,
      hintsAtModel: env['ACP_AGENT_MODEL_HINT'] !== 'never',
      login: createLogin(options),
      save: (setting) => saveProvider(configPath(env), setting, env),
      onNotice: onError,
    });
    const connection = observe(app).connect(channel, {
      ...(versions === undefined ? {} : { versions }),
      onReport: (report) => {
        onReport?.(report);
        if (report.kind === 'handler-failed' && !isOver(report.error)) onError(inWords(report.error));
      },
    });
    await connection.closed;
    await connection.close();
  } finally {
    await close();
  }
}

const same = (app: Agent): Agent => app;

/** An `RpcError` is written for users, so that its words are enough; any other error is a bug and keeps its stack. */
const inWords = (error: unknown): unknown => (error instanceof RpcError ? describeError(error) : error);

/**
 * The journal is closed when the client has disconnected; work that ends later is stored as interrupted and is not an
 * error.
 */
function isOver(error: unknown): boolean {
  const { reason } = Object(error instanceof RpcError ? error.data : undefined) as { readonly reason?: unknown };
  return reason === 'closed';
}

interface OpenStore {
  readonly store: AgentStore;
  readonly close: () => Promise<void>;
}

const forgetting = (): OpenStore => ({ store: memoryStore(), close: () => Promise.resolve() });

/** Opens the journal while the client and the agent initialize. */
function keeping(folder: string, onError: (error: unknown) => void): OpenStore {
  const opening = openJournal(folder, onError);
  opening.catch((error: unknown) => {
    // Only the message: the user can fix this, and a stack does not help.
    onError(error instanceof Error ? error.message : error);
  });
  return {
    store: storedSessions(opening),
    close: async () => (await opening).close(),
  };
}

/** Loads the journal on demand, so that an agent without storage does not load it. */
async function openJournal(folder: string, onError: (error: unknown) => void): Promise<Journal> {
  const { sqliteJournal } = await import('@acp-stack/journal');
  await makeFolder(folder);
  return sqliteJournal(join(folder, 'sessions.db'), {
    onLoss: ({ message }) => {
      onError(message);
    },
  });
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    const words = `Sessions cannot be stored in ${folder} (${code}); check its permissions, or choose another folder with --data or ACP_AGENT_DATA.`;
    throw new Error(words, { cause: error });
  }
}
