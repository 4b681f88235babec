/** What an inspector holds besides the rows. */
import type { JsonSchema, MethodFacts, ProtocolVersion } from '../schema/schema-document.ts';

/** Where the messages of a run come from. */
export type RunLabel = 'agent' | 'editor' | 'file' | 'replay';

/** One run: a start of the agent, a connection of an editor, a file, or a recorded client that was played again. */
export interface InspectedRun {
  /** Its number. */
  readonly run: number;
  /** Where its messages come from. */
  readonly label: RunLabel;
  /** The agent, or the file. */
  readonly name: string;
  /** `ended` also for a file. */
  readonly state: 'starting' | 'open' | 'ended';
  /** Why it ended, if it did not end normally. */
  readonly error?: string;
  /** When it started, as ISO 8601; absent if unknown. */
  readonly startedAt?: string;
  /** The sides, from the client to the agent. */
  readonly sides: readonly string[];
  /** The negotiated version; absent until it is known. */
  readonly version?: number;
  /** How many of its rows were dropped, because the inspector holds a limited number. */
  readonly dropped: number;
  /** How many of its rows are held. */
  readonly rows: number;
}

/** A request of the agent that waits for an answer by hand. */
export interface OpenQuestion {
  /** The index of its row. */
  readonly index: number;
  /** Its run. */
  readonly run: number;
  /** The method. */
  readonly method: string;
  /** Its params, as they were received. */
  readonly params: unknown;
}

/**
 * How requests of the agent are answered: `hand` waits for an answer by hand. `allow` selects the first option that
 * allows once, accepts forms with their defaults, and reads files of the folder; `refuse` refuses.
 */
export interface AnswerPolicy {
  /** Permission requests. */
  readonly permissions: 'hand' | 'allow' | 'refuse';
  /** Files and terminals; `allow` only reads, and only in the folder that the inspector was started in. */
  readonly files: 'hand' | 'allow' | 'refuse';
  /** Forms and pages. */
  readonly elicitation: 'hand' | 'allow' | 'refuse';
  /** Everything else; `allow` is not possible, because the inspector does not know the answer. */
  readonly other: 'hand' | 'refuse';
}

/** The state of an inspector. */
export interface InspectorState {
  /** What is inspected. */
  readonly target: { readonly kind: 'agent' | 'editor' | 'file'; readonly name: string };
  /** The folder that the inspector was started in, for `session/new`. */
  readonly cwd: string;
  /** The runs, oldest first. */
  readonly runs: readonly InspectedRun[];
  /** The run to which messages can be sent; absent if there is none. */
  readonly current?: number;
  /** Requests of the agent that wait for an answer by hand. */
  readonly questions: readonly OpenQuestion[];
  /** How requests of the agent are answered. */
  readonly policy: AnswerPolicy;
  /** Rows that are held at most. */
  readonly maxRows: number;
  /** The command for the settings of an editor, with `--listen`. */
  readonly editorCommand?: readonly string[];
}

/** What a form for a method is made from. */
export interface MethodForm {
  /** The name of the method. */
  readonly name: string;
  /** The version whose types these are. */
  readonly version: ProtocolVersion;
  /** What the protocol says of it. */
  readonly facts: MethodFacts;
  /** The definitions that the params need, by name. */
  readonly definitions: Readonly<Record<string, JsonSchema>>;
  /** Params with the required fields, to begin with. */
  readonly example: unknown;
  /** Whether the agent has offered what the method needs; undefined if it is not known. */
  readonly isOffered?: boolean;
}
