/** Which distributions of an agent a system can use, and what to know about them. */
import type { AgentManifest, BinaryTarget } from '@acp-stack/schema/v1';

import type { DistributionKind, TargetName } from '../contract/agents.ts';
import type { System } from './system.ts';

/** What a system can use of an agent. */
export interface UsableDistributions {
  /** The preferred one first. */
  readonly distributions: readonly DistributionKind[];
  /** The build that `binary` uses; absent if there is none for the system. */
  readonly target?: TargetName;
  /** Sentences about what is missing, or works with a restriction. */
  readonly notes: readonly string[];
}

/** A build of an agent for a system. */
export interface Build {
  readonly target: TargetName;
  readonly build: BinaryTarget;
}

/** Binaries first: they are checked by their checksum, and nothing is downloaded when they start. */
export const usualOrder: readonly DistributionKind[] = ['binary', 'npx', 'uvx'];

const systems: Partial<Record<NodeJS.Platform, string>> = { darwin: 'darwin', linux: 'linux', win32: 'windows' };
const processors: Readonly<Record<string, string>> = { arm64: 'aarch64', x64: 'x86_64' };
const runners = {
  npx: 'npx is not on PATH; install Node.js to use this distribution.',
  uvx: 'uvx is not on PATH; install uv to use this distribution.',
} as const;

/** The name of the builds for a system; undefined if registries have no name for it. */
export function targetOf({ platform, arch }: Pick<System, 'platform' | 'arch'>): TargetName | undefined {
  const [system, processor] = [systems[platform], processors[arch]];
  return system === undefined || processor === undefined ? undefined : (`${system}-${processor}` as TargetName);
}

/** The build that runs on the system: its own, or one for x86-64 where the operating system translates those. */
export function buildFor(manifest: AgentManifest, system: Pick<System, 'platform' | 'arch'>): Build | undefined {
  const own = targetOf(system);
  if (own === undefined) return undefined;
  const targets = own.startsWith('linux-') ? [own] : [own, own.replace('aarch64', 'x86_64') as TargetName];
  for (const target of targets) {
    const build = manifest.distribution.binary?.[target];
    if (build !== undefined) return { target, build };
  }
  return undefined;
}

/** What `system` can use of the agent, in the order of `prefer`. */
export function usableDistributions(
  manifest: AgentManifest,
  system: System,
  prefer: readonly DistributionKind[] = usualOrder,
): UsableDistributions {
  const { distribution } = manifest;
  const notes: string[] = [];
  const usable = new Set<DistributionKind>();
  const found = distribution.binary === undefined ? undefined : buildFor(manifest, system);
  if (found !== undefined) {
    usable.add('binary');
    notes.push(...buildNotes(found.target, system));
  } else if (distribution.binary !== undefined) {
    notes.push(`There is no build for ${targetOf(system) ?? `${system.platform}-${system.arch}`}.`);
  }
  for (const kind of ['npx', 'uvx'] as const) {
    if (distribution[kind] === undefined) continue;
    if (system.hasProgram(kind)) usable.add(kind);
    else notes.push(runners[kind]);
  }
  const order = [...prefer, ...usualOrder.filter((kind) => !prefer.includes(kind))].filter((kind) => usable.has(kind));
  // A build for another C library may not start, so packages come before it.
  const isUncertain = found !== undefined && system.isMusl;
  const sorted = isUncertain ? order.toSorted((a, b) => Number(a === 'binary') - Number(b === 'binary')) : order;
  return { distributions: sorted, notes, ...(found !== undefined && { target: found.target }) };
}

function buildNotes(target: TargetName, system: System): readonly string[] {
  if (system.isMusl) return [`The build for ${target} may need glibc, and this system has musl.`];
  if (target === targetOf(system)) return [];
  const how = system.platform === 'darwin' ? 'needs Rosetta' : 'runs in the emulation of Windows';
  return [`The build for ${target} ${how} on this processor.`];
}
