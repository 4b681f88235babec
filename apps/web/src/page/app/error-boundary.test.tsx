// @vitest-environment happy-dom
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { ErrorBoundary } from './error-boundary.tsx';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

let isBroken = true;
const Part = (): ReactNode => {
  if (isBroken) throw new Error('A rose has thorns.');
  return <p>Well again</p>;
};

beforeEach(() => {
  isBroken = true;
  // React reports what was caught.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

function render(isPart: boolean): HTMLElement {
  const place = document.createElement('div');
  document.body.append(place);
  act(() => {
    createRoot(place).render(
      <ErrorBoundary isPart={isPart}>
        <Part />
      </ErrorBoundary>,
    );
  });
  return place;
}

const button = (place: HTMLElement, words: string): HTMLButtonElement | undefined =>
  [...place.querySelectorAll('button')].find(({ textContent }) => textContent === words);

test('a part that fails says so, with details to copy and a way to reload', async () => {
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
  const place = render(false);
  expect(place.querySelector('[role=alert]')?.textContent).toContain('This part of the page has failed');
  expect(button(place, 'Reload')).toBeDefined();
  expect(button(place, 'Try again')).toBeUndefined();
  act(() => button(place, 'Copy details')?.click());
  expect(copied[0]).toContain('A rose has thorns.');
});

test('one part can be tried again without reloading the rest', () => {
  const place = render(true);
  isBroken = false;
  act(() => button(place, 'Try again')?.click());
  expect(place.textContent).toBe('Well again');
});
