/**
 * The files and terminals of this machine for one agent: only what its user allows.
 *
 * Each change of a file and each command is decided like a permission request, unless the user has just allowed exactly
 * this one, and is reported when it is done.
 */
import { RpcError } from '@acp-stack/rpc';
import { errorCodes } from '@acp-stack/schema/v2/unstable';
import type { CreateTerminalRequest, ReadTextFileRequest, WriteTextFileRequest } from '@acp-stack/schema/v1';
import type { ClientMachine, MachineContext, MachinePermissions } from '@acp-stack/workspace/client';

import { ApprovedWork, type WantedCommand } from './approved-work.ts';
import { changeQuestion, commandLine, commandQuestion, readQuestion, sessionOption } from './machine-questions.ts';

/** Something that an agent has done, or wanted to do, on this machine. */
export interface MachineWork {
  readonly kind: 'read' | 'edit' | 'execute';
  /** The path or the command. */
  readonly what: string;
}

export interface PermittedMachineOptions {
  readonly machine: () => Promise<ClientMachine>;
  /** Decides about each change and command, and about each reading if `asksForReads`. */
  readonly permission: MachinePermissions;
  readonly asksForReads: boolean;
  /** Whether a change of a file that is not protected needs no question, because the user reviews it afterwards. */
  readonly changesAreReviewed?: () => boolean;
  /** The name of the agent, for questions. */
  readonly agent: () => string;
  /** Called when the agent has read or changed a file, or started a command. */
  readonly onWork: (work: MachineWork) => void;
}

export class PermittedMachine {
  /** What the user has allowed in permission requests of the agent. */
  readonly approved: ApprovedWork = new ApprovedWork();
  readonly #options: PermittedMachineOptions;
  /** The kinds of work that are allowed in a session, as `kind sessionId`. */
  readonly #granted = new Set<string>();

  constructor(options: PermittedMachineOptions) {
    this.#options = options;
  }

  readonly readText = async (request: ReadTextFileRequest, context: MachineContext): Promise<string> => {
    const { machine, asksForReads, agent, onWork } = this.#options;
    const { files } = await machine();
    const { path } = request;
    if (asksForReads) {
      const question = readQuestion({ sessionId: context.session.id, path }, { agent: agent() });
      await this.#decide({ kind: 'read', what: path }, question, context);
    }
    const text = await files.readText(request, context);
    onWork({ kind: 'read', what: path });
    return text;
  };

  readonly writeText = async (request: WriteTextFileRequest, context: MachineContext): Promise<void> => {
    const { machine, agent, onWork, changesAreReviewed } = this.#options;
    const { path, content: after } = request;
    const here = await machine();
    const { files } = here;
    const before = await textBefore(files, path, context);
    const change = { sessionId: context.session.id, path, before, after };
    const work = { kind: 'edit', what: path } as const;
    if (before !== after && !this.approved.useForChange(change)) {
      const { protectedPaths } = await here.workspace(context.session);
      const isProtected = await protectedPaths.has(path);
      if (isProtected || changesAreReviewed?.() !== true) {
        const question = changeQuestion(change, { agent: agent(), isProtected });
        await this.#decide({ ...work, isProtected }, question, context);
      }
    }
    await files.writeText(request, context);
    onWork(work);
  };

  readonly createTerminal = async (request: CreateTerminalRequest, context: MachineContext): Promise<string> => {
    const { machine, agent, onWork } = this.#options;
    const { terminals } = await machine();
    const command = wantedCommand(request, context);
    const work = { kind: 'execute', what: commandLine(command) } as const;
    const env = request.env ?? [];
    // Variables may change what a command does, and a request of the agent does not show them.
    if (env.length > 0 || !this.approved.useForCommand(command)) {
      const question = commandQuestion({ ...command, env }, { agent: agent() });
      await this.#decide(work, question, context);
    }
    const id = await terminals.create(request, context);
    onWork(work);
    return id;
  };

  /** Throws unless the work is allowed. */
  async #decide(
    { kind, isProtected = false }: MachineWork & { readonly isProtected?: boolean },
    question: Parameters<MachinePermissions>[0],
    { session, signal }: MachineContext,
  ): Promise<void> {
    const grant = `${kind} ${session.id}`;
    if (this.#granted.has(grant) && !isProtected) return;
    const outcome = await this.#options.permission(question, { session, sessionId: session.id, signal });
    signal.throwIfAborted();
    const optionId = 'optionId' in outcome ? outcome.optionId : undefined;
    if (optionId === sessionOption) this.#granted.add(grant);
    else if (optionId !== 'allow') throw new RpcError(errorCodes.invalid_request, 'The user did not allow it.');
  }
}

/** The text of a file: undefined if there is no file, null if it is not text. Writing has any other error, too. */
async function textBefore(
  files: ClientMachine['files'],
  path: string,
  context: MachineContext,
): Promise<string | undefined | null> {
  try {
    return await files.readText({ sessionId: context.session.id, path }, context);
  } catch (error) {
    const { reason } = Object(error instanceof RpcError ? error.data : undefined) as { readonly reason?: unknown };
    if (reason === 'missing') return undefined;
    if (reason === 'binary' || reason === 'too-large') return null;
    throw error;
  }
}

const wantedCommand = ({ command, args, cwd }: CreateTerminalRequest, { session }: MachineContext): WantedCommand => ({
  sessionId: session.id,
  command,
  args: args ?? [],
  cwd: cwd ?? session.cwd,
  sessionCwd: session.cwd,
});
