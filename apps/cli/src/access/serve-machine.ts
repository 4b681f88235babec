/**
 * Offers files and terminals of this machine to an agent.
 *
 * What the agent may not use is not advertised, and refused in one sentence if it asks anyway.
 */
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import type { Client } from '@acp-stack/sdk';
import type { ClientMachine } from '@acp-stack/workspace/client';

import type { AccessName } from '../config/access-names.ts';
import { accessWords } from './agent-access.ts';
import type { PermittedMachine } from './permitted-machine.ts';

/** What is offered to the agent. */
export interface MachineOffer {
  readonly reads: boolean;
  readonly writes: boolean;
  readonly commands: boolean;
}

export interface OfferedMachine {
  /** Loaded when the agent first asks. */
  readonly permitted: () => Promise<PermittedMachine>;
  readonly machine: () => Promise<ClientMachine>;
  /** Called when the agent asks for what is not offered to it. */
  readonly onRefused: (part: AccessName, method: string) => void;
}

const terminalMethods = [
  'terminal/create',
  'terminal/output',
  'terminal/wait_for_exit',
  'terminal/kill',
  'terminal/release',
] as const;
const editorMethods = ['workspace/open_documents', 'workspace/recent_documents', 'workspace/active_document'] as const;

/** Registers what is offered, and refuses the rest. */
export function serveMachine(app: Client, offer: MachineOffer, offered: OfferedMachine): void {
  const { permitted, machine, onRefused } = offered;
  app.onFiles({
    ...(offer.reads ? { readText: async (...given) => (await permitted()).readText(...given) } : {}),
    ...(offer.writes ? { writeText: async (...given) => (await permitted()).writeText(...given) } : {}),
  });
  if (!offer.reads) refuse(app, 'fs/read_text_file', { part: 'fs', onRefused });
  if (!offer.writes) refuse(app, 'fs/write_text_file', { part: 'fs', onRefused });
  if (!offer.commands) {
    for (const method of terminalMethods) refuse(app, method, { part: 'terminal', onRefused });
    return;
  }
  app.onTerminals({
    create: async (...given) => (await permitted()).createTerminal(...given),
    output: async (...given) => (await machine()).terminals.output(...given),
    waitForExit: async (...given) => (await machine()).terminals.waitForExit(...given),
    kill: async (...given) => (await machine()).terminals.kill(...given),
    release: async (...given) => (await machine()).terminals.release(...given),
  });
}

/** Refuses the state of the editor. */
export function refuseEditorState(app: Client, onRefused: OfferedMachine['onRefused']): void {
  for (const method of editorMethods) refuse(app, method, { part: 'editor-state', onRefused });
}

function refuse(
  app: Client,
  method: Parameters<Client['onUnadvertised']>[0],
  { part, onRefused }: Pick<OfferedMachine, 'onRefused'> & { readonly part: AccessName },
): void {
  app.onUnadvertised(method, () => {
    onRefused(part, method);
    throw new RpcError(rpcCodes.methodNotFound, `The user has not allowed this agent to ${accessWords[part]}.`);
  });
}
