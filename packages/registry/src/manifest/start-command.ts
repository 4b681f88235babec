/** The command of a distribution that a package runner starts, with its version pinned. */
import type { AgentManifest } from '@acp-stack/schema/v1';

import type { AgentCommand } from '../contract/agents.ts';
import { parsePackage, runnerArguments } from './package-spec.ts';

/** Returns how the runner starts the agent; undefined if the manifest has no such distribution. */
export function packageCommand(manifest: AgentManifest, kind: 'npx' | 'uvx'): AgentCommand | undefined {
  const distribution = manifest.distribution[kind];
  const spec = distribution && parsePackage(kind, distribution.package);
  if (distribution === undefined || spec === undefined) return undefined;
  const args = [...runnerArguments(kind, spec, manifest.version), ...(distribution.args ?? [])];
  return { command: kind, args, env: { ...distribution.env } };
}
