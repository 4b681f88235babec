/** The terminal in which the login program of an agent runs. */
import { useEffect, useRef, type ReactNode } from 'react';

import { useHost } from '../connect/connection.tsx';
import { Button } from '../ui/button.tsx';
import { showTerminal, type ShownTerminal } from '../ui/xterm.ts';

export interface LoginTerminalProps {
  readonly terminalId: string;
  /** What runs in it. */
  readonly command: string;
  /** Called when the program has ended, with why the login failed. */
  readonly onEnd: (failure: string | undefined) => void;
}

export function LoginTerminal({ terminalId, command, onEnd }: LoginTerminalProps): ReactNode {
  const host = useHost();
  const place = useRef<HTMLDivElement>(null);
  const ended = useRef(onEnd);
  ended.current = onEnd;
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    let terminal: ShownTerminal | undefined;
    let isOver = false;
    /** A terminal that has ended meanwhile takes no input; nothing is lost by that. */
    const send = (work: Promise<unknown>): void => {
      work.catch(() => undefined);
    };
    const resize = ({ columns, rows }: { readonly columns: number; readonly rows: number }): void => {
      send(host.call('terminalResize', { terminalId, columns, rows }));
    };
    let stop = (): void => undefined;
    void showTerminal(element, {
      label: 'Login program',
      onInput: (data) => {
        send(host.call('terminalInput', { terminalId, data }));
      },
      onResize: resize,
    }).then((shown) => {
      if (isOver) {
        shown[Symbol.dispose]();
        return;
      }
      terminal = shown;
      resize(shown);
      shown.focus();
      stop = host.listenToTerminal(terminalId, (event) => {
        if (event.kind === 'output') shown.write(event.data);
        else ended.current(event.exitCode === 0 ? event.problem : (event.problem ?? failureOf(event.exitCode)));
      });
    });
    return () => {
      isOver = true;
      stop();
      terminal?.[Symbol.dispose]();
    };
  }, [host, terminalId]);
  return (
    <div className="flex flex-col gap-2">
      <p className="text-xs text-muted">
        Runs <code dir="ltr">{command}</code>
      </p>
      <div ref={place} dir="ltr" className="h-80 overflow-hidden rounded-md border border-line bg-panel p-2" />
      <Button
        className="self-start"
        size="small"
        onClick={() => {
          host.call('terminalEnd', { terminalId }).catch(() => undefined);
        }}
      >
        End the program
      </Button>
    </div>
  );
}

const failureOf = (exitCode: number | null): string =>
  exitCode === null ? 'The login program was ended.' : `The login program ended with the code ${exitCode}.`;
