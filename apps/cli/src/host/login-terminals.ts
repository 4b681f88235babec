/**
 * Programs that log an agent in, each in a terminal that a client of the hub sees and types in.
 *
 * A terminal belongs to the connection that has started it, and its program is ended with that connection.
 */
import type { HubMethodContext } from '@acp-stack/hub';
import { RpcError } from '@acp-stack/rpc';
import { errorCodes } from '@acp-stack/schema/v2';
import { hostNotifications, type HostNotifications } from '@acp-stack/web';
import { openWorkspace, type StartOptions, type Terminal } from '@acp-stack/workspace';
import { withWireErrors } from '@acp-stack/workspace/client';

/** Terminals that run at once. */
const maxTerminals = 8;
/** Bytes of output that are kept for a client that reads slowly. */
const outputByteLimit = 256 * 1024;

/** The program of a login. */
export interface LoginProgram extends Required<Pick<StartOptions, 'command' | 'args' | 'env' | 'cwd' | 'pty'>> {
  /** Variables of this process that the program must not see. */
  readonly hidden: readonly string[];
  /** Called when it has ended with the code 0; the text of a rejection is told to the client. */
  readonly onSuccess: () => Promise<void>;
}

type Caller = Pick<HubMethodContext, 'client' | 'notify' | 'disconnected'>;

interface Running {
  readonly terminal: Terminal;
  /** The connection that it belongs to. */
  readonly client: string;
}

export class LoginTerminals {
  readonly #running = new Map<string, Running>();
  #starting = 0;

  /** Starts the program; returns the id of its terminal. Output follows as notifications. */
  async start({ hidden, onSuccess, ...program }: LoginProgram, caller: Caller): Promise<string> {
    if (this.#running.size + this.#starting >= maxTerminals) {
      throw new RpcError(errorCodes.internal_error, `${maxTerminals} logins run already; end one of them first.`, {
        data: { reason: 'limit' },
      });
    }
    this.#starting += 1;
    try {
      return await withWireErrors(async () => {
        // The program is one that the user starts, so it sees what the user has set.
        const environment = { allow: ['*'], deny: hidden };
        const { terminals } = await openWorkspace({ cwd: program.cwd, mounts: 'allow', environment });
        const options = { ...program, stdin: 'pipe', outputByteLimit, signal: caller.disconnected } as const;
        const terminal = await terminals.start(options);
        this.#running.set(terminal.id, { terminal, client: caller.client });
        void this.#follow(terminal, caller, onSuccess);
        return terminal.id;
      });
    } finally {
      this.#starting -= 1;
    }
  }

  /** Types `data`. */
  input(terminalId: string, data: string, caller: Pick<Caller, 'client'>): Promise<void> {
    return withWireErrors(() => {
      this.#of(terminalId, caller).write(data);
    });
  }

  resize(terminalId: string, size: NonNullable<StartOptions['pty']>, caller: Pick<Caller, 'client'>): Promise<void> {
    return withWireErrors(() => {
      this.#of(terminalId, caller).resize(size);
    });
  }

  /** Ends the program; the notification about its exit follows. */
  end(terminalId: string, caller: Pick<Caller, 'client'>): Promise<void> {
    return withWireErrors(() => this.#of(terminalId, caller).kill());
  }

  #of(terminalId: string, { client }: Pick<Caller, 'client'>): Terminal {
    const running = this.#running.get(terminalId);
    // A terminal of another connection does not exist for this one.
    if (running?.client === client) return running.terminal;
    throw new RpcError(errorCodes.resource_not_found, 'This terminal has ended.', { data: { terminalId } });
  }

  async #follow(terminal: Terminal, { notify }: Caller, onSuccess: () => Promise<void>): Promise<void> {
    const terminalId = terminal.id;
    const send = async <Name extends keyof HostNotifications>(
      name: Name,
      params: Omit<HostNotifications[Name], 'terminalId'>,
    ): Promise<void> => {
      // The connection may have ended; then the program is ended, too.
      await notify(hostNotifications[name], { terminalId, ...params }).catch(() => undefined);
    };
    if (terminal.note !== undefined) await send('terminalOutput', { data: base64(`${terminal.note}\r\n`) });
    for await (const { bytes } of terminal) await send('terminalOutput', { data: base64(bytes) });
    const { exitCode } = await terminal.waitForExit();
    this.#running.delete(terminalId);
    void terminal.release();
    const problem = exitCode === 0 ? await problemOf(onSuccess) : undefined;
    await send('terminalExit', { exitCode, ...(problem === undefined ? {} : { problem }) });
  }
}

const base64 = (bytes: string | Uint8Array): string => Buffer.from(bytes).toString('base64');

const problemOf = (work: () => Promise<void>): Promise<string | undefined> =>
  work().then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
