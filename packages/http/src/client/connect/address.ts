/** Turns the address of an endpoint into one for HTTP requests or for a WebSocket. */

/**
 * Returns `url` as an `http:` or `https:` address; `ws:` and `wss:` are converted, because one endpoint serves both.
 */
export const httpAddress = (url: string | URL): URL => withProtocol(url, { 'ws:': 'http:', 'wss:': 'https:' });

/** Returns `url` as a `ws:` or `wss:` address. */
export const socketAddress = (url: string | URL): URL => withProtocol(url, { 'http:': 'ws:', 'https:': 'wss:' });

function withProtocol(url: string | URL, replacements: Readonly<Record<string, string>>): URL {
  const address = readAddress(url);
  const protocol = replacements[address.protocol] ?? address.protocol;
  if (!Object.values(replacements).includes(protocol)) {
    throw new TypeError(`${address.protocol} cannot be used to reach an agent; use http:, https:, ws: or wss:.`);
  }
  // The setter of `protocol` refuses some changes; building a new URL does not.
  return new URL(`${protocol}${address.href.slice(address.protocol.length)}`);
}

function readAddress(url: string | URL): URL {
  try {
    return new URL(url);
  } catch (error) {
    throw new TypeError(`"${String(url)}" is not a valid address; write it in full, such as https://host/acp.`, {
      cause: error,
    });
  }
}
