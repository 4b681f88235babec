// Generated from src/definitions by `npm run generate`. Do not edit.
import { createGuards, type Guards } from '../shared/guards.ts';
import type * as types from './types.gen.ts';

/** Tells the variants of AuthMethod apart. */
export const isAuthMethod: Guards<types.AuthMethod, types.AuthMethodVariants> = createGuards({ key: 'type', tags: ['agent', 'terminal'], open: true });

/** Tells the variants of AvailableCommand apart. */
export const isAvailableCommand: Guards<types.AvailableCommand, types.AvailableCommandVariants> = createGuards({ key: 'type', tags: ['command'], open: true });

/** Tells the variants of AvailableCommandInput apart. */
export const isAvailableCommandInput: Guards<types.AvailableCommandInput, types.AvailableCommandInputVariants> = createGuards({ key: 'type', tags: ['text'], open: true });

/** Tells the variants of BackgroundWork apart. */
export const isBackgroundWork: Guards<types.BackgroundWork, types.BackgroundWorkVariants> = createGuards({ key: 'type', tags: ['terminal', 'tool_call'], open: true });

/** Tells the variants of ContentBlock apart. */
export const isContentBlock: Guards<types.ContentBlock, types.ContentBlockVariants> = createGuards({ key: 'type', tags: ['text', 'image', 'audio', 'resource_link', 'resource'], open: true });

/** Tells the variants of CreateElicitationRequest apart. */
export const isCreateElicitationRequest: Guards<types.CreateElicitationRequest, types.CreateElicitationRequestVariants> = createGuards({ key: 'mode', tags: ['form', 'url'], open: true });

/** Tells the variants of CreateElicitationResponse apart. */
export const isCreateElicitationResponse: Guards<types.CreateElicitationResponse, types.CreateElicitationResponseVariants> = createGuards({ key: 'action', tags: ['accept', 'decline', 'cancel'], open: true });

/** Tells the variants of DiffChange apart. */
export const isDiffChange: Guards<types.DiffChange, types.DiffChangeVariants> = createGuards({ key: 'operation', tags: ['add', 'delete', 'modify', 'move', 'copy'], open: true });

/** Tells the variants of ElicitationPropertySchema apart. */
export const isElicitationPropertySchema: Guards<types.ElicitationPropertySchema, types.ElicitationPropertySchemaVariants> = createGuards({ key: 'type', tags: ['string', 'number', 'integer', 'boolean', 'array'], open: true });

/** Tells the variants of IdleStateUpdate apart. */
export const isIdleStateUpdate: Guards<types.IdleStateUpdate, types.IdleStateUpdateVariants> = createGuards({ key: 'stopReason', tags: ['end_turn', 'max_tokens', 'max_turn_requests', 'refusal', 'cancelled', 'error'], open: true });

/** Tells the variants of McpServer apart. */
export const isMcpServer: Guards<types.McpServer, types.McpServerVariants> = createGuards({ key: 'type', tags: ['stdio', 'http'], open: true });

/** Tells the variants of MultiSelectItems apart. */
export const isMultiSelectItems: Guards<types.MultiSelectItems, types.MultiSelectItemsVariants> = createGuards({ key: 'type', tags: ['string', 'untagged'], untagged: 'untagged', open: true });

/** Tells the variants of PlanUpdateContent apart. */
export const isPlanUpdateContent: Guards<types.PlanUpdateContent, types.PlanUpdateContentVariants> = createGuards({ key: 'type', tags: ['items'], open: true });

/** Tells the variants of ReplayFrom apart. */
export const isReplayFrom: Guards<types.ReplayFrom, types.ReplayFromVariants> = createGuards({ key: 'type', tags: ['start'], open: true });

/** Tells the variants of RequestPermissionOutcome apart. */
export const isRequestPermissionOutcome: Guards<types.RequestPermissionOutcome, types.RequestPermissionOutcomeVariants> = createGuards({ key: 'outcome', tags: ['selected', 'cancelled'], open: true });

/** Tells the variants of RequestPermissionSubject apart. */
export const isRequestPermissionSubject: Guards<types.RequestPermissionSubject, types.RequestPermissionSubjectVariants> = createGuards({ key: 'type', tags: ['tool_call', 'command'], open: true });

/** Tells the variants of SessionConfigOption apart. */
export const isSessionConfigOption: Guards<types.SessionConfigOption, types.SessionConfigOptionVariants> = createGuards({ key: 'type', tags: ['select', 'boolean'], open: true });

/** Tells the variants of SessionUpdate apart. */
export const isSessionUpdate: Guards<types.SessionUpdate, types.SessionUpdateVariants> = createGuards({ key: 'sessionUpdate', tags: ['user_message_chunk', 'agent_message_chunk', 'agent_thought_chunk', 'user_message', 'agent_message', 'agent_thought', 'state_update', 'tool_call_update', 'tool_call_content_chunk', 'terminal_update', 'terminal_output_chunk', 'plan_update', 'available_commands_update', 'config_option_update', 'session_info_update', 'usage_update', 'notice', 'compaction_update', 'compaction_summary_chunk'], open: true });

/** Tells the variants of SetSessionConfigOptionRequest apart. */
export const isSetSessionConfigOptionRequest: Guards<types.SetSessionConfigOptionRequest, types.SetSessionConfigOptionRequestVariants> = createGuards({ key: 'type', tags: ['boolean', 'id'], open: true });

/** Tells the variants of StateUpdate apart. */
export const isStateUpdate: Guards<types.StateUpdate, types.StateUpdateVariants> = createGuards({ key: 'state', tags: ['running', 'idle', 'requires_action'], open: true });

/** Tells the variants of ToolCallContent apart. */
export const isToolCallContent: Guards<types.ToolCallContent, types.ToolCallContentVariants> = createGuards({ key: 'type', tags: ['content', 'diff', 'terminal'], open: true });
