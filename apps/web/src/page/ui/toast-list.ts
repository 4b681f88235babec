/** The short messages that are shown now, oldest first; the same array until one comes or goes. */

/** What a toast says. */
export interface ToastText {
  readonly title: string;
  readonly description?: string;
  readonly kind?: 'info' | 'error';
  /** An action such as Undo. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** A toast that is shown. */
export interface ShownToast extends ToastText {
  readonly id: number;
}

/** Milliseconds for which a toast is shown that is not an error. */
const shownFor = 8000;
const maxToasts = 4;

export class ToastList {
  readonly #listeners = new Set<() => void>();
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>();
  #toasts: readonly ShownToast[] = [];
  #last = 0;

  readonly snapshot = (): readonly ShownToast[] => this.#toasts;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  /** Shows a toast; errors stay until they are closed. The same words are not shown twice. */
  show(text: ToastText): void {
    for (const { id, title, description } of this.#toasts) {
      if (title === text.title && description === text.description) this.close(id);
    }
    this.#last += 1;
    const id = this.#last;
    this.#set([...this.#toasts, { ...text, id }]);
    for (const { id: old } of this.#toasts.slice(0, -maxToasts)) this.close(old);
    this.resume(id);
  }

  /** Stops the time of a toast, while the user looks at it. */
  pause(id: number): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
  }

  /** Lets the time of a toast run. */
  resume(id: number): void {
    this.pause(id);
    const toast = this.#toasts.find((each) => each.id === id);
    if (toast === undefined || toast.kind === 'error') return;
    this.#timers.set(
      id,
      setTimeout(() => {
        this.close(id);
      }, shownFor),
    );
  }

  close(id: number): void {
    this.pause(id);
    this.#set(this.#toasts.filter((each) => each.id !== id));
  }

  #set(toasts: readonly ShownToast[]): void {
    this.#toasts = toasts;
    for (const listener of this.#listeners) listener();
  }
}
