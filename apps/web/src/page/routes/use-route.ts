/** The route of the page, and going elsewhere. */
import { useMemo, useSyncExternalStore } from 'react';

import { formatRoute, parseRoute, type Route } from './route.ts';

const subscribe = (listener: () => void): (() => void) => {
  globalThis.addEventListener('hashchange', listener);
  globalThis.addEventListener('popstate', listener);
  return () => {
    globalThis.removeEventListener('hashchange', listener);
    globalThis.removeEventListener('popstate', listener);
  };
};

const fragment = (): string => location.hash;

/** The route now. */
export function useRoute(): Route {
  const text = useSyncExternalStore(subscribe, fragment, () => '');
  return useMemo(() => parseRoute(text), [text]);
}

/** Goes to a route; `replace` leaves no entry in the history. */
export function go(route: Route, { replace = false }: { readonly replace?: boolean } = {}): void {
  const next = formatRoute(route);
  if (next === location.hash) return;
  if (!replace) {
    location.hash = next;
    return;
  }
  history.replaceState(history.state, '', next);
  globalThis.dispatchEvent(new PopStateEvent('popstate'));
}

/** Changes the route that is shown now. */
export const change = (next: (route: Route) => Route, options?: { readonly replace?: boolean }): void => {
  go(next(parseRoute(location.hash)), options);
};
