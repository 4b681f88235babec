/**
 * What agents and clients do in a scenario, in words that no version of the protocol has.
 *
 * A scenario is written once. The adapters in `agents` and `clients` run it on each library, in the version that the
 * library speaks.
 */
import type { ContentBlock, PermissionOption, PlanEntry, StopReason, ToolKind } from '@acp-stack/schema/v1';

/**
 * One setting of a session: a choice, or a switch. The one of the category `mode` is also shown as modes in version 1.
 */
export interface Setting {
  readonly id: string;
  readonly name: string;
  readonly category?: 'mode' | 'model';
  readonly value: string | boolean;
  /** What a choice offers; a switch has none. */
  readonly choices?: readonly string[];
}

export interface SlashCommand {
  readonly name: string;
  readonly description: string;
  readonly hint?: string;
}

/** A change of one file: both texts for version 1, the patch of git for version 2. */
export interface FileChange {
  readonly path: string;
  readonly oldText?: string;
  readonly newText: string;
  readonly patch: string;
}

export type ToolContent = { readonly text: string } | FileChange;

/** What is said about a tool call; later only what changes. */
export interface ToolFields {
  readonly title?: string;
  readonly kind?: ToolKind;
  readonly status?: 'pending' | 'in_progress' | 'completed' | 'failed';
  readonly content?: readonly ToolContent[];
  readonly locations?: readonly { readonly path: string; readonly line?: number }[];
  readonly rawInput?: Readonly<Record<string, unknown>>;
  readonly rawOutput?: Readonly<Record<string, unknown>>;
}

export interface TokenUsage {
  readonly totalTokens: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface Form {
  readonly message: string;
  readonly schema: {
    readonly type: 'object';
    readonly properties: Readonly<Record<string, object>>;
    readonly required?: readonly string[];
  };
}

export interface FormAnswer {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: Readonly<Record<string, string | number | boolean>>;
}

/** An MCP server that the agent is to start. */
export interface StdioServer {
  readonly name: string;
  readonly command: string;
  readonly args: string[];
  readonly env: { name: string; value: string }[];
}

export type CustomName = `_${string}`;

/** One prompt that an agent works on. */
export interface Turn {
  /** The text of the prompt. */
  readonly words: string;
  /** The kinds of its content. */
  readonly kinds: readonly string[];
  /** Who the client is. */
  readonly client: string;
  /** Says something; without the name of a message it belongs to what was said last in the same role. */
  say(content: string | ContentBlock, message?: string): Promise<void>;
  think(text: string, message?: string): Promise<void>;
  /** Reports a tool call, or what has changed in it. */
  call(toolCallId: string, fields: ToolFields): Promise<void>;
  /** Adds one piece of content to a tool call. */
  append(toolCallId: string, content: ToolContent): Promise<void>;
  /** Asks whether a tool call may go on; the id of the option, or `cancelled`. */
  ask(toolCallId: string, options: readonly PermissionOption[]): Promise<string>;
  plan(entries: readonly PlanEntry[]): Promise<void>;
  commands(commands: readonly SlashCommand[]): Promise<void>;
  /** Changes a setting on the agent's own account. */
  set(settingId: string, value: string | boolean): Promise<void>;
  /** Names the session. */
  title(title: string): Promise<void>;
  /** Says how full the context is. */
  context(used: number, size: number, cost?: { readonly amount: number; readonly currency: string }): Promise<void>;
  /** Says what the turn has used; reported when it ends. */
  spend(usage: TokenUsage): void;
  /** Tells the user something that is not part of the conversation. */
  notice(title: string): Promise<void>;
  elicit(form: Form): Promise<FormAnswer>;
  request(method: CustomName, params: object): Promise<unknown>;
  notify(method: CustomName, params: object): Promise<void>;
  /** Waits for the client to cancel; never resolves. */
  untilCancelled(): Promise<never>;
  /** Waits for a custom notification of the client. */
  untilTold(method: CustomName): Promise<void>;
  /** Says something when the turn is over. */
  later(text: string): void;
  /** Keeps something that the agent has learned. */
  note(value: unknown): void;
}

/** Why a turn ended, where it is not `end_turn`; a failure is thrown as a `Failure`. */
export type Work = (turn: Turn) => Promise<StopReason | void>;

export interface AgentScript {
  /** Whether sessions are for those who have logged in. */
  readonly isGuarded?: boolean;
  readonly settings?: readonly Setting[];
  /** Whether an agent of version 1 shows its modes in the old way alone, and no settings. */
  readonly hasOnlyModes?: boolean;
  /** Whether an agent of version 1 can do no more than every agent of it. */
  readonly isMinimal?: boolean;
  readonly commands?: readonly SlashCommand[];
  /** Whether it notes the MCP servers that come with a session. */
  readonly notesServers?: boolean;
  readonly work?: Work;
  /** Custom requests that it answers; custom notifications are noted. */
  readonly answers?: Readonly<Record<CustomName, (params: unknown) => unknown>>;
}

/** What an agent is asked to allow. */
export interface Question {
  readonly title: string;
  readonly options: readonly string[];
}

export interface ClientScript {
  /** The option that the user picks; `waits` leaves the question open until the work is cancelled. */
  readonly permission?: 'yes' | 'no' | 'cancelled' | 'waits';
  /** What the user does with a form; `waits` leaves it open until the work is cancelled. */
  readonly form?: FormAnswer | 'waits';
  /** What a client of version 1 does not know: switches among the settings, and notices. */
  readonly isPlain?: boolean;
  readonly answers?: Readonly<Record<CustomName, (params: unknown) => unknown>>;
}

/** A failure that an agent means: it crosses the wire with its code. */
export class Failure extends Error {
  static {
    this.prototype.name = 'Failure';
  }

  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Where all sessions are. */
export const garden = '/garden';

/** The one way to log in. */
export const login = { id: 'key', name: 'The garden key' } as const;

/** Who the agents are. */
export const agentInfo = { name: 'gardener', title: 'The gardener', version: '1.0.0' } as const;

export const clientInfo = { name: 'visitor', version: '1.0.0' } as const;

/** `settings` with another value. */
export const withValue = (settings: readonly Setting[], id: string, value: string | boolean): readonly Setting[] =>
  settings.map((each) => (each.id === id ? { ...each, value } : each));

/** Whether a setting can have this value. */
export function takes(settings: readonly Setting[], id: string, value: unknown): value is string | boolean {
  const setting = settings.find((each) => each.id === id);
  if (setting === undefined) return false;
  return setting.choices === undefined ? typeof value === 'boolean' : setting.choices.includes(value as string);
}
