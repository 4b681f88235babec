/**
 * Mistakes that our types find; with the official SDK 2.4.0 on version 1, its default, they compile (see
 * `packages.test.ts`).
 */
import type { ClientConnection, Connection } from '@acp-stack/sdk';

declare const ours: ClientConnection;
declare const ourAgent: Connection<'agent'>;

// Params of the wrong form.
// @ts-expect-error a param of the wrong type
void ours.request('session/new', { cwd: 5 });
// @ts-expect-error a param that does not exist
void ours.request('session/new', { cwd: '/', bogus: true });

// A misspelt method.
// @ts-expect-error there is no such method
void ours.request('session/nwe', { cwd: '/' });

// An update of an unknown kind, for a session whose id is a number.
// @ts-expect-error a session id is text
void ourAgent.notify('session/update', { sessionId: 1, update: { sessionUpdate: 'plan_removed', planId: 'p' } });
// @ts-expect-error there is no such update
void ourAgent.notify('session/update', { sessionId: 's', update: { sessionUpdate: 'nope' } });

// The wrong direction.
// @ts-expect-error a client does not read files of the agent
void ours.request('fs/read_text_file', { sessionId: 's', path: '/' });
