/**
 * What can be done on the page now: the command palette lists it, and its keys do it.
 *
 * A part of the page registers its actions while it is shown; of two with the same id, the later one counts.
 */
import { useEffect, useRef, useSyncExternalStore } from 'react';

/** Something the user can do. */
export interface Action {
  readonly id: string;
  /** What it does, as an order: "Rename session". */
  readonly title: string;
  /** The heading in the palette. */
  readonly group?: string;
  /** The combination that does it, such as `Mod+K`. */
  readonly keys?: string;
  /** Whether the keys also work while the user types into a field. */
  readonly worksInFields?: boolean;
  readonly run: () => void;
}

export class ActionTable {
  readonly #registered = new Map<symbol, readonly Action[]>();
  readonly #listeners = new Set<() => void>();
  #all: readonly Action[] | undefined;

  /** All actions, in the order in which they were registered; the same array until one changes. */
  readonly all = (): readonly Action[] => {
    this.#all ??= [...new Map([...this.#registered.values()].flat().map((action) => [action.id, action])).values()];
    return this.#all;
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  /** Registers actions under `owner`, in place of those it had. */
  set(owner: symbol, actions: readonly Action[]): void {
    this.#registered.set(owner, actions);
    this.#changed();
  }

  remove(owner: symbol): void {
    if (this.#registered.delete(owner)) this.#changed();
  }

  #changed(): void {
    this.#all = undefined;
    for (const listener of this.#listeners) listener();
  }
}

/** The actions of this page. */
export const pageActions = new ActionTable();

/** Registers actions while the component is shown. */
export function useActions(actions: readonly Action[]): void {
  const owner = useRef<symbol>(undefined);
  const latest = useRef(actions);
  latest.current = actions;
  const shape = JSON.stringify(actions.map(({ id, title, group, keys }) => [id, title, group, keys]));
  useEffect(() => {
    const own = (owner.current ??= Symbol('actions'));
    // The newest function is called, although a render that changes only functions registers nothing.
    const current = latest.current.map((action, index) => ({
      ...action,
      run: () => {
        latest.current[index]?.run();
      },
    }));
    pageActions.set(own, current);
    return () => {
      pageActions.remove(own);
    };
  }, [shape]);
}

/** All actions of the page. */
export const useAllActions = (): readonly Action[] =>
  useSyncExternalStore(pageActions.subscribe, pageActions.all, pageActions.all);
