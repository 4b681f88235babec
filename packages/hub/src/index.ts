/// <reference lib="esnext.disposable" preserve="true" />
/** Durable sessions that many clients share. */
export { openHub, type Hub } from './hub/hub.ts';
export type { AgentDescription, AgentUser } from './agents/agent-session.ts';
export type { AgentObserver, OfferedAgent, OfferedSession, OfferMachine } from './agents/offered-machine.ts';
export type { Credentials, HubOptions } from './hub/hub-options.ts';
export type {
  FurtherMethod,
  FurtherMethods,
  HubMethodContext,
  HubMethodHandler,
  HubMethodSession,
} from './methods/further-methods.ts';
export type { Requirement } from './access/roles.ts';
export type { Retention } from './retention/housekeeping.ts';
export type { HubStatus } from './hub/hub-commands.ts';
export { serveHub, type HubServing, type ServeHubOptions, type ServedHub } from './serve/serve-hub.ts';
export type { Role } from './store/records.ts';
export { hubLog, type HubLog, type HubLogOptions, type LogFields, type LogLevel } from './observe/hub-log.ts';
export type { HubObserver } from './observe/hub-observer.ts';
export {
  createToken,
  parseTokens,
  staticToken,
  tokenLine,
  TokenTable,
  type ParsedTokens,
  type StaticToken,
} from './access/tokens.ts';
export { openTokenFile, type TokenFile, type TokenFileOptions } from './access/token-file.ts';
export { OidcTokens, type OidcContext, type OidcOptions, type VerifiedToken } from './access/json-web-tokens.ts';
export type { CertificateField } from './access/certificate-name.ts';
export { invitationLink, readInvitationLink } from './access/invitation-link.ts';
export { isAccountName, type Principal } from './access/principal.ts';
export { defaultQuotaLimits, type QuotaLimits } from './access/quotas.ts';
export { hubMethods } from './access/hub-methods.ts';
export { FolderLockedError, lockFolder } from './nodes/folder-lock.ts';
export {
  removeOldSessions,
  renewGeneration,
  type RemovedSession,
  type RetentionRules,
} from './retention/remove-old-sessions.ts';
