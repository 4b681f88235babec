/** What an editor and a page in it tell each other besides the frames of channels. */

/** An action of the page that the editor can run, by its id in the table of actions of the page. */
export interface PageActionMessage {
  /** Tells the message from others. */
  readonly acpAction: string;
}

/** What the editor wants to be put into the message that the user is writing. */
export interface PageMentionMessage {
  /** A file. */
  readonly acpMention: {
    /** What the message calls it: a path from the root of the session, perhaps with lines. */
    readonly name: string;
    /** Absolute. */
    readonly path: string;
  };
}

/** The id of the action that a message of the editor asks for; undefined if it is another message. */
export function actionIn(message: unknown): string | undefined {
  const { acpAction } = Object(message) as Partial<PageActionMessage>;
  return typeof acpAction === 'string' ? acpAction : undefined;
}

/** The file that a message of the editor asks to mention; undefined if it is another message. */
export function mentionIn(message: unknown): PageMentionMessage['acpMention'] | undefined {
  const { acpMention } = Object(message) as Partial<PageMentionMessage>;
  const { name, path } = Object(acpMention) as Partial<PageMentionMessage['acpMention']>;
  return typeof name === 'string' && typeof path === 'string' ? { name, path } : undefined;
}
