/**
 * When stores tell React about changes: once per frame of the page.
 *
 * A page that is hidden draws no frames, and Node has none; then a timer takes their place.
 */

/** Calls `work` at the next frame; returns a function that cancels it. */
export type FrameScheduler = (work: () => void) => () => void;

interface Page {
  readonly requestAnimationFrame?: (work: () => void) => number;
  readonly cancelAnimationFrame?: (handle: number) => void;
  readonly document?: {
    readonly visibilityState: string;
    addEventListener(type: 'visibilitychange', listener: () => void): void;
    removeEventListener(type: 'visibilitychange', listener: () => void): void;
  };
}

/** Milliseconds between two frames where the platform has none, or draws none. */
const frameLength = 16;

/** The frames of the page, or a timer where there are none. */
export const platformFrames: FrameScheduler = (work) => {
  const { requestAnimationFrame, cancelAnimationFrame, document } = globalThis as unknown as Page;
  if (requestAnimationFrame === undefined || document?.visibilityState === 'hidden') return timer(work, frameLength);
  const cancel = (): void => {
    cancelAnimationFrame?.(handle);
    document?.removeEventListener('visibilitychange', onHidden);
  };
  // A page that is hidden now would draw the frame when it is shown again.
  const onHidden = (): void => {
    cancel();
    work();
  };
  const handle = requestAnimationFrame(() => {
    document?.removeEventListener('visibilitychange', onHidden);
    work();
  });
  document?.addEventListener('visibilitychange', onHidden);
  return cancel;
};

function timer(work: () => void, milliseconds: number): () => void {
  const handle = setTimeout(work, milliseconds);
  return () => {
    clearTimeout(handle);
  };
}
