/** Proxies that ship with this package, by name. */
export { shippedProxies, type ShippedProxy } from './shipped-proxies.ts';
