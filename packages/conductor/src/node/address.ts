/** A remote agent or proxy as a component: each start is a connection of its own. */
import { remote, type NodeOptions } from '@acp-stack/http/node';
import type { RemoteOptions } from '@acp-stack/http';
import type { Component } from '@acp-stack/sdk';

import type { ManageOptions } from '../components/managed.ts';

/** How an address is connected to, and what becomes of the chain when the connection ends. */
export interface AddressOptions extends ManageOptions, Omit<RemoteOptions, 'WebSocket'>, NodeOptions {}

/** Returns the component of the agent or proxy at `url`, which begins with ws, wss, http or https. */
export function address(url: string | URL, options: AddressOptions = {}): Component & { readonly role: 'either' } {
  const { name, onExit, mayBypass, ...connecting } = options;
  const { href, host } = new URL(url);
  return {
    role: 'either',
    name: name ?? host,
    ...(onExit === undefined ? {} : { onExit }),
    ...(mayBypass === undefined ? {} : { mayBypass }),
    start: ({ signal } = {}) => {
      signal?.throwIfAborted();
      const channel = remote(href, connecting);
      signal?.addEventListener(
        'abort',
        () => {
          channel.destroy();
        },
        { once: true },
      );
      return channel;
    },
  };
}
