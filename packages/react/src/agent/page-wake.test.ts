import { afterEach, expect, test, vi } from 'vitest';

import { onPageWake } from './page-wake.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a page wakes when the network is there again, and when it is shown again', () => {
  const network = new EventTarget();
  const document = Object.assign(new EventTarget(), { visibilityState: 'hidden' });
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network));
  vi.stubGlobal('removeEventListener', network.removeEventListener.bind(network));
  vi.stubGlobal('document', document);
  const wake = vi.fn();
  const stop = onPageWake(wake);
  network.dispatchEvent(new Event('online'));
  expect(wake).toHaveBeenCalledTimes(1);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(wake).toHaveBeenCalledTimes(1);
  document.visibilityState = 'visible';
  document.dispatchEvent(new Event('visibilitychange'));
  expect(wake).toHaveBeenCalledTimes(2);
  stop();
  network.dispatchEvent(new Event('online'));
  document.dispatchEvent(new Event('visibilitychange'));
  expect(wake).toHaveBeenCalledTimes(2);
});

test('where there is no page, nothing wakes', () => {
  vi.stubGlobal('addEventListener', undefined);
  vi.stubGlobal('document', undefined);
  expect(() => onPageWake(() => undefined)()).not.toThrow();
});
