/** What the command line says about a chat. */
import type { AccessFlags } from '../../command-line/access-options.ts';
import type { AgentFlags, SessionFlags } from '../../command-line/agent-options.ts';
import type { ContextFlags } from '../../command-line/context-options.ts';
import type { ThemeFlags } from '../../command-line/wanted-theme.ts';
import type { AgentInvocation } from '../../connect/run-with-agent.ts';

export interface ChatFlags extends ThemeFlags, AgentFlags, SessionFlags, ContextFlags, AccessFlags {
  readonly resume?: string | true;
  readonly continue?: boolean;
  readonly screenReader?: boolean;
}

export interface ChatInvocation extends AgentInvocation {
  readonly flags: ChatFlags;
  /** Whether it is `acp attach`. */
  readonly isAttach?: boolean;
}
