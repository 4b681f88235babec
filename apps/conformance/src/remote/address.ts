/** The address of a program under test that is reached over the network. */

export interface Address {
  /** A ws:, wss:, http: or https: URL. */
  readonly url: string;
  /** Headers of every request, such as `authorization`. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The same endpoint over HTTP. */
export const httpUrl = ({ url }: Address): URL => new URL(url.replace(/^ws/u, 'http'));

/** The same endpoint over WebSocket. */
export const socketUrl = ({ url }: Address): URL => new URL(url.replace(/^http/u, 'ws'));

/** Whether the address is one for Streamable HTTP. */
export const isHttp = ({ url }: Address): boolean => /^https?:/u.test(url);
