/**
 * Reads the manifest of an agent that others wrote.
 *
 * An entry is skipped only if it cannot be used: its id or version cannot name a folder, or no distribution is left.
 * Parts that cannot be used are left out and reported; unknown fields stay as they are. The rules for authors, such as
 * builds for all systems, are not applied.
 */
import type { AgentManifest, BinaryTarget, PackageDistribution } from '@acp-stack/schema/v1';

import { commandPath } from './command-path.ts';
import { parsePackage, pinnedVersion } from './package-spec.ts';
import { printable } from './printable.ts';

/** The result of reading an entry. */
export type ReadManifest =
  /** `problems` are the parts that were left out. */
  | { readonly manifest: AgentManifest; readonly problems: readonly string[] }
  | { readonly manifest?: undefined; readonly id: string | undefined; readonly reason: string };

type Fields = Readonly<Record<string, unknown>>;

/** Lower case and ASCII, so that an id is one folder on every file system and cannot look like another. */
const idPattern = /^[a-z0-9](?:[a-z0-9._-]{0,98}[a-z0-9_-])?$/u;
const versionPattern = /^[0-9A-Za-z](?:[0-9A-Za-z.+_-]{0,98}[0-9A-Za-z_-])?$/u;
const maxDepth = 64;
const optionalTexts = ['repository', 'website', 'license', 'license_url', 'icon'] as const;

/** Where a manifest was read: one of this machine may name archives beside it. */
export type ManifestPlace = 'web' | 'machine';

/** Reads `value`, which comes from `JSON.parse`. */
export function readManifest(value: unknown, place: ManifestPlace = 'web'): ReadManifest {
  if (!isFields(value)) return { id: undefined, reason: `an entry must be an object, and it is ${kindOf(value)}` };
  const id = typeof value['id'] === 'string' ? value['id'] : undefined;
  const reason = whyUnusable(value);
  if (reason !== undefined) return { id, reason };
  const problems: string[] = [];
  const distribution = readDistribution(value, place, problems);
  if (distribution === undefined) {
    const detail = problems.length === 0 ? '' : ` (${problems.join('; ')})`;
    return { id, reason: `it has no distribution that can be used${detail}` };
  }
  const manifest: Record<string, unknown> = { ...value, distribution };
  for (const field of optionalTexts) dropUnless(manifest, field, isText, problems);
  dropUnless(manifest, 'authors', isTexts, problems);
  if (!isText(manifest['name']) || manifest['name'].trim() === '') manifest['name'] = id;
  if (!isText(manifest['description'])) manifest['description'] = '';
  return { manifest: manifest as unknown as AgentManifest, problems };
}

function whyUnusable(entry: Fields): string | undefined {
  const { id, version, distribution } = entry;
  if (!isText(id)) return 'its id must be a string';
  if (!idPattern.test(id)) return 'its id must have lower-case letters, digits and hyphens only';
  if (!isText(version)) return 'its version must be a string';
  if (!versionPattern.test(version)) return `its version ${JSON.stringify(printable(version))} is not a version`;
  if (!isFields(distribution)) return 'its distribution must be an object';
  return whyStructureIsUnusable(entry);
}

/** Looks at the whole entry, also at its unknown fields; not recursive, because the nesting is what it looks for. */
function whyStructureIsUnusable(entry: Fields): string | undefined {
  const open: { readonly value: object; readonly depth: number }[] = [{ value: entry, depth: 1 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next;
    if (depth > maxDepth) return `it is nested deeper than ${maxDepth} levels`;
    if (Object.hasOwn(value, '__proto__')) return 'it has a key "__proto__"';
    for (const inner of Object.values(value) as unknown[]) {
      if (typeof inner === 'object' && inner !== null) open.push({ value: inner, depth: depth + 1 });
    }
  }
  return undefined;
}

function readDistribution(
  { distribution: value, version }: Fields,
  place: ManifestPlace,
  problems: string[],
): Fields | undefined {
  if (!isFields(value)) return undefined;
  const distribution: Record<string, unknown> = { ...value };
  for (const kind of ['npx', 'uvx'] as const) {
    const reason =
      distribution[kind] === undefined ? undefined : whyPackageIsUnusable(kind, distribution[kind], String(version));
    if (reason === undefined) continue;
    problems.push(`${kind} was left out: ${reason}`);
    delete distribution[kind];
  }
  if (distribution['binary'] !== undefined) {
    const builds = readBuilds(distribution['binary'], place, problems);
    if (builds === undefined) delete distribution['binary'];
    else distribution['binary'] = builds;
  }
  const isUsable = ['npx', 'uvx', 'binary'].some((kind) => distribution[kind] !== undefined);
  return isUsable ? distribution : undefined;
}

function whyPackageIsUnusable(kind: 'npx' | 'uvx', value: unknown, version: string): string | undefined {
  if (!isFields(value)) return `it must be an object, and it is ${kindOf(value)}`;
  const { package: name } = value as Partial<Record<keyof PackageDistribution, unknown>>;
  if (!isText(name)) return 'its package must be a string';
  const spec = parsePackage(kind, name);
  if (spec === undefined) return `${JSON.stringify(printable(name))} is not the name of a package`;
  if (pinnedVersion(kind, spec, version) === undefined)
    return `${kind} would take ${JSON.stringify(printable(version))} as something else than one version`;
  return whyStartIsUnusable(value);
}

function readBuilds(value: unknown, place: ManifestPlace, problems: string[]): Fields | undefined {
  if (!isFields(value)) {
    problems.push(`binary was left out: it must be an object, and it is ${kindOf(value)}`);
    return undefined;
  }
  const builds: Record<string, unknown> = {};
  for (const [target, build] of Object.entries(value)) {
    const reason = whyBuildIsUnusable(target, build, place);
    if (reason === undefined) builds[target] = build;
    else problems.push(`the build for ${printable(target)} was left out: ${reason}`);
  }
  return Object.keys(builds).length === 0 ? undefined : builds;
}

function whyBuildIsUnusable(target: string, value: unknown, place: ManifestPlace): string | undefined {
  if (!isFields(value)) return `it must be an object, and it is ${kindOf(value)}`;
  const { archive, cmd, sha256 } = value as Partial<Record<keyof BinaryTarget, unknown>>;
  if (!isText(archive)) return 'its archive must be a string';
  const isAddress = /^https?:\/\//iu.test(archive) && URL.canParse(archive);
  if (!isAddress && !(place === 'machine' && isPathBeside(archive))) {
    const path = place === 'machine' ? ', or the path of a file beside the manifest' : '';
    return `its archive must be an http or https address${path}`;
  }
  if (!isText(cmd)) return 'its cmd must be a string';
  if (commandPath(cmd, target) === undefined)
    return `its cmd ${JSON.stringify(printable(cmd))} leads out of its folder`;
  // A checksum that cannot be read must not become one that is not checked.
  const isChecksum = sha256 === undefined || (isText(sha256) && /^[a-f0-9]{64}$/iu.test(sha256));
  return isChecksum ? whyStartIsUnusable(value) : 'its sha256 must be 64 hexadecimal digits';
}

/** Whether `archive` is a relative path; where it may lead is decided when it is installed. */
export const isPathBeside = (archive: string): boolean =>
  /^(?![a-z][a-z\d+.-]*:)[^\p{Cc}\\/][^\p{Cc}\\]*$/iu.test(archive);

function whyStartIsUnusable({ args, env }: Fields): string | undefined {
  if (args !== undefined && !(isTexts(args) && args.every((arg) => !arg.includes('\0')))) {
    return 'its args must be an array of strings';
  }
  if (env === undefined) return undefined;
  const isUsable = isFields(env) && Object.entries(env).every(([name, text]) => isVariable(name, text));
  return isUsable ? undefined : 'its env must be an object of strings';
}

function isVariable(name: string, value: unknown): boolean {
  return /^[^=\0]+$/u.test(name) && isText(value) && !value.includes('\0');
}

function dropUnless(
  entry: Record<string, unknown>,
  field: string,
  check: (value: unknown) => boolean,
  problems: string[],
): void {
  if (!Object.hasOwn(entry, field) || check(entry[field])) return;
  // A field that is null is absent for many tools.
  if (entry[field] !== null) problems.push(`${field} was left out: it cannot be ${kindOf(entry[field])}`);
  delete entry[field];
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const isText = (value: unknown): value is string => typeof value === 'string';

const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
