/**
 * The commands that a client runs for version 1 agents: in the directories of their session, and no longer than the
 * session.
 *
 * A released terminal is unknown to the agent; its output is kept for display.
 */
import { RpcError } from '@acp-stack/rpc';
import type { CreateTerminalRequest, TerminalOutputResponse } from '@acp-stack/schema/v1';
import { errorCodes, type EnvVariable } from '@acp-stack/schema/v2/unstable';

import type { ExitStatus, TerminalSize } from '../../terminals/command.ts';
import type { Terminal } from '../../terminals/terminal.ts';
import type { MachineContext, SessionWorkspaces } from './session-workspaces.ts';
import { requireHarmlessVariables } from './code-loading-variables.ts';
import type { DisplayedTerminals } from './displayed-terminals.ts';
import { withWireErrors } from './wire-error.ts';

/** For `client().onTerminals()`. */
export interface MachineTerminals {
  /** Starts a command; returns the id of its terminal. Refuses variables that could make it run other code. */
  readonly create: (request: CreateTerminalRequest, context: MachineContext) => Promise<string>;
  /** Returns the output so far, with the exit status if the command has ended. */
  readonly output: (terminalId: string, context: MachineContext) => Promise<TerminalOutputResponse>;
  /** Resolves when the command has ended. */
  readonly waitForExit: (terminalId: string, context: MachineContext) => Promise<ExitStatus>;
  /** Ends the command; its terminal stays. */
  readonly kill: (terminalId: string, context: MachineContext) => Promise<void>;
  /** Ends the command and removes the terminal; `ClientMachine.terminal` still finds it while it is kept. */
  readonly release: (terminalId: string, context: MachineContext) => Promise<void>;
}

export function terminalHandlers(
  workspaces: SessionWorkspaces,
  { shown, pty }: { readonly shown: DisplayedTerminals; readonly pty: TerminalSize | undefined },
): MachineTerminals {
  const find = (terminalId: string, { session }: MachineContext): Terminal => {
    const terminal = workspaces.terminals(session).get(terminalId);
    if (terminal !== undefined) return terminal;
    throw new RpcError(errorCodes.resource_not_found, 'The terminal does not exist, or was released.', {
      data: { terminalId },
    });
  };
  return {
    create: (request, { session, signal }) =>
      withWireErrors(async () => {
        requireHarmlessVariables(request.env ?? []);
        const { terminals } = await workspaces.of(session);
        const terminal = await terminals.start({ ...startOptions(request), ...(pty === undefined ? {} : { pty }) });
        if (signal.aborted) {
          await terminal.release();
          signal.throwIfAborted();
        }
        workspaces.terminals(session).set(terminal.id, terminal);
        return terminal.id;
      }),
    output: (terminalId, context) =>
      withWireErrors(() => {
        const { text, truncated, exitStatus } = find(terminalId, context).output();
        return { output: text, truncated, ...(exitStatus === undefined ? {} : { exitStatus: onWire(exitStatus) }) };
      }),
    waitForExit: (terminalId, context) =>
      withWireErrors(async () => onWire(await find(terminalId, context).waitForExit({ signal: context.signal }))),
    kill: (terminalId, context) => withWireErrors(() => find(terminalId, context).kill()),
    release: (terminalId, context) =>
      withWireErrors(async () => {
        const terminal = find(terminalId, context);
        workspaces.terminals(context.session).delete(terminalId);
        await shown.release(terminal);
      }),
  };
}

function startOptions({ command, args, env, cwd, outputByteLimit }: CreateTerminalRequest): {
  command: string;
  args: readonly string[];
  shell: 'if-needed';
  env: Record<string, string>;
  cwd?: string;
  outputByteLimit?: number;
} {
  return {
    command,
    args: args ?? [],
    // Some agents put a whole command line into `command`.
    shell: 'if-needed',
    env: variables(env ?? []),
    ...(cwd === undefined || cwd === null ? {} : { cwd }),
    ...(outputByteLimit === undefined || outputByteLimit === null ? {} : { outputByteLimit }),
  };
}

const variables = (list: readonly EnvVariable[]): Record<string, string> =>
  Object.fromEntries(list.map(({ name, value }) => [name, value]));

/** Exit codes of version 1 are not negative. */
const onWire = ({ exitCode, signal }: ExitStatus): ExitStatus => ({
  exitCode: exitCode === null ? null : exitCode >>> 0,
  signal,
});
