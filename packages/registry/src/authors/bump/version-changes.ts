/** What changes in a manifest when its version does. */
import type { AgentManifest, BinaryTarget } from '@acp-stack/schema/v1';

import { parsePackage } from '../../manifest/package-spec.ts';
import type { ManifestChange } from './bump-report.ts';

/** Changes in the order of the manifest, and the archives that are others now. */
export interface VersionChanges {
  readonly changes: readonly ManifestChange[];
  readonly archives: readonly ChangedArchive[];
  readonly notes: readonly string[];
}

/** An archive with a new address. */
export interface ChangedArchive {
  /** JSON Pointer to the build. */
  readonly path: string;
  readonly address: string;
  /** The checksum of the earlier archive. */
  readonly sha256: string | undefined;
}

/** The changes that lead from the version of `manifest` to `to`. */
export function versionChanges(manifest: AgentManifest, to: string): VersionChanges {
  const from = manifest.version;
  const changes: ManifestChange[] = [{ path: '/version', from, to }];
  const archives: ChangedArchive[] = [];
  const notes: string[] = [];
  for (const [target, build] of Object.entries(manifest.distribution.binary ?? {})) {
    if (!isBuild(build)) continue;
    const path = `/distribution/binary/${target}`;
    const address = replaceVersion(build.archive, from, to);
    if (address === build.archive) notes.push(`The address for ${target} does not contain ${from}; change it by hand.`);
    else {
      changes.push({ path: `${path}/archive`, from: build.archive, to: address });
      archives.push({ path, address, sha256: build.sha256 });
    }
    const cmd = replaceVersion(build.cmd, from, to);
    if (cmd !== build.cmd) changes.push({ path: `${path}/cmd`, from: build.cmd, to: cmd });
  }
  for (const kind of ['npx', 'uvx'] as const) {
    const spec = manifest.distribution[kind]?.package;
    const changed = spec === undefined ? undefined : packageWith(kind, spec, to);
    if (spec !== undefined && changed !== undefined && changed !== spec)
      changes.push({ path: `/distribution/${kind}/package`, from: spec, to: changed });
  }
  return { changes, archives, notes };
}

const isBuild = (value: unknown): value is BinaryTarget =>
  typeof value === 'object' && value !== null && 'archive' in value;

/** The package with another version; one without a version, or with a range, stays as it is. */
function packageWith(kind: 'npx' | 'uvx', spec: string, version: string): string | undefined {
  const parsed = parsePackage(kind, spec);
  return parsed?.version === undefined ? undefined : spec.slice(0, spec.length - parsed.version.length) + version;
}

/** Replaces a version that stands for itself: not a part of `11.2.3` or of `1.2.30`; also `1.2` if it is `1.2.0`. */
function replaceVersion(text: string, from: string, to: string): string {
  const replaced = text.replaceAll(standing(from), to);
  if (replaced !== text || !from.endsWith('.0')) return replaced;
  return text.replaceAll(standing(from.slice(0, -2)), to.replace(/\.0$/u, ''));
}

const standing = (version: string): RegExp =>
  new RegExp(`(?<![\\d.])${version.replaceAll(/[.+]/gu, String.raw`\$&`)}(?!\\d|\\.\\d)`, 'gu');
