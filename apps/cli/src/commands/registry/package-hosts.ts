/** Where packages and releases are looked up, as options of the command line. */
import type { PackageHosts } from '@acp-stack/registry/authors';

import { UsageError } from '../../errors/usage-error.ts';

export interface HostFlags {
  readonly npm?: string;
  readonly pypi?: string;
  readonly github?: string;
}

/** The mirrors that the user has named; throws a `UsageError` if one is not an address. */
export function packageHosts({ npm, pypi, github }: HostFlags): PackageHosts {
  const given = Object.entries({ npm, pypi, github }).filter(([, address]) => address !== undefined);
  for (const [name, address] of given) {
    const isHttp = address !== undefined && URL.canParse(address) && /^https?:$/u.test(new URL(address).protocol);
    if (!isHttp) throw new UsageError(`--${name} must be an address that begins with https:`);
  }
  return Object.fromEntries(given);
}
