/** What a token costs does not depend on the length of the transcript. */
import { describe, expect, test } from 'vitest';

import { TestFrames, text } from '../scripted-hub.test-support.ts';
import { Topics } from '../notify/topics.ts';
import { TranscriptView, topicOf } from './transcript-view.ts';

/** A transcript of many messages, of which each has a listener; counts what a token causes. */
function counted(size: number): {
  readonly view: TranscriptView;
  readonly token: () => { readonly entries: number; readonly lists: number; readonly frames: number };
} {
  const frames = new TestFrames();
  const topics = new Topics(frames.schedule);
  const view = new TranscriptView(topics, () => undefined);
  for (let index = 0; index < size; index += 1) view.store.apply(text(`m${index}`, 'hello'));
  const calls = { entries: 0, lists: 0 };
  for (const id of view.entryIds) topics.subscribe(topicOf.entry(id), () => void (calls.entries += 1));
  topics.subscribe(topicOf.entries, () => void (calls.lists += 1));
  return {
    view,
    token: () => {
      const before = { ...calls, frames: frames.requested };
      view.store.apply(text(`m${size - 1}`, ' and'));
      view.store.apply(text(`m${size - 1}`, ' more'));
      frames.draw();
      return {
        entries: calls.entries - before.entries,
        lists: calls.lists - before.lists,
        frames: frames.requested - before.frames,
      };
    },
  };
}

describe.each([10, 1000, 10_000])('in a transcript of %i entries', (size) => {
  test('two tokens of a message cost one frame, which calls one listener', () => {
    const { view, token } = counted(size);
    const ids = view.entryIds;
    expect(ids).toHaveLength(size);
    expect(token()).toEqual({ entries: 1, lists: 0, frames: 1 });
    expect(view.entryIds).toBe(ids);
  });

  test('the list of ids is made at most once per frame, however many entries were added', () => {
    const { view } = counted(size);
    const before = view.entryIds;
    for (let index = 0; index < 50; index += 1) view.store.apply(text(`new${index}`, 'hello'));
    const after = view.entryIds;
    expect(after).toHaveLength(size + 50);
    expect(view.entryIds).toBe(after);
    expect(after.slice(0, size)).toEqual(before);
  });
});
