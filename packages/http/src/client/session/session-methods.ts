/** What the methods of the protocol mean for the stream of a session. */
import type { MethodName as MethodName1 } from '@acp-stack/schema/v1/unstable';
import type { MethodName as MethodName2 } from '@acp-stack/schema/v2/unstable';

type Method = MethodName1 | MethodName2;

const closing: ReadonlySet<string> = new Set<Method>(['session/close', 'session/delete', 'nes/close']);
const reopening: ReadonlySet<string> = new Set<Method>(['session/load', 'session/resume']);

/** Whether the session is over when `method` has succeeded. */
export const closesSession = (method: string): boolean => closing.has(method);

/** Whether `method` brings back a session whose stream was lost. */
export const reopensSession = (method: string): boolean => reopening.has(method);
