/** Connects to a program at an address: over WebSocket or Streamable HTTP, as its scheme says. */
import { isHttp, type Address } from './address.ts';
import { httpConnect } from './http-wire.ts';
import { webSocketConnect } from './web-socket-wire.ts';
import type { Connect } from '../wire/wire.ts';

/** Opens a connection to the address each time it is called. */
export const addressConnect = (address: Address): Connect =>
  isHttp(address) ? httpConnect(address) : webSocketConnect(address);
