// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';

import { EditorController, type SuggestionSnapshot } from './editor-controller.ts';
import { EditorStatus } from './editor-status.tsx';
import type { ShownFile } from './editor-files.ts';
import { FileNotice } from './file-notice.tsx';
import { UiProvider } from '../ui/ui-provider.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root | undefined;
afterEach(() => {
  act(() => root?.unmount());
  document.body.replaceChildren();
});

const file: ShownFile = { path: '/rose.ts', name: 'rose.ts', status: 'ready', isChanged: false, isOutdated: false };

function controllerWith(snapshot: SuggestionSnapshot): EditorController {
  const controller = new EditorController({
    access: { read: () => Promise.reject(new Error('no')), write: () => Promise.reject(new Error('no')) },
    connect: () => Promise.reject(new Error('It is not there')),
    folder: '/',
    nonce: '',
    canWrite: true,
  });
  return Object.assign(controller, { snapshot: () => snapshot });
}

function show(element: React.ReactNode): HTMLElement {
  const place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  act(() => root?.render(<UiProvider>{element}</UiProvider>));
  return place;
}

const button = (place: HTMLElement, name: string): HTMLButtonElement | undefined =>
  [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name);

test('a suggestion can be taken and dismissed without a keyboard', () => {
  const controller = controllerWith({
    state: { kind: 'ready' },
    isShown: true,
    words: 'Tab takes it',
    sentence: 'Suggestion.',
  });
  const [take, dismiss] = [vi.fn(() => true), vi.fn(() => true)];
  Object.assign(controller, { commands: { ...controller.commands, take, dismiss } });
  const place = show(<EditorStatus controller={controller} file={file} />);
  act(() => button(place, 'Take')?.click());
  act(() => button(place, 'Dismiss')?.click());
  expect([take, dismiss].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  expect(place.querySelector('[aria-live]')?.textContent).toBe('Suggestion.');
});

test('without suggestions it says why, and tries again on request', () => {
  const words = 'There are no suggestions: It is not there.';
  const controller = controllerWith({ state: { kind: 'gone', words }, isShown: false, words: '', sentence: '' });
  const start = vi.spyOn(controller.suggestions, 'start');
  const place = show(<EditorStatus controller={controller} file={{ ...file, isChanged: true }} />);
  expect(place.textContent).toContain(words);
  expect(button(place, 'Save')).toBeDefined();
  act(() => button(place, 'Try again')?.click());
  expect(start).toHaveBeenCalledOnce();
});

test.each([
  [{}, '', []],
  [{ status: 'loading' }, 'Reading the file…', []],
  [{ status: 'failed', problem: 'It is gone.' }, 'It is gone.', ['Try again']],
  [{ problem: 'The disk is full.' }, 'The disk is full.', []],
  [
    { isOutdated: true },
    'Another program has changed rose.ts, and you have unsaved changes.',
    ['Discard my changes', 'Save mine'],
  ],
] satisfies [Partial<ShownFile>, string, string[]][])('a file that is %j says %j', (change, words, buttons) => {
  const place = show(
    <FileNotice file={{ ...file, ...change }} onReload={() => undefined} onOverwrite={() => undefined} />,
  );
  expect(place.querySelector('p')?.textContent ?? '').toBe(words);
  expect([...place.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual(buttons);
});
