/** Runs the script of a file over stdio, until the client disconnects or the script ends the process. */
import { writeSync } from 'node:fs';

import type { Channel } from '@acp-stack/rpc';
import type { Agent, ConnectionOptions, ConnectionReport } from '@acp-stack/sdk';
import { readRegularFile, UnreadableFileError } from '@acp-stack/workspace/user-folders';

import { createLogin, type LoginOptions } from '../auth/create-login.ts';
import { ScriptFileError } from './script-file-error.ts';
import type { ProcessControl } from './step-context.ts';

/** Options of `runScript`. */
export interface RunScriptOptions extends LoginOptions {
  /** The path of the script. */
  readonly file: string;
  /** Opens the channel to the client; called once the script has been read. */
  readonly channel: () => Channel;
  /** The version that the agent reports in `initialize`. */
  readonly version: string;
  /** The versions of the protocol that the agent speaks; both when absent. */
  readonly versions?: NonNullable<ConnectionOptions['versions']>;
  /** Wraps the agent before it serves, for instance to give it spans and metrics. */
  readonly observe?: (app: Agent) => Agent;
  /** Called with what the connection reports, such as failures of handlers; they are printed when absent. */
  readonly onReport?: (report: ConnectionReport) => void;
}

/** Resolves when the client has disconnected. Rejects, before a client is served, if the script is invalid. */
export async function runScript(options: RunScriptOptions): Promise<void> {
  const { file, version, versions, onReport } = options;
  // Loaded on demand, so that an agent without a script does not load it.
  const [{ readScript }, { scriptedAgent }] = await Promise.all([
    import('./read-script.ts'),
    import('./scripted-agent.ts'),
  ]);
  const script = readScript(await read(file), file);
  // Taken before the channel replaces it, because crash steps write around the channel.
  const writeRaw = writeSync;
  const channel = options.channel();
  const processControl = thisProcess(channel, (text) => void writeRaw(standardOutput, text));
  const app = scriptedAgent({ script, version, login: createLogin(options), processControl });
  const connection = (options.observe?.(app) ?? app).connect(channel, {
    ...(versions === undefined ? {} : { versions }),
    ...(onReport === undefined ? {} : { onReport }),
  });
  await connection.closed;
  // A step that hangs on purpose does not delay the end.
  await connection.close({ grace: 0 });
}

const maxBytes = 64 * 1024 * 1024;

async function read(file: string): Promise<string> {
  try {
    return String(await readRegularFile(file, { maxBytes }));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof UnreadableFileError) throw new ScriptFileError(file, undefined, error.message);
    const words = code === 'ENOENT' ? 'the file does not exist' : `it cannot be read (${String(code)})`;
    throw new ScriptFileError(file, undefined, `${words}; check the path`);
  }
}

const standardOutput = 1;

function thisProcess(channel: Channel, writeRaw: (text: string) => void): ProcessControl {
  const sent = async (): Promise<void> => {
    while (channel.unsentBytes > 0) await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    exit: async (code) => {
      await sent();
      process.exit(code);
    },
    kill: async () => {
      await sent();
      process.kill(process.pid, 'SIGKILL');
    },
    write: async (text) => {
      await sent();
      // The channel sends only whole messages.
      writeRaw(text);
    },
  };
}
