/**
 * The capabilities of an agent.
 *
 * The flags of version 1 are markers in version 2, below one `session`. Every agent of version 2 with sessions can
 * list, resume and close them; for an agent of version 1 that cannot, the bridge fills in, or the request is refused.
 */
import type * as v1 from '@acp-stack/schema/v1/unstable';
import type * as v2 from '@acp-stack/schema/v2/unstable';

import type { LossReporter } from '../loss/loss-reporter.ts';
import { nonEmptyFieldNames, hasNonEmptyField, markersWithContent } from './fields-with-content.ts';

/** Returns the capabilities for version 2; with `extras`, MCP servers of type `sse` are offered as well. */
export function agentCapabilitiesToV2(
  capabilities: v1.AgentCapabilities | undefined,
  { extras }: { readonly extras: boolean },
  losses: LossReporter,
): v2.AgentCapabilities {
  const {
    loadSession: _,
    promptCapabilities,
    mcpCapabilities: { http, sse, acp, ...otherMcp } = {},
    sessionCapabilities: { list, resume, close, ...otherSession } = {},
    auth,
    ...others
  } = capabilities ?? {};
  reportMarkers({ list, resume, close, logout: auth?.logout }, losses);
  if (sse === true && !extras)
    losses.omit('initialize result', 'Version 2 has no MCP servers of type sse; the capability was left out.');
  const session = {
    ...otherSession,
    ...(promptCapabilities === undefined ? undefined : { prompt: promptToV2(promptCapabilities) }),
    mcp: { ...otherMcp, stdio: {}, ...marker('http', http), ...marker('acp', acp), ...marker('sse', extras && sse) },
  };
  return { ...others, session, ...(auth === undefined ? undefined : { auth: authToV2(auth) }) };
}

/** Returns the capabilities for version 1. */
export function agentCapabilitiesToV1(
  capabilities: v2.AgentCapabilities | undefined,
  { hasAuthMethods }: { readonly hasAuthMethods: boolean },
  losses: LossReporter,
): v1.AgentCapabilities {
  const { session, auth, ...others } = capabilities ?? {};
  return { ...others, ...sessionToV1(session, losses), ...authToV1(auth, hasAuthMethods) };
}

/** Reports what a marker contains, which is lost where a flag, or nothing, takes its place. */
function reportMarkers(markers: Readonly<Record<string, unknown>>, losses: LossReporter): void {
  const talking = markersWithContent(markers);
  if (hasNonEmptyField(talking))
    losses.omit('initialize result', `The contents of these markers were left out: ${nonEmptyFieldNames(talking)}.`);
}

function sessionToV1(
  session: v2.SessionCapabilities | null | undefined,
  losses: LossReporter,
): v1.AgentCapabilities | undefined {
  if (session === undefined || session === null) return undefined;
  const { prompt, mcp, inject, ...others } = session;
  if (inject !== undefined && inject !== null)
    losses.omit('initialize result', 'Version 1 has no session/inject; the capability was left out.');
  const { stdio, http, acp, ...otherMcp } = mcp ?? {};
  const { sse, ...restMcp } = otherMcp as { readonly sse?: unknown };
  const { image, audio, embeddedContext } = prompt ?? {};
  reportMarkers({ stdio, http, acp, sse, image, audio, embeddedContext }, losses);
  return {
    loadSession: true,
    sessionCapabilities: { ...others, list: {}, resume: {}, close: {} },
    ...(prompt === undefined || prompt === null ? undefined : { promptCapabilities: promptToV1(prompt) }),
    mcpCapabilities: { ...restMcp, ...flag('http', http), ...flag('acp', acp), ...flag('sse', sse) },
  };
}

function promptToV2({ image, audio, embeddedContext, ...others }: v1.PromptCapabilities): v2.PromptCapabilities {
  return {
    ...others,
    ...marker('image', image),
    ...marker('audio', audio),
    ...marker('embeddedContext', embeddedContext),
  };
}

function promptToV1({ image, audio, embeddedContext, ...others }: v2.PromptCapabilities): v1.PromptCapabilities {
  return { ...others, ...flag('image', image), ...flag('audio', audio), ...flag('embeddedContext', embeddedContext) };
}

function authToV2(auth: v1.AgentAuthCapabilities): v2.AgentAuthCapabilities {
  const { logout: _, ...others } = auth;
  return others;
}

function authToV1(
  auth: v2.AgentAuthCapabilities | null | undefined,
  canLogout: boolean,
): v1.AgentCapabilities | undefined {
  if (!canLogout) return auth === undefined || auth === null ? undefined : { auth };
  return { auth: { ...auth, logout: {} } };
}

const marker = <K extends string>(key: K, value: boolean | undefined): { readonly [P in K]?: v2.Marker } =>
  (value === true ? { [key]: {} } : {}) as { readonly [P in K]?: v2.Marker };

const flag = <K extends string>(key: K, value: unknown): { readonly [P in K]?: boolean } =>
  (typeof value === 'object' && value !== null ? { [key]: true } : {}) as { readonly [P in K]?: boolean };
