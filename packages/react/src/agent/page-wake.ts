/** When a page should try to connect at once: the network is there again, or the page is shown again. */

interface Target {
  addEventListener(type: string, listener: () => void): void;
  removeEventListener(type: string, listener: () => void): void;
}

interface Page extends Partial<Target> {
  readonly document?: Target & { readonly visibilityState?: string };
}

/** Listens to the page, where there is one; returns how to stop. */
export function onPageWake(wake: () => void): () => void {
  const page = globalThis as unknown as Page;
  const { document } = page;
  const onVisible = (): void => {
    if (document?.visibilityState !== 'hidden') wake();
  };
  page.addEventListener?.('online', wake);
  document?.addEventListener('visibilitychange', onVisible);
  return () => {
    page.removeEventListener?.('online', wake);
    document?.removeEventListener('visibilitychange', onVisible);
  };
}
