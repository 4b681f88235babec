/// <reference lib="esnext.disposable" preserve="true" />
/** React hooks for the Agent Client Protocol, and the stores behind them. */

// Hooks.
export { useAgent, useAgentState } from './hooks/use-agent.ts';
export { useSession, useSessionState } from './hooks/use-session.ts';
export { useEntry, useEntryIds, useTerminal, useTranscript } from './hooks/use-transcript.ts';
export { useElicitation, usePermissions, useSettledQuestions } from './hooks/use-questions.ts';
export { useQueue, type Queue } from './hooks/use-queue.ts';
export { useConfigOptions, type ConfigOptions } from './hooks/use-config-options.ts';
export { useSessions, type Sessions } from './hooks/use-sessions.ts';

// Parts without styles.
export { Entries, type EntriesProps } from './parts/entries.ts';

// Stores, which work without React.
export { AgentStore, type AgentSnapshot, type AgentStoreOptions } from './agent/agent-store.ts';
export type { AgentStatus, ConnectContext } from './agent/connector.ts';
export type { SendOptions, SessionStore } from './session/session-store.ts';
export type { SessionSnapshot, SessionStatus } from './session/session-snapshot.ts';
export type { SendingPrompt } from './session/prompt-sender.ts';
export type { SessionTarget } from './session/open-session.ts';
export { notedDuration, type HubAccepts, type HubSession } from './hub/hub-meta.ts';
export type {
  ElicitationContent,
  ElicitationQuestion,
  PermissionQuestion,
  Questions,
  SettledQuestion,
} from './questions/questions.ts';
export type { MessageQueue, QueuedMessage, QueueSnapshot } from './queue/message-queue.ts';
export type { OptionGroup } from './settings/option-groups.ts';
export type { SettingsSnapshot, SettingsStore } from './settings/settings-store.ts';
export type { ListedSession, SessionList, SessionListFilter, SessionListSnapshot } from './list/session-list.ts';
export type { FrameScheduler } from './notify/frames.ts';
