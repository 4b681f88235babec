/** Fetches a web page; disabled unless the user has enabled it. */
import { lookup } from 'node:dns';
import { request as requestPlain, type IncomingMessage } from 'node:http';
import { request as requestSecure } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { promisify } from 'node:util';

import { text } from '@acp-stack/sdk';

import type { Tool, ToolContext } from '../model/tool.ts';
import { joinTurnSignals } from '../signals/join-turn-signals.ts';
import { shownName } from '../text/shown-path.ts';
import { traceHeaders } from '../trace/trace-headers.ts';
import { objectSchema, textIn } from './tool-arguments.ts';
import type { SessionResources } from './session-resources.ts';

const maxBytes = 1024 * 1024;
const seconds = 30;
const maxRedirects = 5;

/** Addresses that are not part of the web: this machine, its network, and reserved ranges. */
const closed4 = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  closed4.addSubnet(net, prefix, 'ipv4');
/**
 * Separate, because a block list matches an IPv4 address against IPv6 ranges that contain it, and those are blocked.
 */
const closed6 = new BlockList();
for (const [net, prefix] of [
  ['::', 127],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  closed6.addSubnet(net, prefix, 'ipv6');

/** Whether an address may be fetched. */
export const isOpenAddress = (address: string): boolean => {
  const family = isIP(address);
  if (family === 0) return false;
  return family === 6 ? !closed6.check(address, 'ipv6') : !closed4.check(address, 'ipv4');
};

/** `isOpen` decides about addresses. */
export const fetchTool = ({ permissions }: SessionResources, isOpen: IsOpen = isOpenAddress): Tool => ({
  name: 'fetch',
  description: `Fetches a web page by http or https, at most ${maxBytes / 1024} KB of it.`,
  kind: 'fetch',
  runsInParallel: false,
  asksFirst: true,
  inputSchema: objectSchema({ url: { type: 'string', minLength: 1 } }, ['url']),
  describe: (input) => ({ title: `Fetch ${shownName(textIn(input, 'url'))}` }),
  run: async (input, context) => {
    let url = readUrl(textIn(input, 'url'));
    for (let count = 0; count <= maxRedirects; count += 1) {
      await requireOpen(url, isOpen);
      const scopes = [{ key: `fetch ${url.host}`, label: `pages of ${url.host}` }];
      await permissions.require({ kind: 'fetch', question: `Fetch ${url.href}?`, scopes }, context);
      await context.call.start();
      const { status, location, words } = await fetchPage(url, isOpen, context);
      if (location === undefined) {
        return {
          content: [{ type: 'content', content: text(words) }],
          rawOutput: { url: url.href, status },
          isError: status < 200 || status >= 300,
        };
      }
      url = readUrl(URL.canParse(location, url.href) ? new URL(location, url).href : location);
    }
    throw new Error(`${url.href} has too many redirects.`);
  },
});

function readUrl(words: string): URL {
  const url = URL.canParse(words) ? new URL(words) : undefined;
  if (url !== undefined && (url.protocol === 'http:' || url.protocol === 'https:')) return url;
  throw new Error(`${words} is not an http or https URL.`);
}

type IsOpen = typeof isOpenAddress;

const notOfTheWeb = (hostname: string): Error =>
  new Error(`${hostname} is not a public address; only public addresses are fetched.`);

/** Checks every address of the host, before the user is asked. */
async function requireOpen({ hostname }: URL, isOpen: IsOpen): Promise<void> {
  const bare = hostname.replace(/^\[|\]$/gu, '');
  const addresses =
    isIP(bare) === 0 ? (await promisify(lookup)(bare, { all: true })).map(({ address }) => address) : [bare];
  if (addresses.length === 0 || !addresses.every(isOpen)) throw notOfTheWeb(hostname);
}

interface Page {
  readonly status: number;
  /** The target of a redirect. */
  readonly location?: string;
  readonly words: string;
}

/** Fetches one page with a timeout; the time of the permission request does not count. */
async function fetchPage(url: URL, isOpen: IsOpen, { signal: cancelled, turn }: ToolContext): Promise<Page> {
  const { signal, release } = joinTurnSignals(cancelled, AbortSignal.timeout(seconds * 1000));
  // Baggage is for services that the user trusts, and not for any page.
  const { baggage: _, ...trace } = traceHeaders(turn.trace);
  try {
    const response = await get(url, isOpen, { signal, headers: trace });
    const { statusCode: status = 0, headers } = response;
    if (status < 300 || status >= 400 || headers.location === undefined)
      return { status, words: await readSome(response) };
    response.destroy();
    return { status, location: headers.location, words: '' };
  } finally {
    release();
  }
}

/** Connects to the address that was checked: the name may resolve to another one a moment later. */
function get(
  url: URL,
  isOpen: IsOpen,
  { signal, headers: added }: { readonly signal: AbortSignal; readonly headers: Record<string, string> },
): Promise<IncomingMessage> {
  const checked: LookupFunction = (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error !== null) callback(error, '', 0);
      else if (first === undefined || !addresses.every(({ address }) => isOpen(address)))
        callback(notOfTheWeb(hostname), '', 0);
      else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
  const request = url.protocol === 'https:' ? requestSecure : requestPlain;
  const headers = { 'accept-encoding': 'identity', accept: 'text/*, application/json;q=0.9, */*;q=0.1', ...added };
  return new Promise((resolve, reject) => {
    request(url, { lookup: checked, agent: false, signal, headers }, resolve).once('error', reject).end();
  });
}

async function readSome(response: IncomingMessage): Promise<string> {
  const decoder = new TextDecoder();
  let words = '';
  let bytes = 0;
  for await (const chunk of response) {
    const part = (chunk as Uint8Array).subarray(0, maxBytes - bytes);
    bytes += part.length;
    words += decoder.decode(part, { stream: true });
    if (bytes >= maxBytes) return `${words}\n…`;
  }
  return words + decoder.decode();
}
