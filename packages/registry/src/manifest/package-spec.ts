/**
 * The packages of `npx` and `uvx`.
 *
 * Only names of packages of a package registry are accepted, with or without a version. A path, an address or an
 * option in place of a name could not be pinned to a version, and could make the runner do something else.
 */
import { isExactVersion } from './versions.ts';

/** A package of npm or PyPI. */
export interface PackageSpec {
  readonly name: string;
  /** The extras of a Python package, such as `[cli]`; empty for others. */
  readonly extras: string;
  /** A version, a range or a tag; absent means any. */
  readonly version?: string;
}

const maxLength = 300;
const patterns = {
  npx: /^(?<name>(?:@[a-z0-9~][a-z0-9._~-]*\/)?[a-z0-9~_][a-z0-9._~-]*)(?<extras>)(?:@(?<version>[a-z0-9^~<>=*][a-z0-9.+^~<>=*-]*))?$/iu,
  uvx: /^(?<name>[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)(?<extras>\[[a-z0-9._, -]+\])?(?:(?:@|===?)(?<version>[a-z0-9][a-z0-9.+!_-]*)|[<>!~]=?[a-z0-9.,*+!<>=~ _-]+)?$/iu,
} as const;

/** Reads the package of a distribution; undefined if it is not the name of a package. */
export function parsePackage(kind: 'npx' | 'uvx', text: string): PackageSpec | undefined {
  const groups = text.length > maxLength ? undefined : patterns[kind].exec(text)?.groups;
  if (groups === undefined) return undefined;
  const { name = '', extras, version } = groups;
  return { name, extras: extras ?? '', ...(version !== undefined && { version }) };
}

/** The exact version that is run: that of the package, or `version` if the package has none, a range or a tag. */
export function pinnedVersion(spec: PackageSpec, version: string): string {
  return spec.version !== undefined && isExactVersion(spec.version) ? spec.version : version;
}

/** The arguments that make the runner start exactly this version. Nothing is asked before a package is downloaded. */
export function runnerArguments(kind: 'npx' | 'uvx', spec: PackageSpec, version: string): readonly string[] {
  const { name, extras } = spec;
  const pinned = pinnedVersion(spec, version);
  if (kind === 'npx') return ['--yes', `${name}@${pinned}`];
  return extras === '' ? [`${name}@${pinned}`] : ['--from', `${name}${extras}==${pinned}`, name];
}
