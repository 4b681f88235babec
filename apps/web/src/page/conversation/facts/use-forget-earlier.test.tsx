// @vitest-environment happy-dom
import type { SessionStore } from '@acp-stack/react';
import { act, useRef, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { useForgetEarlier } from './use-forget-earlier.ts';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const forgetEarlier = vi.fn(() => true);
const onForgotten = vi.fn();
const session = { forgetEarlier } as unknown as SessionStore;
let root: Root;

function Conversation({ isAtEnd }: { readonly isAtEnd: boolean }): ReactNode {
  const content = useRef<HTMLDivElement>(null);
  useForgetEarlier(session, { isAtEnd, content, onForgotten });
  return (
    <div ref={content}>
      <button type="button">Copy</button>
    </div>
  );
}

const draw = (isAtEnd: boolean): void => {
  act(() => {
    root.render(<Conversation isAtEnd={isAtEnd} />);
  });
};

beforeEach(() => {
  vi.useFakeTimers();
  const place = document.createElement('div');
  document.body.replaceChildren(place);
  root = createRoot(place);
});
afterEach(() => {
  act(() => {
    root.unmount();
  });
  vi.useRealTimers();
  vi.clearAllMocks();
});

test('from time to time, the oldest part of a conversation is left out while the reader is at its end', () => {
  draw(true);
  expect(forgetEarlier).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(forgetEarlier).toHaveBeenCalledTimes(2);
  expect(onForgotten).toHaveBeenCalledTimes(2);
  forgetEarlier.mockReturnValueOnce(false);
  vi.advanceTimersByTime(30_000);
  expect(onForgotten).toHaveBeenCalledTimes(2);
});

test('nothing is left out while the reader is further up, or has the focus in the conversation', () => {
  draw(false);
  vi.advanceTimersByTime(60_000);
  draw(true);
  document.querySelector('button')?.focus();
  vi.advanceTimersByTime(60_000);
  expect(forgetEarlier).not.toHaveBeenCalled();
});
