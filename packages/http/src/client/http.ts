/** Connects to a remote agent over Streamable HTTP. */
import type { Channel } from '@acp-stack/rpc';

import { httpAddress } from './connect/address.ts';
import { settingsOf, type ConnectOptions } from './connect/connect-options.ts';
import { CookieJar } from './connect/cookie-jar.ts';
import { Credentials } from './connect/credentials.ts';
import { Endpoint } from './request/endpoint.ts';
import type { Fetch } from './request/fetch.ts';
import { HttpChannel } from './connection/http-channel.ts';

/** How a client connects over Streamable HTTP. */
export interface HttpOptions extends ConnectOptions {
  /** Replaces the platform's `fetch`. */
  readonly fetch?: Fetch;
  /** Which of its own cookies a browser sends; `include` by default. */
  readonly credentials?: 'include' | 'same-origin' | 'omit';
}

/** Returns a channel to the agent at `url`; it connects when `initialize` is sent. */
export function http(url: string | URL, options: HttpOptions = {}): Channel {
  const settings = settingsOf(options);
  const { clock } = settings;
  const endpoint = new Endpoint({
    url: httpAddress(url),
    // Browsers require `fetch` to be called as a method of the window.
    fetch: options.fetch ?? ((address, request) => globalThis.fetch(address, request)),
    cookies: new CookieJar(clock),
    credentials: new Credentials(options, { clock, answerTimeout: settings.limits.answerTimeout }),
    platformCookies: options.credentials ?? 'include',
    clock,
  });
  return new HttpChannel(endpoint, settings);
}
