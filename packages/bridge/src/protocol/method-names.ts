/** Methods that are looked for in messages of any kind; the types check their names against the method tables. */
import type { Methods as V1 } from '@acp-stack/schema/v1/unstable';
import type { Methods as V2 } from '@acp-stack/schema/v2/unstable';

type SharedMethod = keyof V1 & keyof V2;

export const cancelMethod: SharedMethod = '$/cancel_request';
export const initializeMethod: SharedMethod = 'initialize';
export const updateMethod: SharedMethod = 'session/update';
export const proxyInitializeMethod: keyof V2 = 'proxy/initialize';
export const successorMethod: keyof V2 = 'proxy/successor';
