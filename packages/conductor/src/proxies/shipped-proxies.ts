/** The proxies of this package as a command line and a configuration name them. */
import type { ProxyComponent } from '@acp-stack/sdk';

/** A proxy that can be put into a chain by its name. */
export interface ShippedProxy {
  /** The name, as in `--proxy name`. */
  readonly name: string;
  /** What it does, in a few words. */
  readonly summary: string;
  /** Makes the proxy; throws a `TypeError` that names the setting if one is wrong. */
  readonly create: (settings: Readonly<Record<string, unknown>>) => ProxyComponent | Promise<ProxyComponent>;
}

/** All of them. */
export const shippedProxies: readonly ShippedProxy[] = [];
