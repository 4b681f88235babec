/** Finds the newer version of an installed agent, and says what installing it changes. */
import type { AgentManifest } from '@acp-stack/schema/v1';

import type { DistributionKind, InstalledAgent, ListedAgent, TargetName } from '../contract/agents.ts';
import type { AgentChange, AgentUpdate, RegistryListing } from '../contract/registry.ts';
import { commandPath } from '../manifest/command-path.ts';
import { parsePackage, pinnedVersion } from '../manifest/package-spec.ts';
import { isNewerVersion } from '../manifest/versions.ts';

/**
 * Returns the newer version, or undefined if there is none that this system can use. It is taken only from the source
 * that the agent came from, so that another source cannot replace an agent by listing its id. If that source was
 * removed, it is taken from the first source that lists the id.
 */
export function findUpdate(installed: InstalledAgent, listing: RegistryListing): AgentUpdate | undefined {
  const { manifest, source } = installed;
  const isSourceListed = listing.sources.some((each) => each.source.location === source.location);
  const candidates = [...listing.agents, ...listing.hidden].filter((agent) => agent.manifest.id === manifest.id);
  const agent = isSourceListed ? candidates.find((each) => each.source.location === source.location) : candidates[0];
  if (agent === undefined || !isNewerVersion(agent.manifest.version, manifest.version)) return undefined;
  const { distributions } = agent;
  const distribution = distributions.includes(installed.distribution) ? installed.distribution : distributions[0];
  if (distribution === undefined) return undefined;
  return { installed, agent, distribution, changes: changesOf(installed, agent, distribution) };
}

/** What differs, the version first. */
function changesOf(
  installed: InstalledAgent,
  agent: ListedAgent,
  distribution: DistributionKind,
): readonly AgentChange[] {
  const before = factsOf(installed.manifest, installed.distribution, agent.target);
  const after = factsOf(agent.manifest, distribution, agent.target);
  return [
    ...change('version', installed.manifest.version, agent.manifest.version),
    ...change('source', sourceText(installed), sourceText(agent)),
    ...change('license', installed.manifest.license, agent.manifest.license),
    ...change('distribution', installed.distribution, distribution),
    ...change('command', before.command, after.command),
    ...change('args', before.args, after.args),
    ...environmentChanges(before.env, after.env),
    ...change('checksum', before.checksum, after.checksum),
    ...change('host', before.host, after.host),
  ];
}

function change(
  what: AgentChange['what'],
  before: string | undefined,
  after: string | undefined,
): readonly AgentChange[] {
  if (before === after) return [];
  return [{ what, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }];
}

/** One change for each variable. */
function environmentChanges(before: Variables, after: Variables): readonly AgentChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return names.flatMap((name) => change('env', variableText(name, before), variableText(name, after)));
}

type Variables = Readonly<Record<string, string>>;

function variableText(name: string, variables: Variables): string | undefined {
  return Object.hasOwn(variables, name) ? `${name}=${variables[name] ?? ''}` : undefined;
}

/** Credentials in an address are not shown. */
function sourceText({ source: { name, location } }: Pick<ListedAgent, 'source'>): string {
  return `${name} (${location.replace(/^(https?:\/\/)[^/?#]*@/iu, '$1')})`;
}

interface StartFacts {
  /**
   * The runner with its package, or the program inside the folder; with a version only if it is not that of the agent.
   */
  readonly command?: string;
  readonly args?: string;
  readonly env: Variables;
  readonly checksum?: string;
  readonly host?: string;
}

function factsOf(manifest: AgentManifest, kind: DistributionKind, target: TargetName | undefined): StartFacts {
  const { distribution } = manifest;
  if (kind !== 'binary') {
    const { package: name = '', args, env } = distribution[kind] ?? {};
    const spec = parsePackage(kind, name) ?? { name, extras: '' };
    const pinned = pinnedVersion(kind, spec, manifest.version);
    const version = pinned === manifest.version ? '' : `@${pinned ?? 'any'}`;
    return { command: `${kind} ${spec.name}${spec.extras}${version}`, ...argumentFacts(args), env: env ?? {} };
  }
  const build = target === undefined ? undefined : distribution.binary?.[target];
  if (build === undefined) return { env: {} };
  return {
    command: commandPath(build.cmd, target ?? '') ?? build.cmd,
    ...argumentFacts(build.args),
    env: build.env ?? {},
    ...(build.sha256 !== undefined && { checksum: build.sha256.toLowerCase() }),
    host: URL.canParse(build.archive) ? new URL(build.archive).host : build.archive,
  };
}

function argumentFacts(args: readonly string[] = []): Pick<StartFacts, 'args'> {
  return args.length === 0
    ? {}
    : { args: args.map((arg) => (/^[\w@%+=:,./-]+$/u.test(arg) ? arg : JSON.stringify(arg))).join(' ') };
}
