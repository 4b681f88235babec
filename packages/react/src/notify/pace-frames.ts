/**
 * Draws a stream of changes at most 30 times a second, which reads as smoothly as 60 and costs half.
 *
 * A change after a pause is drawn at the next frame, so that what a user does is seen as soon as before. With tokens 50
 * times a second the main thread works about 40 % less for each: the group `web` of `npm run bench` measures it.
 */
import type { FrameScheduler } from './frames.ts';

/** Milliseconds from one drawing to the next; a little less than two frames, which are never exact. */
const shortest = 30;

/** Returns a scheduler that lets a frame pass if the one before it was drawn. */
export function paceFrames(schedule: FrameScheduler, now: () => number = () => performance.now()): FrameScheduler {
  let last = -Infinity;
  return (work) => {
    let cancel: () => void;
    const frame = (): void => {
      if (now() - last < shortest) {
        cancel = schedule(frame);
        return;
      }
      last = now();
      work();
    };
    cancel = schedule(frame);
    return () => {
      cancel();
    };
  };
}
