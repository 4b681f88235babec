/** Runs the action whose keys are pressed. */
import { isPressed } from '../ui/key-names.ts';
import type { Action } from './actions.ts';

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** The action of a key press; undefined if there is none. `isInField`: the user types into a field. */
export function actionOf(
  event: KeyPress,
  actions: readonly Action[],
  { isInField, onMac }: { readonly isInField: boolean; readonly onMac?: boolean },
): Action | undefined {
  return actions.findLast(
    ({ keys, worksInFields }) =>
      keys !== undefined &&
      (!isInField || worksInFields === true) &&
      isPressed(event, keys, ...(onMac === undefined ? [] : [onMac])),
  );
}

/** Whether the user types into this element. */
export function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return target instanceof HTMLInputElement && !/^(?:button|checkbox|radio|range|submit)$/u.test(target.type);
}

/** Listens to the keys of the page; returns how to stop. */
export function listenToShortcuts(actions: () => readonly Action[]): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing || event.repeat) return;
    const action = actionOf(event, actions(), { isInField: isField(event.target) });
    if (action === undefined) return;
    event.preventDefault();
    action.run();
  };
  document.addEventListener('keydown', onKey);
  return () => {
    document.removeEventListener('keydown', onKey);
  };
}
