/** What a page shows that was opened without a valid address. */
import { useEffect, type ReactNode } from 'react';

import { forgetToken } from '../connect/page-token.ts';
import { Icon } from '../ui/icons.tsx';

export function NoToken(): ReactNode {
  useEffect(() => {
    forgetToken();
    document.title = 'Open the printed address · acp';
  }, []);
  return (
    <main className="mx-auto flex min-h-dvh max-w-xl flex-col justify-center gap-3 p-6">
      <Icon name="terminal" className="size-6 text-accent" />
      <h1 className="text-lg font-semibold">This page needs the address that acp web prints</h1>
      <p>
        Run <code className="rounded-sm bg-panel px-1 font-mono text-sm">acp web</code> in a terminal and open the
        address that it prints.
      </p>
      <p className="text-sm text-muted">
        Each address opens the page once, and works until the program ends. What you have not sent yet is kept in this
        browser.
      </p>
    </main>
  );
}
