/** A terminal of the agent: its command, what it prints, and how it ended. */
import { useTerminal, type SessionStore } from '@acp-stack/react';
import { canCancel, visibleText, type Terminal } from '@acp-stack/transcript';
import { lazy, Suspense, useState, type ReactNode } from 'react';

import { IconButton } from '../../ui/button.tsx';
import { StopButton } from '../../ui/stop-button.tsx';
import { OutputText } from './output-text.tsx';

const Screen = lazy(async () => ({ default: (await import('./terminal-screen.tsx')).TerminalScreen }));

export interface TerminalCardProps {
  readonly session: SessionStore;
  readonly terminalId: string;
}

/** Lines and bytes of the output for screen readers and before the terminal is loaded. */
const textLines = 200;
const maxEnd = 16_384;

export function TerminalCard({ session, terminalId }: TerminalCardProps): ReactNode {
  const [isText, setText] = useState(false);
  const terminal = useTerminal(session, terminalId);
  if (terminal === undefined) return <p className="text-sm text-muted">The terminal has printed nothing yet.</p>;
  const { command, output, exitStatus, cwd } = terminal;
  const end = endOf(output);
  return (
    <figure className="overflow-hidden rounded-md border border-line bg-panel" dir="ltr">
      <figcaption className="flex min-h-8 items-center gap-2 border-b border-line ps-3 pe-1 font-mono text-xs">
        <span className="min-w-0 flex-1 py-1 break-words whitespace-pre-wrap" title={cwd}>
          {command === undefined ? 'Terminal' : `$ ${command}`}
        </span>
        <ExitText exitStatus={exitStatus} />
        <EndButton session={session} terminal={terminal} />
        <IconButton
          size="small"
          icon={isText ? 'terminal' : 'file'}
          label={isText ? 'Show as a terminal' : 'Show as text'}
          onClick={() => {
            setText(!isText);
          }}
        />
      </figcaption>
      {output.dropped > 0 ? (
        <p className="px-3 pt-2 text-xs text-muted">The first {output.dropped} bytes are not kept.</p>
      ) : undefined}
      {isText ? (
        <OutputText text={visibleText(output.text).trimEnd()} />
      ) : (
        <Suspense fallback={<pre className="overflow-x-auto px-3 py-2 font-mono text-sm leading-normal">{end}</pre>}>
          <Screen session={session} terminalId={terminalId} text={end} />
        </Suspense>
      )}
    </figure>
  );
}

/** The last lines as text; reading all of a long output for each chunk would take too long. */
function endOf(output: Terminal['output']): string {
  const text = new TextDecoder().decode(output.since(output.total - maxEnd));
  return visibleText(text).split('\n').slice(-textLines).join('\n').trimEnd();
}

function ExitText({ exitStatus }: { readonly exitStatus: Terminal['exitStatus'] }): ReactNode {
  if (exitStatus === undefined) return <span className="shrink-0 text-muted">Running</span>;
  const { exitCode, signal } = exitStatus;
  const isGood = exitCode === 0 && typeof signal !== 'string';
  const words =
    typeof signal === 'string'
      ? `Ended by ${signal}`
      : typeof exitCode === 'number'
        ? `Exit code ${exitCode}`
        : 'Ended';
  return <span className={`shrink-0 ${isGood ? 'text-muted' : 'text-bad'}`}>{words}</span>;
}

function EndButton({ session, terminal }: { readonly session: SessionStore; readonly terminal: Terminal }): ReactNode {
  if (!canCancel(terminal)) return undefined;
  return (
    <StopButton
      words="End command"
      stop={() => session.cancelTerminal(terminal.id)}
      failure="The command was not ended"
    />
  );
}
