/**
 * Keeps a question that comes while the user types from being answered by what is typed on.
 *
 * The first key that is no typing shows that the question was seen; from then on every key is for it.
 */
import type { Key } from '../../../tui/key.ts';
import type { Panel } from '../../../tui/panel.ts';

const typingKeys: ReadonlySet<string> = new Set(['text', 'paste', 'enter', 'backspace']);

export class TypingGuard {
  #asked: Panel | undefined;
  #guarded: Panel | undefined;

  /** Notices that a question has come, or has gone. */
  look(current: Panel | undefined, { isTyping }: { readonly isTyping: boolean }): void {
    if (current === this.#asked) return;
    this.#asked = current;
    this.#guarded = isTyping && current?.isUnexpected !== false ? current : undefined;
  }

  isGuarding(current: Panel | undefined): boolean {
    return this.#guarded !== undefined && this.#guarded === current;
  }

  /** Whether `panel` may have this key. */
  takes(panel: Panel, key: Key): boolean {
    if (panel !== this.#guarded) return true;
    const isTyping = typingKeys.has(key.name);
    if (!isTyping) this.#guarded = undefined;
    return !isTyping && key.name !== 'tab';
  }
}
