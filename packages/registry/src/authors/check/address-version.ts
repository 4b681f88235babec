/** The version that an archive's address names. */

/** A version inside a name, such as that of a tag: `v1.2.3`, `cli-v1.2.3-beta.1`, `1.20`. */
const inTag = /(?<![\d.])v?(?<version>\d+\.\d+(?:\.\d+)?(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?)(?![\d.])/u;

/**
 * The version in an address of a release (`…/download/v1.2.3/…`, `…/releases/1.2.3/…`) or of an npm tarball
 * (`…/-/name-1.2.3.tgz`), with three numbers; undefined if there is none.
 */
export function addressVersion(address: string): string | undefined {
  const tag = /\/(?:download|releases)\/(?!download\/)(?<tag>[^/]+)\//u.exec(address)?.groups?.['tag'];
  // A tag of nothing but numbers is a version whatever their count, as in the official tools.
  const numbers = tag === undefined ? undefined : /^v?(?<numbers>[\d.]+)$/u.exec(tag)?.groups?.['numbers'];
  if (numbers !== undefined) return [...numbers.split('.'), '0', '0'].slice(0, 3).join('.');
  const version = tag === undefined ? undefined : inTag.exec(decode(tag))?.groups?.['version'];
  if (version !== undefined) return version.replace(/^\d+\.\d+(?=-|$)/u, '$&.0');
  return /\/-\/[^/]+?-(?<version>\d+\.\d+\.\d+(?:-[^/]+?)?)\.tgz$/u.exec(address)?.groups?.['version'];
}

function decode(tag: string): string {
  try {
    return decodeURIComponent(tag);
  } catch {
    return tag;
  }
}
