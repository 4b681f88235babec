/** Runs the actions of the page that the editor around it asks for, such as those of its own commands. */
import { actionIn } from '../../frames/editor-messages.ts';
import { editorPort } from '../connect/page-link.ts';
import { pageActions, type Action, type ActionTable } from './actions.ts';

/** Milliseconds for which an action is waited for: the page may not be complete yet. */
const patience = 10_000;

/** Runs the action with this id now, or when it is registered in the next seconds. */
export function runWhenThere(
  id: string,
  actions: Pick<ActionTable, 'all' | 'subscribe'> = pageActions,
  limit: AbortSignal = AbortSignal.timeout(patience),
): void {
  const find = (): Action | undefined => actions.all().find((action) => action.id === id);
  const now = find();
  if (now !== undefined) {
    now.run();
    return;
  }
  const stop = actions.subscribe(() => {
    const action = find();
    if (action === undefined) return;
    stop();
    action.run();
  });
  limit.addEventListener('abort', stop, { once: true });
}

/** Listens to the editor, if the page is in one. */
export function followEditorActions(): void {
  editorPort()?.listen((message) => {
    const id = actionIn(message);
    if (id !== undefined) runWhenThere(id);
  });
}
