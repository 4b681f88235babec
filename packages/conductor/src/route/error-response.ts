/** Responses that the conductor gives itself. */
import type { ErrorObject } from '@acp-stack/rpc';

import { RoutedResponse } from '../envelope/routed-message.ts';

/** A response without an id, which the source puts in. */
export const errorResponse = (error: ErrorObject): RoutedResponse => RoutedResponse.of({ jsonrpc: '2.0', error });

/** An error, with `data` if there is any. */
export const errorObject = (code: number, message: string, data?: unknown): ErrorObject =>
  data === undefined ? { code, message } : { code, message, data };
