/** The command of a distribution that a package runner starts, with its version pinned. */
import type { AgentManifest } from '@acp-stack/schema/v1';

import type { AgentCommand } from '../contract/agents.ts';
import { parsePackage, runnerArguments } from './package-spec.ts';

/** Returns how the runner starts the agent; undefined if the manifest has none that can be pinned. */
export function packageCommand(manifest: AgentManifest, kind: 'npx' | 'uvx'): AgentCommand | undefined {
  const distribution = manifest.distribution[kind];
  const spec = distribution && parsePackage(kind, distribution.package);
  const pinned = spec && runnerArguments(kind, spec, manifest.version);
  if (distribution === undefined || pinned === undefined) return undefined;
  return { command: kind, args: [...pinned, ...(distribution.args ?? [])], env: { ...distribution.env } };
}
