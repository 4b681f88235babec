import { afterEach, expect, test, vi } from 'vitest';

import { platformFrames } from './frames.ts';
import { paceFrames } from './pace-frames.ts';
import { shareFrames } from './share-frames.ts';
import { Topics } from './topics.ts';
import { TestFrames } from '../scripted-hub.test-support.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('where the platform has no frames, a timer takes their place', () => {
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', undefined);
  const work = vi.fn();
  platformFrames(work);
  const cancel = platformFrames(work);
  cancel();
  vi.advanceTimersByTime(100);
  expect(work).toHaveBeenCalledTimes(1);
});

test('a page that draws frames is told with its next frame, and only once', () => {
  vi.useFakeTimers();
  const frames: (() => void)[] = [];
  vi.stubGlobal('requestAnimationFrame', (work: () => void) => frames.push(work));
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  const work = vi.fn();
  platformFrames(work);
  for (const frame of frames) frame();
  vi.advanceTimersByTime(1000);
  expect(work).toHaveBeenCalledTimes(1);
});

/** A page whose visibility a test changes. */
function stubDocument(visibilityState: string): EventTarget & { visibilityState: string } {
  const document = Object.assign(new EventTarget(), { visibilityState });
  vi.stubGlobal('document', document);
  return document;
}

test('a hidden page, which draws no frames, is told by a timer', () => {
  vi.useFakeTimers();
  stubDocument('hidden');
  const request = vi.fn();
  vi.stubGlobal('requestAnimationFrame', request);
  const work = vi.fn();
  platformFrames(work);
  vi.advanceTimersByTime(1000);
  expect(work).toHaveBeenCalledTimes(1);
  expect(request).not.toHaveBeenCalled();
});

test('a page that is hidden while it waits for a frame is told at once, and not again', () => {
  const document = stubDocument('visible');
  const frames = new Map<number, () => void>();
  vi.stubGlobal('requestAnimationFrame', (work: () => void) => {
    frames.set(7, work);
    return 7;
  });
  vi.stubGlobal('cancelAnimationFrame', (handle: number) => frames.delete(handle));
  const work = vi.fn();
  platformFrames(work);
  document.visibilityState = 'hidden';
  document.dispatchEvent(new Event('visibilitychange'));
  expect(work).toHaveBeenCalledTimes(1);
  for (const frame of frames.values()) frame();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(work).toHaveBeenCalledTimes(1);
});

test('stores that share frames are drawn together, and one that fails does not stop the others', () => {
  const frames = new TestFrames();
  const shared = shareFrames(frames.schedule);
  const work = vi.fn();
  shared(() => {
    throw new Error('broken');
  });
  shared(work);
  const cancel = shared(work);
  cancel();
  expect(frames.requested).toBe(1);
  expect(() => frames.draw()).toThrow('Listeners of stores failed.');
  expect(work).toHaveBeenCalledTimes(1);
  shared(work)();
  frames.draw();
  expect(work).toHaveBeenCalledTimes(1);
});

test('a stream of changes is drawn in every second frame, and a change after a pause in the next one', () => {
  const frames = new TestFrames();
  let time = 1000;
  const paced = paceFrames(frames.schedule, () => time);
  const drawn: number[] = [];
  const draw = (): void => void drawn.push(time);
  for (let frame = 0; frame < 6; frame += 1) {
    if (frame % 2 === 0) paced(draw);
    time += 16;
    frames.draw();
  }
  expect(drawn).toEqual([1016, 1048, 1080]);
  paced(draw)();
  time += 16;
  frames.draw();
  frames.draw();
  expect(drawn).toHaveLength(3);
  paced(draw);
  time += 16;
  frames.draw();
  expect(drawn.at(-1)).toBe(time);
});

test('a frame that is let pass can be cancelled', () => {
  const frames = new TestFrames();
  const paced = paceFrames(frames.schedule, () => 1000);
  const work = vi.fn();
  paced(work);
  frames.draw();
  const cancel = paced(work);
  frames.draw();
  cancel();
  frames.draw();
  expect(work).toHaveBeenCalledTimes(1);
});

test('a topic without listeners asks for no frame, and a listener that has left is not called', () => {
  const frames = new TestFrames();
  const topics = new Topics(frames.schedule);
  topics.touch('nothing');
  expect(frames.requested).toBe(0);
  const listener = vi.fn();
  const leave = topics.subscribe('a', listener);
  topics.touch('a');
  topics.touch('a');
  leave();
  frames.draw();
  expect(frames.requested).toBe(1);
  expect(listener).not.toHaveBeenCalled();
});
