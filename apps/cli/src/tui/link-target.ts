/**
 * The address that a click on a text opens; none if the text does not show it.
 *
 * Text of an agent cannot hide where a link leads: only an address itself is a link, and only if the host that a reader
 * sees in it is the host that would be opened.
 */
import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Longer addresses are not links. */
const maxLength = 2000;
const printable = /^[!-~]+$/u;

/** The target of an address of a page that is shown as it is. */
export function pageTarget(address: string): string | undefined {
  if (!/^https?:\/\//iu.test(address) || address.length > maxLength) return undefined;
  const shownHost = /^https?:\/\/([^/?#]*)/iu.exec(address)?.[1] ?? '';
  if (!URL.canParse(address)) return undefined;
  const { host, username, password, href } = new URL(address);
  const isHostShown = username === '' && password === '' && withoutDefaultPort(shownHost) === host;
  return isHostShown && printable.test(href) ? href : undefined;
}

const withoutDefaultPort = (host: string): string => host.toLowerCase().replace(/:(?:80|443)$/u, '');

/** The target of a file that is shown by its path. */
export function fileTarget(path: string | undefined): string | undefined {
  if (path === undefined || !isAbsolute(path)) return undefined;
  const { href } = pathToFileURL(path);
  return href.length <= maxLength && printable.test(href) ? href : undefined;
}
