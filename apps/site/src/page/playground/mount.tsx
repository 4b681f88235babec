/** Puts the playground into an element of a page. */
import { createRoot } from 'react-dom/client';

import { Playground } from './playground.tsx';

/** Draws it; returns how to remove it. */
export function mountPlayground(element: HTMLElement): () => void {
  const root = createRoot(element);
  root.render(<Playground />);
  return () => {
    root.unmount();
  };
}
