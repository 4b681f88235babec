/**
 * Methods that are looked for in messages of any kind; the types check their names against the method tables.
 *
 * Negotiation needs this module in every conversation, so it must not load the tables of version 1.
 */
import type { Methods as V1 } from '@acp-stack/schema/v1/unstable';
import { methods as v2Methods, type Methods as V2 } from '@acp-stack/schema/v2/unstable';

type SharedMethod = keyof V1 & keyof V2;

export const cancelMethod: SharedMethod = '$/cancel_request';
export const initializeMethod: SharedMethod = 'initialize';
export const updateMethod: SharedMethod = 'session/update';
export const proxyInitializeMethod: keyof V2 = 'proxy/initialize';
export const successorMethod: keyof V2 = 'proxy/successor';

/** The name of a method of version 2, and the other names under which it is accepted. */
export const namesOfMethod = (name: keyof V2): ReadonlySet<string> => new Set([name, ...v2Methods[name].also]);
