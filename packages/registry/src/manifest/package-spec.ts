/**
 * The packages of `npx` and `uvx`.
 *
 * Only names of packages of a package registry are accepted, with or without a version. A path, an address or an
 * option in place of a name could not be pinned to a version, and could make the runner do something else.
 */
/** A package of npm or PyPI. */
export interface PackageSpec {
  readonly name: string;
  /** The extras of a Python package, such as `[cli]`; empty for others. */
  readonly extras: string;
  /** A version, a range or a tag; absent means any. */
  readonly version?: string;
}

const maxLength = 300;
/** Without it the patterns, which ignore case, would take the Kelvin sign for a k. */
const ascii = /^[ -~]+$/u;
const patterns = {
  npx: /^(?<name>(?:@[a-z0-9~][a-z0-9._~-]*\/)?[a-z0-9~_][a-z0-9._~-]*)(?<extras>)(?:@(?<version>[a-z0-9^~<>=*][a-z0-9.+^~<>=*-]*))?$/iu,
  uvx: /^(?<name>[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)(?<extras>\[[a-z0-9._, -]+\])?(?:(?:@|===?)(?<version>[a-z0-9][a-z0-9.+!_-]*)|[<>!~]=?[a-z0-9.,*+!<>=~ _-]+)?$/iu,
} as const;

/** Reads the package of a distribution; undefined if it is not the name of a package. */
export function parsePackage(kind: 'npx' | 'uvx', text: string): PackageSpec | undefined {
  const groups = text.length > maxLength || !ascii.test(text) ? undefined : patterns[kind].exec(text)?.groups;
  if (groups === undefined) return undefined;
  const { name = '', extras, version } = groups;
  return { name, extras: extras ?? '', ...(version !== undefined && { version }) };
}

/** What each runner takes as one version. Anything else is a range, a tag, or even a file or an address for it. */
const exactVersions = {
  npx: /^v?\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/u,
  uvx: /^v?(?:\d+!)?\d+(?:\.\d+)*(?:[._-]?(?:alpha|a|beta|b|preview|pre|c|rc)[._-]?\d*)?(?:-\d+|[._-]?(?:post|rev|r)[._-]?\d*)?(?:[._-]?dev[._-]?\d*)?(?:\+[0-9A-Za-z]+(?:[._-][0-9A-Za-z]+)*)?$/u,
} as const;
/** npm takes `package@1.0.0-x.tgz` as a file in the current folder. */
const fileName = /\.(?:tgz|tar|tar\.gz)$/iu;

/**
 * The exact version that is run: that of the package, or `version` if the package has none, a range or a tag;
 * undefined if that is not a version for the runner either.
 */
export function pinnedVersion(kind: 'npx' | 'uvx', spec: PackageSpec, version: string): string | undefined {
  return [spec.version, version].find(
    (each) => each !== undefined && exactVersions[kind].test(each) && !(kind === 'npx' && fileName.test(each)),
  );
}

/**
 * The arguments that make the runner start exactly this version; undefined if it cannot be pinned. Nothing is asked
 * before a package is downloaded.
 */
export function runnerArguments(
  kind: 'npx' | 'uvx',
  spec: PackageSpec,
  version: string,
): readonly string[] | undefined {
  const { name, extras } = spec;
  const pinned = pinnedVersion(kind, spec, version);
  if (pinned === undefined) return undefined;
  if (kind === 'npx') return ['--yes', `${name}@${pinned}`];
  return extras === '' ? [`${name}@${pinned}`] : ['--from', `${name}${extras}==${pinned}`, name];
}
