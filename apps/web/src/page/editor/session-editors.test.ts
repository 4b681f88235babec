import { expect, test, vi } from 'vitest';

import { EditorController } from './editor-controller.ts';
import { askBeforeLeaving, editorOf, forgetEditor, hasUnsavedChanges } from './session-editors.ts';

const create = (): EditorController =>
  new EditorController({
    access: {
      read: () => Promise.resolve({ text: 'rose', version: '1' }),
      write: () => Promise.resolve({ version: '2' }),
    },
    connect: () => Promise.reject(new Error('It is not there')),
    folder: '/garden',
    nonce: '',
    canWrite: true,
  });

test('an editor stays with its unsaved changes, about which the browser asks, until it is closed', async () => {
  const [first, second] = [editorOf('one', create), editorOf('two', create)];
  expect([editorOf('one', create) === first, second === first]).toEqual([true, false]);
  const asked = vi.fn();
  let listener: ((event: { preventDefault: () => void }) => void) | undefined;
  const stop = askBeforeLeaving({
    addEventListener: ((_: string, added: typeof listener) => (listener = added)) as never,
    removeEventListener: (() => (listener = undefined)) as never,
  });
  await first.open('/garden/rose.ts');
  listener?.({ preventDefault: asked });
  expect(asked).not.toHaveBeenCalled();
  const document = first.files.front;
  if (document === undefined) throw new Error('The file is not open.');
  first.files.apply(document, document.state.update({ changes: { from: 0, insert: 'wild ' } }));
  listener?.({ preventDefault: asked });
  expect([asked.mock.calls.length, hasUnsavedChanges()]).toEqual([1, true]);
  forgetEditor('one');
  expect(hasUnsavedChanges()).toBe(false);
  stop();
  expect(listener).toBeUndefined();
});

test('the same request again does not move the cursor', async () => {
  const controller = create();
  const open = vi.spyOn(controller, 'open');
  const request = { path: '/garden/rose.ts', line: 1 };
  await controller.show(request);
  await controller.show(request);
  await controller.show({ ...request });
  expect(open).toHaveBeenCalledTimes(2);
});
