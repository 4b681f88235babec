/**
 * Keeps a box scrolled to its end while its content grows, unless the reader has scrolled away.
 *
 * Only scrolling by the reader changes whether it follows: growth moves the end and is followed before it is seen.
 */
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

/** Pixels from the end that count as being there. */
const near = 40;

export interface ScrollEnd {
  /** Whether the end is in sight. */
  readonly isAtEnd: boolean;
  /** Goes to the end and follows it from then on. */
  readonly goToEnd: () => void;
  /** Does not follow the end any more, because the reader goes elsewhere. */
  readonly leaveEnd: () => void;
  /** To be called after the page itself has scrolled the box. */
  readonly noteScroll: () => void;
}

interface Place {
  readonly top: number;
  readonly height: number;
}

/**
 * Whether the end is followed after the box was scrolled: the reader is there, or has not gone up. Content that became
 * shorter moves the place up too.
 */
export function followsAfter(
  { top, height, clientHeight }: Place & { readonly clientHeight: number },
  before: Place,
  follows: boolean,
): boolean {
  if (height - top - clientHeight <= near) return true;
  const hasGoneUp = top < before.top - 1 && height >= before.height;
  return follows && !hasGoneUp;
}

/** Follows the end of `content` in `box`. */
export function useScrollEnd(box: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>): ScrollEnd {
  const [isAtEnd, setAtEnd] = useState(true);
  const follows = useRef(true);
  /** Where the box was when it was last looked at or scrolled by the page. */
  const last = useRef<Place>({ top: 0, height: 0 });
  const noteScroll = useCallback(() => {
    const element = box.current;
    if (element !== null) last.current = { top: element.scrollTop, height: element.scrollHeight };
  }, [box]);
  const goToEnd = useCallback(() => {
    follows.current = true;
    setAtEnd(true);
    const element = box.current;
    if (element !== null) element.scrollTop = element.scrollHeight;
    noteScroll();
  }, [box, noteScroll]);
  const leaveEnd = useCallback(() => {
    follows.current = false;
  }, []);
  useEffect(() => {
    const element = box.current;
    const inner = content.current;
    if (element === null || inner === null) return undefined;
    const look = (): void => {
      const { scrollTop: top, scrollHeight: height, clientHeight } = element;
      follows.current = followsAfter({ top, height, clientHeight }, last.current, follows.current);
      last.current = { top, height };
    };
    const onScroll = (): void => {
      look();
      setAtEnd(follows.current);
    };
    // The reader may have gone up a moment before, and the event of it may still be on its way.
    const follow = (): void => {
      if (follows.current) look();
      if (!follows.current) return;
      element.scrollTop = element.scrollHeight;
      noteScroll();
    };
    // What was added is followed at once, and what grows by itself, such as an image, when it does.
    const changes = new MutationObserver(follow);
    const observer = new ResizeObserver(follow);
    follow();
    element.addEventListener('scroll', onScroll, { passive: true });
    observer.observe(inner);
    observer.observe(element);
    changes.observe(inner, { subtree: true, childList: true, characterData: true });
    return () => {
      element.removeEventListener('scroll', onScroll);
      observer.disconnect();
      changes.disconnect();
    };
  }, [box, content, noteScroll]);
  return { isAtEnd, goToEnd, leaveEnd, noteScroll };
}
