/** The versions of packages and releases: npm, PyPI and GitHub, or mirrors of them. */
import { asFields, objectField, stringField } from '../folder/fields.ts';
import type { OnlineOptions } from '../report/check-options.ts';
import { AddressError, requestJson, type RequestLimits } from './request.ts';

/** A version that can be installed. */
export interface PublishedVersion {
  /** As a semantic version where it can be written as one: `1.20` is `1.20.0`. */
  readonly version: string;
  /** As it is published, such as the name of a tag. */
  readonly name: string;
  readonly isPreRelease: boolean;
  /** The names of the files of a GitHub release; empty for packages. */
  readonly files: readonly string[];
}

/** A repository on GitHub. */
export interface Repository {
  readonly owner: string;
  readonly name: string;
}

/** How the indexes are asked. */
export interface IndexOptions extends OnlineOptions, RequestLimits {
  readonly githubToken?: string;
}

type Host = 'npm' | 'pypi' | 'github';

const defaultHosts = { npm: 'https://registry.npmjs.org', pypi: 'https://pypi.org', github: 'https://api.github.com' };
/** Releases on one page; older ones are not newer. */
const releasesPerPage = 50;

/** Asks for versions; every method rejects with an `AddressError`. */
export class PackageIndexes {
  readonly #hosts: Required<NonNullable<OnlineOptions['hosts']>>;
  readonly #options: IndexOptions;
  /** Hosts that allow no more requests; they are not asked again. */
  readonly #limited = new Map<Host, AddressError>();

  constructor(options: IndexOptions) {
    this.#hosts = { ...defaultHosts, ...options.hosts };
    this.#options = options;
  }

  /** The versions of an npm package, without those that are deprecated. */
  async npm(name: string): Promise<readonly PublishedVersion[]> {
    const accept = 'application/vnd.npm.install-v1+json, application/json';
    const answer = await this.#ask('npm', `/${name.replace('/', '%2F')}`, { accept });
    return Object.entries(objectField(answer, 'versions') ?? {})
      .filter(([, details]) => !Object.hasOwn(asFields(details) ?? {}, 'deprecated'))
      .map(([version]) => published(version, version));
  }

  /** The versions of a Python package, without those that were withdrawn. */
  async pypi(name: string): Promise<readonly PublishedVersion[]> {
    const answer = await this.#ask('pypi', `/pypi/${encodeURIComponent(name)}/json`, { accept: 'application/json' });
    return Object.entries(objectField(answer, 'releases') ?? {})
      .filter(([, files]) => Array.isArray(files) && files.some((file) => asFields(file)?.['yanked'] !== true))
      .map(([version]) => published(version, version));
  }

  /** The releases of a repository on GitHub, without drafts. */
  async github({ owner, name }: Repository): Promise<readonly PublishedVersion[]> {
    const { githubToken } = this.#options;
    const headers = {
      accept: 'application/vnd.github+json',
      ...(githubToken !== undefined && { authorization: `Bearer ${githubToken}` }),
    };
    const path = `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}/releases?per_page=${releasesPerPage}`;
    const answer = await this.#ask('github', path, headers);
    const releases: readonly unknown[] = Array.isArray(answer) ? answer : [];
    return releases.flatMap((release) => {
      const tag = stringField(release, 'tag_name');
      const fields = asFields(release);
      if (tag === undefined || fields?.['draft'] === true) return [];
      const assets: readonly unknown[] = Array.isArray(fields?.['assets']) ? fields['assets'] : [];
      const files = assets.flatMap((asset) => stringField(asset, 'name') ?? []);
      const version = published(versionInTag(tag), tag);
      return [{ ...version, files, isPreRelease: version.isPreRelease || fields?.['prerelease'] === true }];
    });
  }

  async #ask(host: Host, path: string, headers: Readonly<Record<string, string>>): Promise<unknown> {
    const limited = this.#limited.get(host);
    if (limited !== undefined) throw limited;
    try {
      return await requestJson(this.#hosts[host].replace(/\/+$/u, '') + path, headers, this.#options);
    } catch (error) {
      if (error instanceof AddressError && error.isRateLimit) this.#limited.set(host, error);
      if (error instanceof AddressError && error.status === 404) throw missing(host, path, error);
      throw error;
    }
  }
}

/** The repository that an address names; undefined if it is not on GitHub. */
export function githubRepository(address: string): Repository | undefined {
  const groups = /^https:\/\/(?:www\.)?github\.com\/(?<owner>[\w.-]+)\/(?<name>[\w.-]+?)(?:\.git)?(?:[/?#]|$)/u.exec(
    address,
  )?.groups;
  const { owner, name } = groups ?? {};
  return owner === undefined || name === undefined ? undefined : { owner, name };
}

/** The version of a tag such as `v1.2.3`, `1.20` or `cli-v1.2.3`. */
function versionInTag(tag: string): string {
  return /(?:^|[^\d.])(?<version>\d+\.\d+(?:\.\d+)?(?:[-+].*)?)$/u.exec(tag)?.groups?.['version'] ?? tag;
}

function published(version: string, name: string): PublishedVersion {
  // Python writes pre-releases as 1.0rc1, 1.0a2, 1.0.dev3.
  const isPreRelease = /-|\d(?:a|b|rc)\d|\.dev\d/u.test(version.replace(/\+.*/u, ''));
  const completed = /^\d+\.\d+$/u.test(version) ? `${version}.0` : version;
  return { version: completed, name, isPreRelease, files: [] };
}

const kinds = { npm: 'package', pypi: 'package', github: 'repository' } as const;

function missing(host: Host, path: string, cause: AddressError): AddressError {
  const name = decodeURIComponent(
    path.replace(/^\/(?:pypi|repos)\//u, '/').replace(/\/(?:json|releases\?.*)$/u, ''),
  ).slice(1);
  return new AddressError(`${withoutEnd(cause.message)}: it has no ${kinds[host]} ${name}.`, { cause, status: 404 });
}

const withoutEnd = (sentence: string): string => sentence.replace(/[.]$/u, '');
