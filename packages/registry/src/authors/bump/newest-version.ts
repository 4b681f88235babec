/** Where newer versions of an agent are looked for, and which one is taken. */
import type { AgentManifest } from '@acp-stack/schema/v1';

import { parsePackage } from '../../manifest/package-spec.ts';
import { isExactVersion, isNewerVersion } from '../../manifest/versions.ts';
import { githubRepository, type PackageIndexes, type PublishedVersion } from '../online/package-indexes.ts';

/** A place that publishes versions. */
export interface VersionSource {
  /** Its name in reports. */
  readonly name: string;
  versions(): Promise<readonly PublishedVersion[]>;
}

/** The places that publish the distributions of an agent, each once. */
export function versionSources(manifest: AgentManifest, indexes: PackageIndexes): readonly VersionSource[] {
  const { npx, uvx, binary = {} } = manifest.distribution;
  const node = npx && parsePackage('npx', npx.package);
  const python = uvx && parsePackage('uvx', uvx.package);
  const addresses = Object.values(binary).flatMap((build) =>
    typeof build === 'object' && build !== null && 'archive' in build ? [String(build.archive)] : [],
  );
  const repository = addresses.map(githubRepository).find((each) => each !== undefined);
  // An archive on another host does not say where its releases are listed; the repository does.
  const listed = repository ?? (addresses.length > 0 ? githubRepository(manifest.repository ?? '') : undefined);
  return [
    ...(node === undefined ? [] : [{ name: `npm ${node.name}`, versions: () => indexes.npm(node.name) }]),
    ...(python === undefined ? [] : [{ name: `PyPI ${python.name}`, versions: () => indexes.pypi(python.name) }]),
    ...(listed === undefined
      ? []
      : [
          {
            name: `GitHub ${listed.owner}/${listed.name}`,

            versions: () => indexes.github(listed),
          },
        ]),
  ];
}

/**
 * The newest version that is newer than `current`; undefined if there is none. Pre-releases count only if the current
 * version is one.
 */
function newestVersion(versions: readonly PublishedVersion[], current: string): PublishedVersion | undefined {
  const wantsPreReleases = current.includes('-');
  let newest: PublishedVersion | undefined;
  for (const each of versions) {
    if (!isExactVersion(each.version) || (each.isPreRelease && !wantsPreReleases)) continue;
    if (isNewerVersion(each.version, newest?.version ?? current)) newest = each;
  }
  return newest;
}

/**
 * The newest version that every source has, with the files of its release: all distributions of a manifest have the
 * same version. Undefined if none is newer than `current`; rejects if only some sources have a newer one.
 */
export async function newestInAll(
  sources: readonly VersionSource[],
  current: string,
): Promise<PublishedVersion | undefined> {
  const lists = await Promise.all(sources.map((source) => source.versions()));
  const all = lists.flat();
  const newest = newestVersion(all, current);
  if (newest === undefined) return undefined;
  const inAll = newestVersion(
    all.filter(({ version }) => lists.every((list) => list.some((each) => each.version === version))),
    current,
  );
  if (inAll === undefined) {
    const have = sources.filter((_, index) => lists[index]?.some((each) => each.version === newest.version));
    throw new Error(
      `Only ${have.map(({ name }) => name).join(', ')} has version ${newest.version} so far; wait for the others.`,
    );
  }
  const files = all.filter(({ version }) => version === inAll.version).flatMap((each) => each.files);
  return { ...inAll, files };
}
