/** Reads the list again from time to time while the page is shown, because other clients add and change sessions. */
import { useEffect } from 'react';

/** Milliseconds between two reads. */
const every = 5000;

/** Refreshes the list now and then, and at once when the page is shown again. */
export function useListRefresh(refresh: () => Promise<void>, isConnected: boolean): void {
  useEffect(() => {
    if (!isConnected) return undefined;
    const read = (): void => {
      if (document.visibilityState !== 'hidden') refresh().catch(() => undefined);
    };
    const timer = setInterval(read, every);
    document.addEventListener('visibilitychange', read);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', read);
    };
  }, [refresh, isConnected]);
}
