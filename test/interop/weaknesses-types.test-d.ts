/**
 * Mistakes that compile with the official SDK 2.4.0 on version 1, its default, and not with ours; see `weakness-stand.ts`.
 *
 * A release of it that finds one of them does not compile here, and the claim goes.
 */
import type * as versionOne from '@agentclientprotocol/sdk';

import type { ClientConnection, Connection } from '@acp-stack/sdk';

declare const theirAgent: versionOne.ClientConnection['agent'];
declare const theirClient: versionOne.AgentConnection['client'];
declare const ours: ClientConnection;
declare const ourAgent: Connection<'agent'>;

// Params of the wrong form.
void theirAgent.request('session/new', { cwd: 5, bogus: true });
// @ts-expect-error a param of the wrong type
void ours.request('session/new', { cwd: 5 });
// @ts-expect-error a param that does not exist
void ours.request('session/new', { cwd: '/', bogus: true });

// A misspelt method.
void theirAgent.request('session/nwe', { cwd: '/' });
// @ts-expect-error there is no such method
void ours.request('session/nwe', { cwd: '/' });

// An update of a kind that nobody knows, for a session whose id is a number.
void theirClient.notify('session/update', { sessionId: 1, update: { sessionUpdate: 'nope' } });
// @ts-expect-error a session id is text
void ourAgent.notify('session/update', { sessionId: 1, update: { sessionUpdate: 'plan_removed', planId: 'p' } });
// @ts-expect-error there is no such update
void ourAgent.notify('session/update', { sessionId: 's', update: { sessionUpdate: 'nope' } });

// The wrong direction.
void theirAgent.request('fs/read_text_file', { path: '/' });
// @ts-expect-error a client does not read files of the agent
void ours.request('fs/read_text_file', { sessionId: 's', path: '/' });

// The answer to a request that was never right.
const theirs: Promise<versionOne.NewSessionResponse> = theirAgent.request('session/new', { cwd: 5 });
void theirs;
