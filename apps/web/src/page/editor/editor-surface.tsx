/** The element in which CodeMirror shows the front file. */
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useRef, type ReactNode } from 'react';

import type { EditorController } from './editor-controller.ts';

/** Shows the front file of the controller; hidden while there is none. */
export function EditorSurface({
  controller,
  isHidden,
}: {
  readonly controller: EditorController;
  readonly isHidden: boolean;
}): ReactNode {
  const parent = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (parent.current === null) return undefined;
    const view = new EditorView({
      parent: parent.current,
      state: EditorState.create({ extensions: EditorView.cspNonce.of(controller.nonce) }),
      dispatchTransactions: controller.dispatch,
    });
    controller.attach(view);
    return () => {
      controller.attach(undefined);
      view.destroy();
    };
  }, [controller]);
  // The text is laid out from left to right, as code is; each line has its own direction.
  return <div ref={parent} dir="ltr" className="min-h-0 flex-1 overflow-hidden" hidden={isHidden} />;
}
