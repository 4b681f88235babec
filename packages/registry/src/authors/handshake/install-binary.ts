/** Installs the build of an agent for this system into a folder that is removed after the handshake. */
import type { AgentManifest } from '@acp-stack/schema/v1';

import type { AgentCommand } from '../../contract/agents.ts';
import { openStore } from '../../install/store.ts';
import type { System } from '../../manifest/system.ts';
import { buildFor } from '../../manifest/usable-distributions.ts';

/** What to install, and where. */
export interface BinaryInstall {
  readonly manifest: AgentManifest;
  readonly folder: string;
  readonly system: System;
  readonly signal?: AbortSignal;
}

/** Downloads and unpacks the build; returns how it is started. */
export async function installBinary({ manifest, folder, system, signal }: BinaryInstall): Promise<AgentCommand> {
  const found = buildFor(manifest, system);
  if (found === undefined) throw new Error('There is no build for this system.');
  const { target, build } = found;
  // The manifest itself names the archive, so an archive on this machine is as good as any other.
  const source = { name: 'checked', location: build.archive };
  const agent = { manifest, source, distributions: ['binary'], target } as const;
  const options = { distribution: 'binary', ...(signal !== undefined && { signal }) } as const;
  return (await openStore(folder).install(agent, options)).start;
}
