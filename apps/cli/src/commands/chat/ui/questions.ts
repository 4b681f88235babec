/** The questions of a chat, on a screen or in plain lines. */
import type { AskUser, ElicitationHooks, Form, FormValues } from '@acp-stack/workspace/client';

/** An item of a list. */
export interface ListItem<T> {
  readonly value: T;
  readonly label: string;
  readonly description?: string;
  /** The items of a group follow each other, below its name. */
  readonly group?: string | undefined;
  /** Why the item cannot be chosen. */
  readonly obstacle?: string | undefined;
}

/** A list to choose from. */
export interface Choice<T> {
  readonly title: string;
  readonly items: readonly ListItem<T>[];
  readonly canSearch: boolean;
  readonly selected?: number;
  /** Letters that choose with Ctrl, and what they do. */
  readonly actions?: Readonly<Record<string, string>>;
}

export interface Chosen<T> {
  readonly value: T;
  /** The letter that was pressed instead of Enter. */
  readonly action: string | undefined;
}

/** A form of this program; secret fields are not echoed. */
export interface OwnForm {
  readonly form: Form;
  readonly secrets: ReadonlySet<string>;
  readonly signal: AbortSignal;
}

export interface Questions {
  /** Answers a permission request. */
  readonly permission: AskUser;
  /** Fills in a form of the agent. */
  readonly form: NonNullable<ElicitationHooks['askForm']>;
  /** Decides whether to open a page for the agent. */
  readonly page: NonNullable<ElicitationHooks['askPage']>;
  /** Chooses from a list; undefined if it was closed. */
  choose<T>(choice: Choice<T>): Promise<Chosen<T> | undefined>;
  /** Fills in a form of this program; undefined if it was closed. */
  fillIn(form: OwnForm): Promise<FormValues | undefined>;
}
