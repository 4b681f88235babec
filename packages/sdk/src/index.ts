/** Agents, clients and proxies for the Agent Client Protocol. */
export { ConnectionError, memoryPair, RpcError, type Channel } from '@acp-stack/rpc';
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
export { CapabilityError } from './capability-error.ts';
export {
  Connection,
  type ConnectionOptions,
  type CustomParser,
  type NestedRequest,
  type NotificationHandlerContext,
  type RequestHandlerContext,
  type RequestHandlers,
} from './connection.ts';
export type { ConnectionReport } from './connection-report.ts';
export type { VersionOptions } from './version-face.ts';
export type { Advertised } from './gate.ts';
export type {
  CustomMethod,
  NotificationFrom,
  Params,
  ReceivedParams,
  ReceivedResult,
  RequestFrom,
  Result,
  Side,
} from './method-types.ts';
export { agent, type Agent, type AgentOptions } from './agent.ts';
export type { AgentConnection, ConfigChange, Configurable, FindConfigurable } from './agent-connection.ts';
export type { NesOffer } from './agent-next-edits.ts';
export type { AgentSession, PromptHandler } from './agent-session.ts';
export type { AgentTerminal, AgentTerminalInit } from './agent-terminal.ts';
export type { Compaction } from './compaction.ts';
export type { EditorDocuments, EditorQuestion } from './editor-documents.ts';
export type { EditorFiles, ReadOptions } from './editor-files.ts';
export type { EditorTerminal, EditorTerminalExit, EditorTerminalInit } from './editor-terminal.ts';
export { memoryStore, type MemoryStoreOptions } from './memory-store.ts';
export type { PendingMessage } from './kept-messages.ts';
export type { MessageStream } from './message-stream.ts';
export { trimContext, type RuntimeContextOptions } from './runtime-context.ts';
export type { SessionOrigin } from './session-service.ts';
export type { PendingStore, SessionPage, SessionQuery, SessionRecord, SessionStore } from './session-store.ts';
export type { ToolCall, ToolCallEnd, ToolCallInit, ToolCallPatch } from './tool-call.ts';
export type { CalledCommand } from './command-names.ts';
export type { Elicitation, PermissionQuestion, Turn, TurnStopReason } from './turn.ts';
export { client, type Client, type ClientOptions } from './client.ts';
export type { ConnectOptions } from './client-connect.ts';
export type { ClientConnection, ReconnectOptions } from './client-connection.ts';
export type {
  ActiveDocumentHandler,
  EditorContext,
  OpenDocumentsHandler,
  RecentDocumentsHandler,
} from './client-editor-state.ts';
export type {
  ElicitationAnswer,
  ElicitationContext,
  ElicitationHandlers,
  FormElicitation,
  UrlElicitation,
} from './client-elicitation.ts';
export type { FileHandlers, MachineContext, TerminalHandlers } from './client-machine.ts';
export type { InjectedMessage, InjectOptions, InjectOutcome, InjectRoute, InjectState } from './client-inject.ts';
export type { PendingListener } from './client-injections.ts';
export { InjectError } from './inject-error.ts';
export type { PermissionAnswer } from './client-permissions.ts';
export type { ClientReport } from './client-report.ts';
export type {
  CancelOptions,
  ClientSession,
  ForkParams,
  OpenOptions,
  PermissionContext,
  PermissionHandler,
  PromptOptions,
  SessionFeature,
  UpdateContext,
  UpdateHandler,
} from './client-session.ts';
export type { Reconnected } from './client-sessions.ts';
export type { TrackedToolCall } from './client-tool-calls.ts';
export { ProtocolVersionError } from './client-version-error.ts';
export {
  audio,
  embeddedResource,
  image,
  promptBlocks,
  resourceLink,
  text,
  type ContentHints,
  type PromptInput,
} from './content.ts';
export type { PromptOutcome, PromptRun, StopReason } from './prompt-run.ts';
export { defaultUpdateLimits, type UpdateLimits } from './update-limits.ts';
export { proxy, type AcpProxy, type ProxyOptions } from './proxy.ts';
export type { ProxyConnection } from './proxy-connection.ts';
export type { ProxyEnvelope } from './proxy-envelope.ts';
export type {
  CustomProxyHandler,
  ProxyCallOptions,
  ProxyContext,
  ProxyNext,
  ProxyNotificationHandler,
  ProxyRequestContext,
  ProxyRequestHandler,
  ProxySendOptions,
  ProxyTarget,
} from './proxy-handlers.ts';
