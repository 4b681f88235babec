/** The latest actions of the user, with the names that agents know. */
import type { NesUserAction, Position } from '@acp-stack/schema/v2/unstable';

/** The actions that are sent; agents may know others. */
export type UserActionName = 'insertChar' | 'deleteChar' | 'paste' | 'undo' | 'redo' | 'cursorMovement' | 'save';

const maxActions = 64;

export class UserActions {
  #actions: NesUserAction[] = [];

  note(
    action: UserActionName,
    where: { readonly uri: string; readonly position: Position },
    timestampMs: number,
  ): void {
    this.#actions.push({ action, ...where, timestampMs });
    if (this.#actions.length > 2 * maxActions) this.#actions = this.#actions.slice(-maxActions);
  }

  /** The latest actions, oldest first, at most `count`. */
  latest(count: number = maxActions): readonly NesUserAction[] {
    return count === 0 ? [] : this.#actions.slice(-Math.min(count, maxActions));
  }
}
