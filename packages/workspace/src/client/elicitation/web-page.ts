/**
 * A web page that an agent asks the user to visit, for whoever asks the user about it.
 *
 * Nothing here fetches anything. The address is shown whole and with its host, as letters that cannot be mistaken for others, with everything
 * that is odd about it in words (ELIC-08). An address that would do something else than open a page cannot be opened.
 */
import { isIP } from 'node:net';
import { domainToUnicode } from 'node:url';

import type { CreateElicitationRequestBase, CreateElicitationRequestVariants } from '@acp-stack/schema/v2/unstable';

/** A request to visit a page. */
export type WebPageRequest = CreateElicitationRequestBase & CreateElicitationRequestVariants['url'];

/** Something that the user has to know before consenting. */
export interface WebPageWarning {
  /** What is odd, for programs that show it in their own words. */
  readonly kind:
    | 'not-encrypted'
    | 'international-host'
    | 'mixed-letters'
    | 'address-instead-of-name'
    | 'this-machine'
    | 'unusual-port'
    | 'hidden-characters'
    | 'long';
  /** A sentence for people. */
  readonly message: string;
}

/** An address to show to the user, with what there is to say about it. */
export interface WebPage {
  /** What the agent says the page is for. */
  readonly message: string;
  /** Names the page when the agent says that it is done. */
  readonly elicitationId: string;
  /** The whole address, with nothing in it that is shown as something else. */
  readonly url: string;
  /** The scheme, without the colon. */
  readonly scheme: string;
  /** The host as it is looked up: international names in their plain form, with `xn--`. */
  readonly host: string;
  /** The host in its own letters, where these differ. */
  readonly unicodeHost: string | undefined;
  /** What to say before the user consents; empty when nothing is odd. */
  readonly warnings: readonly WebPageWarning[];
  /** Why the page must not be opened, in a sentence; undefined when it may. */
  readonly obstacle: string | undefined;
}

/** Longer addresses cannot be looked over. */
const longAddress = 300;

/** Reads a request. */
export function readWebPage({ message, elicitationId, url }: WebPageRequest): WebPage {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const host = parsed?.hostname ?? '';
  const unicodeHost = domainToUnicode(host);
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
  if (url === undefined) return 'This is not an address of a page.';
  const { protocol, hostname, username, password } = url;
  if (protocol !== 'https:' && protocol !== 'http:') {
    return `An address that begins with ${protocol} opens something else than a web page.`;
  }
  if (hostname === '') return 'The address names no host.';
  if (username === '' && password === '') return undefined;
  return 'The address carries a name or a password, which it must not.';
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
      message: `The host is written in other letters: ${hostname} is shown as ${unicodeHost}. It may imitate another one.`,
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
      message: 'The address has characters in it that cannot be seen or that change the order of others.',
    },
    href.length > longAddress && { kind: 'long', message: `The address is long: ${href.length} characters.` },
  ];
  return found.filter((each) => each !== false);
}

/** Controls, marks of direction, and signs without a width. */
const hiddenCharacters = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** The text with everything that cannot be seen written out. */
const visible = (text: string): string =>
  text.replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );

const isAddress = (hostname: string): boolean => isIP(hostname.replaceAll(/^\[|\]$/gu, '')) !== 0;

const isThisMachine = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  (isIP(hostname) === 4 && hostname.startsWith('127.'));

const scripts: readonly RegExp[] = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Cherokee}/u,
];

/** Letters of several alphabets in one label; some languages mix others, which is no imitation. */
const hasMixedScripts = (host: string): boolean =>
  host.split('.').some((label) => scripts.filter((script) => script.test(label)).length > 1);
