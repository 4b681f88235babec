/** What a user can be asked, on a screen or in plain lines. */
import type { AskUser, ElicitationHooks, Form, FormValues } from '@acp-stack/workspace/client';

/** Something that can be chosen. */
export interface ListItem<T> {
  readonly value: T;
  readonly label: string;
  readonly description?: string;
  /** Why it cannot be chosen. */
  readonly obstacle?: string | undefined;
}

/** A list that the user chooses from. */
export interface Choice<T> {
  readonly title: string;
  readonly items: readonly ListItem<T>[];
  readonly canSearch: boolean;
  readonly selected?: number;
  /** Letters that choose with the control key, and what they mean. */
  readonly actions?: Readonly<Record<string, string>>;
}

export interface Chosen<T> {
  readonly value: T;
  /** The letter that was pressed instead of Enter. */
  readonly action: string | undefined;
}

/** A form of ours, with fields that nobody should read over the shoulder. */
export interface OwnForm {
  readonly form: Form;
  readonly secrets: ReadonlySet<string>;
  readonly signal: AbortSignal;
}

export interface Questions {
  /** Decides about a request for permission. */
  readonly permission: AskUser;
  /** Fills in a form of the agent. */
  readonly form: NonNullable<ElicitationHooks['askForm']>;
  /** Consents to a page that the agent wants opened, or not. */
  readonly page: NonNullable<ElicitationHooks['askPage']>;
  /** Chooses from a list; undefined when it was closed. */
  choose<T>(choice: Choice<T>): Promise<Chosen<T> | undefined>;
  /** Fills in a form of ours; undefined when it was closed. */
  fillIn(form: OwnForm): Promise<FormValues | undefined>;
}
