/** What the controls need around them: no style elements, which the policy of the page forbids, and the direction. */
import { CSPProvider } from '@base-ui/react/csp-provider';
import { DirectionProvider } from '@base-ui/react/direction-provider';
import type { ReactNode } from 'react';

/** Wraps the page. */
export function UiProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const direction = globalThis.document?.documentElement.dir === 'rtl' ? 'rtl' : 'ltr';
  return (
    <CSPProvider disableStyleElements>
      <DirectionProvider direction={direction}>{children}</DirectionProvider>
    </CSPProvider>
  );
}
