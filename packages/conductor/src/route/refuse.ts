/** Answers requests that are not passed on. */
import type { ErrorObject } from '@acp-stack/rpc';

import type { RoutedCall } from '../envelope/routed-message.ts';
import { errorResponse } from './error-response.ts';
import { Pending, type Answerer, type Source } from './pending.ts';

const noAnswerer: Answerer = { name: 'conductor', cancel: () => undefined };

/** Answers a request with `error`. */
export function refuse(source: Source, message: RoutedCall, error: ErrorObject): void {
  const pending = new Pending(source, noAnswerer, message, '');
  source.remember(pending);
  source.respond(pending, errorResponse(error));
}
