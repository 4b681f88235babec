/** Keeps the memory of a page flat that stays open for hours: what is far above the end is not held for ever. */
import type { SessionStore } from '@acp-stack/react';
import { useEffect, type RefObject } from 'react';

/** About as much as an agent can have in its context. */
const kept = { characters: 2_000_000, entries: 200 };
/** Milliseconds from one look to the next. */
const pause = 30_000;

/**
 * Leaves out the oldest part of a long conversation while the reader is at its end and nothing of `content` has the
 * focus; `onForgotten` is called after it.
 */
export function useForgetEarlier(
  session: SessionStore,
  {
    isAtEnd,
    content,
    onForgotten,
  }: {
    readonly isAtEnd: boolean;
    readonly content: RefObject<HTMLElement | null>;
    readonly onForgotten: () => void;
  },
): void {
  useEffect(() => {
    if (!isAtEnd) return undefined;
    const timer = setInterval(() => {
      if (content.current?.contains(document.activeElement) === true) return;
      if (session.forgetEarlier(kept)) onForgotten();
    }, pause);
    return () => {
      clearInterval(timer);
    };
  }, [session, isAtEnd, content, onForgotten]);
}
