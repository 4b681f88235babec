/** How a visitor of the page adds its registry to `acp`. */
import { isIP } from 'node:net';

import { markup, type Html } from './html.ts';

/** Stands for the address of the registry where it is not known before the page is opened; the script replaces it. */
const unknownAddress = 'https://…/registry.json';

/** The command that adds the registry which is published at `base`. */
export function sourceCommand(base: string | undefined): string {
  if (base === undefined) return `acp registry sources add agents ${unknownAddress}`;
  return `acp registry sources add ${sourceName(base)} ${base}/registry.json`;
}

/** The text as HTML; an address that is not known yet can be found by the script. */
export function withAddress(text: string): Html {
  const [before = '', after] = text.split(unknownAddress, 2);
  return after === undefined
    ? markup`${text}`
    : markup`${before}<span class="address">${unknownAddress}</span>${after}`;
}

/** The first word of the host, such as `garden` of `garden.example`. */
function sourceName(base: string): string {
  const { hostname } = new URL(base);
  const [first = ''] = hostname.replace(/^www\./u, '').split('.');
  const isName = isIP(hostname) === 0 && /^[a-z][a-z0-9-]*$/u.test(first) && first !== 'official';
  return isName ? first : 'agents';
}
