/** What the user has written and not sent yet: a text, the files that it mentions, and attachments. */
import type { Attachment } from './attachment.ts';

/** A file of the session that the text mentions as `@name`. */
export interface Mention {
  /** As in the text, without the `@`: relative to the root of the session. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
}

export interface Draft {
  readonly text: string;
  readonly mentions: readonly Mention[];
  readonly attachments: readonly Attachment[];
}

export const emptyDraft: Draft = { text: '', mentions: [], attachments: [] };

/** Whether there is nothing to send. */
export const isBlankDraft = ({ text, attachments }: Draft): boolean => text.trim() === '' && attachments.length === 0;

/** The drafts as one, in their order: what was taken back comes before what is being written. */
export function joinDrafts(drafts: readonly Draft[]): Draft {
  return {
    text: drafts
      .map(({ text }) => text)
      .filter((text) => text.trim() !== '')
      .join('\n\n'),
    mentions: drafts.flatMap(({ mentions }) => mentions),
    attachments: drafts.flatMap(({ attachments }) => attachments),
  };
}
