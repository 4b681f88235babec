/** Installs the build of an agent for this system into a folder that is removed after the handshake. */
import type { AgentManifest } from '@acp-stack/schema/v1';

import type { AgentCommand } from '../../contract/agents.ts';
import { openStore } from '../../install/store.ts';
import type { System } from '../../manifest/system.ts';
import { buildFor } from '../../manifest/usable-distributions.ts';

/** What to install, and where. */
export interface BinaryInstall {
  readonly manifest: AgentManifest;
  /** The folder of the manifest. */
  readonly from: string;
  readonly folder: string;
  readonly system: System;
  readonly signal?: AbortSignal;
}

/** Downloads and unpacks the build; returns how it is started. */
export async function installBinary({ manifest, from, folder, system, signal }: BinaryInstall): Promise<AgentCommand> {
  const found = buildFor(manifest, system);
  if (found === undefined) throw new Error('There is no build for this system.');
  // As if the folder of the agent were the source: it may name files beside it, and addresses of this machine.
  const source = { name: 'checked', location: from };
  const agent = { manifest, source, distributions: ['binary'], target: found.target } as const;
  const options = { distribution: 'binary', ...(signal !== undefined && { signal }) } as const;
  return (await openStore(folder).install(agent, options)).start;
}
