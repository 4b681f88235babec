/**
 * The changes that agents make with tools of their own, found in their tool calls.
 *
 * The text of a file is read when a tool call first shows a change of it, which is before it is made unless the agent
 * tells about it late. When the call is completed and the file has another text, the change is under review.
 */
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';

import { realPath } from '../paths/real-path.ts';
import type { ChangeReview } from './change-review.ts';
import { isReviewable } from './is-reviewable.ts';

type Read = (path: string) => Promise<string | undefined>;

/** Files of tool calls that are remembered until the call is completed. */
const maxRemembered = 1000;

export class ToolCallChanges {
  readonly #read: Read;
  readonly #review: Pick<ChangeReview, 'changed' | 'has'>;
  readonly #folders: () => readonly string[];
  /** The text of each file of a tool call before it was made, by the id of the call. */
  readonly #before = new Map<string, Map<string, Promise<TextBefore | undefined>>>();

  /** `folders` are those of the workspace now. */
  constructor(read: Read, review: Pick<ChangeReview, 'changed' | 'has'>, folders: () => readonly string[]) {
    this.#read = read;
    this.#review = review;
    this.#folders = folders;
  }

  /** Looks at an update of an agent. */
  update(update: SessionUpdate): void {
    if (update.sessionUpdate !== 'tool_call_update') return;
    const { toolCallId, status, content } = update as ToolCallFields;
    for (const path of changedPaths(content, this.#folders())) this.#remember(toolCallId, path);
    if (status === 'completed') void this.#completed(toolCallId);
    else if (status === 'failed' || status === 'cancelled') this.#before.delete(toolCallId);
  }

  #remember(toolCallId: string, path: string): void {
    const known = this.#before.get(toolCallId) ?? new Map<string, Promise<TextBefore | undefined>>();
    if (known.has(path) || this.#review.has(path) || this.#before.size >= maxRemembered) return;
    known.set(
      path,
      this.#read(path).then(
        (text) => ({ text }),
        () => undefined,
      ),
    );
    this.#before.set(toolCallId, known);
  }

  async #completed(toolCallId: string): Promise<void> {
    const files = this.#before.get(toolCallId) ?? [];
    this.#before.delete(toolCallId);
    for (const [path, reading] of files) {
      const before = await reading;
      // A file that cannot be read as text cannot be put back either.
      if (before === undefined) continue;
      const after = await this.#read(path).catch(() => undefined);
      if (after !== undefined && after !== before.text) this.#review.changed(path, before.text);
    }
  }
}

/** The text of a file that could be read; undefined if there was no file. */
interface TextBefore {
  readonly text: string | undefined;
}

interface ToolCallFields {
  readonly toolCallId: string;
  readonly status?: string | null;
  readonly content?: unknown;
}

/** The absolute paths, without links, of the files that the diffs of a tool call change. */
function changedPaths(content: unknown, folders: readonly string[]): readonly string[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap((each) => {
    const { type, changes } = Object(each) as { readonly type?: unknown; readonly changes?: unknown };
    if (type !== 'diff' || !Array.isArray(changes)) return [];
    return changes.flatMap((change) => {
      const { path } = Object(change) as { readonly path?: unknown };
      return typeof path === 'string' && isReviewable(path, folders) ? [realPath(path)] : [];
    });
  });
}
