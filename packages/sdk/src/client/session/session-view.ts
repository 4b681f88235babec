/**
 * The current values of a session that the agent reports, without the conversation itself.
 *
 * A session is idle until its agent reports otherwise; updates that came before the response that opened the session
 * are never overwritten by a default (SETUP-19).
 */
import { isBusy } from '@acp-stack/schema/prompt-progress';
import type {
  AvailableCommand,
  BackgroundWork,
  Meta,
  SessionConfigOption,
  SessionInfo,
  SessionInfoUpdate,
  SessionUpdate,
  SessionUpdateVariants,
  StateUpdate,
  UsageUpdate,
} from '@acp-stack/schema/v2/unstable';

import { ToolCallTable } from './tool-call-table.ts';

/** The fields of a response that opens a session. */
export interface SessionOpened {
  readonly configOptions?: readonly SessionConfigOption[];
  readonly availableCommands?: readonly AvailableCommand[];
  readonly _meta?: Meta | null;
}

/** Whether a response has fields besides the id. */
export const saysMore = (response: SessionOpened): boolean => Object.keys(response).some((key) => key !== 'sessionId');

type Folds = {
  readonly [K in keyof SessionUpdateVariants]?: (view: SessionView, update: SessionUpdateVariants[K]) => void;
};

const idle: StateUpdate = { state: 'idle' };
const noCommands: readonly AvailableCommand[] = [];

export class SessionView {
  info: SessionInfo;
  state: StateUpdate = idle;
  /** Undefined while the agent has not reported any: such a session has no options to set. */
  configOptions: readonly SessionConfigOption[] | undefined;
  availableCommands: readonly AvailableCommand[] = noCommands;
  usage: UsageUpdate | undefined;
  /** The metadata of the response that opened the session last. */
  openedMeta: NonNullable<Meta> | undefined;
  /** Whether the agent has ever reported that it works. */
  reportsWork = false;
  #toolCalls: ToolCallTable | undefined;

  constructor(info: SessionInfo) {
    this.info = info;
  }

  /** Made when it is first needed: most sessions are idle. */
  get toolCalls(): ToolCallTable {
    this.#toolCalls ??= new ToolCallTable();
    return this.#toolCalls;
  }

  /** The work beside the foreground; undefined when the agent does not report it (LIFE-19). */
  get background(): readonly BackgroundWork[] | undefined {
    const { background } = this.state as { readonly background?: readonly BackgroundWork[] | null };
    return Array.isArray(background) ? (background as readonly BackgroundWork[]) : undefined;
  }

  open({ configOptions, availableCommands, _meta }: SessionOpened): void {
    this.openedMeta = _meta ?? undefined;
    if (configOptions !== undefined) this.configOptions = configOptions;
    if (availableCommands !== undefined) this.availableCommands = availableCommands;
  }

  /** The agent was restarted, and is idle. */
  startOver(): void {
    this.state = idle;
    this.#toolCalls?.cancelUnfinished([]);
  }

  fold(update: SessionUpdate): void {
    folds.get(update.sessionUpdate)?.(this, update as never);
  }

  foldState(state: StateUpdate): void {
    this.state = state;
    if (isBusy(state)) this.reportsWork = true;
  }

  /** Absent fields stay as they are, null clears them (LIST-08). */
  foldInfo({ title, updatedAt }: SessionInfoUpdate): void {
    this.info = {
      ...this.info,
      ...(title === undefined ? {} : { title }),
      ...(updatedAt === undefined ? {} : { updatedAt }),
    };
  }

  /** A snapshot, except that an absent cost stays as it was. */
  foldUsage({ used, size, cost }: UsageUpdate): void {
    const known = cost === undefined ? this.usage?.cost : cost;
    this.usage = { used, size, ...(known === undefined ? {} : { cost: known }) };
  }
}

const foldWork = (view: SessionView, update: SessionUpdate): void => {
  view.toolCalls.fold(update);
};

/** The updates that change a value. */
const folds = new Map<string, (view: SessionView, update: never) => void>(
  Object.entries({
    state_update: (view, update) => {
      view.foldState(update);
    },
    config_option_update: (view, { configOptions }) => {
      view.configOptions = configOptions;
    },
    available_commands_update: (view, { availableCommands }) => {
      view.availableCommands = availableCommands;
    },
    session_info_update: (view, update) => {
      view.foldInfo(update);
    },
    usage_update: (view, update) => {
      view.foldUsage(update);
    },
    tool_call_update: foldWork,
    tool_call_content_chunk: foldWork,
    terminal_update: foldWork,
  } satisfies Folds),
);
