/**
 * A web page that an agent asks the user to visit, as a model without a user interface.
 *
 * Nothing is fetched. The complete address is shown with its host in ASCII, and with a warning for everything unusual
 * (ELIC-08). An address that is not that of a web page cannot be opened.
 */
import type { CreateElicitationRequestBase, CreateElicitationRequestVariants } from '@acp-stack/schema/v2/unstable';

import { unicodeHostOf } from './unicode-host.ts';

/** A request to visit a web page. */
export type WebPageRequest = CreateElicitationRequestBase & CreateElicitationRequestVariants['url'];

/** A warning that the user has to see before accepting. */
export interface WebPageWarning {
  /** The kind of warning, for programs with their own texts. */
  readonly kind:
    | 'not-encrypted'
    | 'international-host'
    | 'mixed-letters'
    | 'address-instead-of-name'
    | 'this-machine'
    | 'unusual-port'
    | 'hidden-characters'
    | 'long';
  /** One sentence for people. */
  readonly message: string;
}

/** The address of a web page, with warnings. */
export interface WebPage {
  /** The message of the agent: what the page is for. */
  readonly message: string;
  /** The id by which the agent reports that the page is done. */
  readonly elicitationId: string;
  /** The complete address, without characters that are displayed as something else. */
  readonly url: string;
  /** The scheme, without the colon. */
  readonly scheme: string;
  /** The host as it is looked up: international names in ASCII, with `xn--`. */
  readonly host: string;
  /** The host in Unicode, if it differs. */
  readonly unicodeHost: string | undefined;
  /** Warnings to show before the user accepts; empty if nothing is unusual. */
  readonly warnings: readonly WebPageWarning[];
  /** One sentence that says why the page must not be opened; undefined if it may be. */
  readonly obstacle: string | undefined;
}

/** Longer addresses are hard to check by eye. */
const longAddress = 300;

/** Reads a web page request. */
export function readWebPage({
  message,
  elicitationId,
  url,
}: Pick<WebPageRequest, 'message' | 'elicitationId' | 'url'>): WebPage {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const host = parsed?.hostname ?? '';
  const unicodeHost = unicodeHostOf(host);
  return {
    message,
    elicitationId,
    url: parsed?.href ?? visible(url),
    scheme: parsed?.protocol.slice(0, -1) ?? '',
    host,
    unicodeHost: unicodeHost === host || unicodeHost === '' ? undefined : unicodeHost,
    warnings: parsed === undefined ? [] : warningsOf(parsed, url, unicodeHost),
    obstacle: obstacleOf(parsed),
  };
}

function obstacleOf(url: URL | undefined): string | undefined {
  if (url === undefined) return 'This is not the address of a web page.';
  const { protocol, hostname, username, password } = url;
  if (protocol !== 'https:' && protocol !== 'http:') {
    return `An address that begins with ${protocol} does not open a web page.`;
  }
  if (hostname === '') return 'The address has no host.';
  if (username === '' && password === '') return undefined;
  return 'The address contains a user name or a password, which is not allowed.';
}

function warningsOf(url: URL, given: string, unicodeHost: string): readonly WebPageWarning[] {
  const { protocol, hostname, port, href } = url;
  const isLocal = isThisMachine(hostname);
  const isPlain = hostname === unicodeHost && !hostname.split('.').some((label) => label.startsWith('xn--'));
  const found: readonly (WebPageWarning | false)[] = [
    protocol === 'http:' &&
      !isLocal && {
        kind: 'not-encrypted',
        message: 'The page is not encrypted: others on the network can read and change it.',
      },
    !isPlain && {
      kind: 'international-host',
      message: `The host contains international characters: ${hostname} is shown as ${unicodeHost}. It may imitate another one.`,
    },
    hasMixedScripts(unicodeHost) && {
      kind: 'mixed-letters',
      message: `The host mixes letters of several scripts, as imitations do: ${unicodeHost}.`,
    },
    isAddress(hostname) &&
      !isLocal && {
        kind: 'address-instead-of-name',
        message: `The host is a number (${hostname}), not a name.`,
      },
    isLocal && { kind: 'this-machine', message: 'The page is on this machine.' },
    port !== '' && !isLocal && { kind: 'unusual-port', message: `The page is at the unusual port ${port}.` },
    hiddenCharacters.test(given) && {
      kind: 'hidden-characters',
      message: 'The address contains characters that are invisible or change the order of others.',
    },
    href.length > longAddress && { kind: 'long', message: `The address is long: ${href.length} characters.` },
  ];
  return found.filter((each) => each !== false);
}

/** Control characters, direction marks, and characters without a width. */
const hiddenCharacters = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Escapes invisible characters. */
const visible = (text: string): string =>
  text.replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );

/** A parsed address has an IPv4 address as four numbers, and an IPv6 address in brackets. */
const isIpv4 = (hostname: string): boolean => /^\d+(?:\.\d+){3}$/u.test(hostname);

const isAddress = (hostname: string): boolean => isIpv4(hostname) || hostname.startsWith('[');

const isThisMachine = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  (isIpv4(hostname) && hostname.startsWith('127.'));

const scripts: readonly RegExp[] = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Cherokee}/u,
];

/** Whether a label has letters of several alphabets; the scripts that some languages mix are not listed. */
const hasMixedScripts = (host: string): boolean =>
  host.split('.').some((label) => scripts.filter((script) => script.test(label)).length > 1);
