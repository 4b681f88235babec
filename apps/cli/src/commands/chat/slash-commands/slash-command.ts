/** A slash command of the program, and what it may use. */
import type { PermissionMemory } from '@acp-stack/workspace/client';

import type { RestartableAgent } from '../../../connect/restartable-agent.ts';
import type { Conversation } from '../conversation/conversation.ts';
import type { ChatUi } from '../ui/chat-ui.ts';
import type { UserShell } from './user-shell.ts';

export interface SlashCommandParts {
  readonly agent: RestartableAgent;
  readonly conversation: Conversation;
  readonly ui: ChatUi;
  /** The remembered permissions of the project. */
  readonly memory?: PermissionMemory | undefined;
  /** Runs commands of the user. */
  readonly shell?: UserShell | undefined;
  /** What is said if the agent has no model to choose and could have one. */
  readonly modelHint?: string | undefined;
}

export interface SlashCommand {
  readonly description: string;
  readonly run: (parts: SlashCommandParts, input: string) => Promise<void>;
}
