/** Agents, clients and proxies for the Agent Client Protocol. */
export { ConnectionError, describeError, memoryPair, RpcError, type Channel } from '@acp-stack/rpc';
export type {
  AgentCapabilities,
  AvailableCommand,
  ClientCapabilities,
  ContentBlock,
  Implementation,
  McpServer,
  PermissionOption,
  PlanEntry,
  RuntimeContext,
  SessionConfigOption,
  SessionUpdate,
  ToolCallContent,
  Usage,
  WorkspaceDocument,
} from '@acp-stack/schema/v2/unstable';
export { CapabilityError } from './connection/capability-error.ts';
export {
  Connection,
  type ConnectionOptions,
  type CustomParser,
  type NestedRequest,
  type NotificationHandlerContext,
  type RequestHandlerContext,
  type RequestHandlers,
} from './connection/connection.ts';
export type { ConnectionReport } from './connection/report.ts';
export type { VersionOptions } from './connection/negotiate-version.ts';
export type { TraceContext } from './connection/trace-context.ts';
export type { Advertised } from './connection/capability-gate.ts';
export type {
  CustomMethod,
  NotificationFrom,
  Params,
  ReceivedParams,
  ReceivedResult,
  RequestFrom,
  Result,
  Side,
} from './connection/method-types.ts';
export type {
  AgentComponent,
  Component,
  ExitPolicy,
  McpBridge,
  ProxyComponent,
  StartOptions,
} from './component/component.ts';
export { agent, type Agent, type AgentOptions } from './agent/agent.ts';
export type { AgentConnection } from './agent/agent-connection.ts';
export type { ConfigChange, Configurable, FindConfigurable } from './agent/serve-sessions.ts';
export type { NesOffer } from './agent/next-edit-capabilities.ts';
export type { AgentSession, PromptHandler, Turn } from './agent/session/agent-session.ts';
export type { AgentTerminal, AgentTerminalInit } from './agent/turn/agent-terminal.ts';
export type { Compaction } from './agent/turn/compaction.ts';
export type { EditorDocuments, EditorQuestion } from './agent/editor/editor-documents.ts';
export type { EditorFiles, ReadOptions } from './agent/editor/editor-files.ts';
export type { EditorTerminal, EditorTerminalInit } from './agent/editor/editor-terminal.ts';
export { mergedHistory } from './agent/store/merged-history.ts';
export { memoryStore, type MemoryStoreOptions } from './agent/store/memory-store.ts';
export type { PendingMessage } from './shared/pending-messages.ts';
export type { MessageStream } from './agent/turn/message-stream.ts';
export { checkPromptContent } from './agent/turn/prompt-content.ts';
export { trimContext, type RuntimeContextOptions } from './agent/turn/runtime-context.ts';
export type { SessionOrigin } from './agent/session-service.ts';
export type {
  PendingStore,
  SessionPage,
  SessionQuery,
  SessionRecord,
  SessionStore,
} from './agent/store/session-store.ts';
export type { ToolCall, ToolCallEnd, ToolCallInit, ToolCallPatch } from './agent/turn/tool-call.ts';
export type { CalledCommand, CommandInit } from './agent/turn/slash-commands.ts';
export type { Elicitation } from './agent/turn/checked-elicitation.ts';
export type { PermissionQuestion, TurnStopReason } from './agent/turn/turn.ts';
export { AgentLink, type AgentSource } from './client/served/agent-link.ts';
export { PromptEvents, type PromptEvent } from './client/served/prompt-events.ts';
export { RecentSessions, type RecentSessionsOptions } from './client/served/recent-sessions.ts';
export {
  historyBlocks,
  openServedSession,
  type Said,
  type ServedAgent,
  type SessionSettings,
} from './client/served/served-agent.ts';
export { client, type Client, type ClientOptions } from './client/client.ts';
export type { ConnectOptions } from './client/connect.ts';
export type { ClientConnection, ReconnectOptions } from './client/client-connection.ts';
export type {
  ActiveDocumentHandler,
  EditorContext,
  OpenDocumentsHandler,
  RecentDocumentsHandler,
} from './client/editor-state.ts';
export type {
  ElicitationAnswer,
  ElicitationContext,
  ElicitationHandlers,
  FormElicitation,
  UrlElicitation,
} from './client/elicitation.ts';
export type { FileHandlers, TerminalHandlers } from './client/files-and-terminals.ts';
export type {
  InjectedMessage,
  InjectOptions,
  InjectOutcome,
  InjectRoute,
  InjectState,
} from './client/session/injected-message.ts';
export type { PendingListener } from './client/session/injected-messages.ts';
export type { EditorTerminalExit } from './shared/editor-terminal-exit.ts';
export type { ChannelWrapper } from './shared/channel-wrapper.ts';
export { InjectError } from './shared/inject-error.ts';
export type { OpeningHook, SessionOpening } from './client/opening-hooks.ts';
export {
  checkPrompt,
  checkSetup as checkSessionSetup,
  type SessionSetup,
  type Supports,
} from './client/session/required-capabilities.ts';
export type { CancelOptions, PromptOptions } from './client/session/prompts.ts';
export type { PermissionAnswer } from './client/session/session-handlers.ts';
export type { ClientReport } from './client/session/client-report.ts';
export type {
  ClientSession,
  ForkParams,
  OpenOptions,
  PermissionContext,
  PermissionHandler,
  SessionFeature,
  UpdateContext,
  UpdateHandler,
} from './client/session/client-session.ts';
export type { Reconnected } from './client/sessions.ts';
export type { TrackedToolCall } from './client/session/tool-call-table.ts';
export { ProtocolVersionError } from './client/protocol-version-error.ts';
export {
  audio,
  embeddedResource,
  image,
  promptBlocks,
  resourceLink,
  text,
  type ContentHints,
  type PromptInput,
} from './shared/content.ts';
export type { PromptOutcome, PromptRun, StopReason } from './client/session/prompt-run.ts';
export { defaultUpdateLimits, type UpdateLimits } from './client/session/update-limits.ts';
export { proxy, type AcpProxy, type ProxyOptions } from './proxy/proxy.ts';
export type { ProxyConnection } from './proxy/proxy-connection.ts';
export type { ProxyEnvelope } from './proxy/envelope.ts';
export { areIncomplete } from './connection/incomplete-params.ts';
export type { ProxyInterceptors } from './proxy/added-interceptors.ts';
export type {
  CustomProxyHandler,
  ProxyCallOptions,
  ProxyContext,
  ProxyNext,
  ProxyNotificationHandler,
  ProxyPlace,
  ProxyRequestContext,
  ProxyRequestHandler,
  ProxySendOptions,
  ProxyTarget,
} from './proxy/interceptors.ts';
