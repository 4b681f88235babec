/** Says what an install would download and what would run, before anything of that happens. */
import type { AgentCommand, DistributionKind, ListedAgent } from '../contract/agents.ts';
import { requireListed } from '../contract/check-arguments.ts';
import { RegistryError } from '../contract/registry-error.ts';
import { commandPath } from './command-path.ts';
import { printable } from './printable.ts';
import { packageCommand } from './start-command.ts';

/** What an install of one distribution would download and run. */
export interface InstallPreview {
  /** The distribution. */
  readonly distribution: DistributionKind;
  /** What would run; the program of a binary is a path inside the folder of the agent. */
  readonly start: AgentCommand;
  /** The address of the download; packages have none, because their runner fetches them when the agent starts. */
  readonly archive?: string;
  /** The checksum of the download that the manifest states; absent if it states none. */
  readonly sha256?: string;
  /** What to know before choosing it, as sentences. */
  readonly notes: readonly string[];
}

/** `command` adds the option. */
const isolationNote =
  'npx is started with --prefix and an empty folder, so that packages and settings of the current folder do not count.';

/**
 * Previews an install with `distribution`, or with the preferred one; throws a `RegistryError` if it cannot be used.
 */
export function previewInstall(agent: ListedAgent, distribution?: DistributionKind): InstallPreview {
  requireListed(agent, 'install');
  const kind = distribution ?? agent.distributions[0];
  const notes = agent.notes ?? [];
  if (kind === undefined || !agent.distributions.includes(kind)) throw unusable(agent, kind);
  if (kind !== 'binary') {
    const start = packageCommand(agent.manifest, kind);
    if (start === undefined) throw unusable(agent, kind);
    return { distribution: kind, start, notes: kind === 'npx' ? [...notes, isolationNote] : notes };
  }
  const { target } = agent;
  const build = target === undefined ? undefined : agent.manifest.distribution.binary?.[target];
  const command = build === undefined || target === undefined ? undefined : commandPath(build.cmd, target);
  if (build === undefined || command === undefined) throw unusable(agent, kind);
  const { archive, sha256, args = [], env = {} } = build;
  return {
    distribution: kind,
    start: { command: `./${command}`, args, env },
    archive,
    ...(sha256 !== undefined && { sha256 }),
    notes,
  };
}

function unusable(
  { manifest, distributions, notes = [] }: ListedAgent,
  kind: DistributionKind | undefined,
): RegistryError {
  const id = printable(manifest.id);
  const why = notes.length === 0 ? '' : ` ${notes.join(' ')}`;
  if (distributions.length === 0 || kind === undefined)
    return new RegistryError('unusable', `This system can use no distribution of ${id}.${why}`);
  const rest = `; it can be installed as ${distributions.join(', ')}.${why}`;
  return new RegistryError('unusable', `${id} cannot be installed as ${kind} on this system${rest}`);
}
