/** What a permission request is about: the command, the change, the address, and what else the agent says. */
import type { SessionStore } from '@acp-stack/react';
import type { ReactNode } from 'react';

import { DiffCard } from '../conversation/diff/diff-card.tsx';
import type { PermissionFacts } from './permission-facts.ts';
import { ShownText } from './shown-text.tsx';

export interface PermissionSubjectProps {
  readonly session: SessionStore;
  readonly facts: PermissionFacts;
}

export function PermissionSubject({ session, facts }: PermissionSubjectProps): ReactNode {
  const { toolTitle, texts, command, cwd, addresses, diffs, paths, input, hiddenCharacters, lookAlikes } = facts;
  const isEmpty =
    [texts, addresses, diffs, paths, input, hiddenCharacters, lookAlikes].every(({ length }) => length === 0) &&
    command === undefined &&
    toolTitle === undefined;
  if (isEmpty) return undefined;
  return (
    <div
      // It can be scrolled with the keyboard, too.
      tabIndex={0}
      role="region"
      aria-label="What it is about"
      className="flex max-h-[45dvh] flex-col gap-2 overflow-y-auto text-sm"
    >
      {hiddenCharacters.length === 0 ? undefined : (
        <p className="text-warn">
          It contains characters that are invisible or change the order of others: {hiddenCharacters.join(', ')}.
        </p>
      )}
      {lookAlikes.length === 0 ? undefined : (
        <p className="text-warn">It contains characters that look like others: {lookAlikes.join(', ')}.</p>
      )}
      {toolTitle === undefined ? undefined : <ShownText text={toolTitle} />}
      {texts.map((text) => (
        <ShownText key={text} text={text} />
      ))}
      {command === undefined ? undefined : <ShownText text={command} isCode label="Command" />}
      {cwd === undefined ? undefined : <Fact name="In">{cwd}</Fact>}
      {addresses.map(({ text, host }) => (
        <Fact key={text} name="Address">
          <AddressText text={text} host={host} />
        </Fact>
      ))}
      {diffs.map((diff, index) => (
        <DiffCard key={index} session={session} diff={diff} />
      ))}
      {paths.map((path) => (
        <Fact key={path} name="File">
          {path}
        </Fact>
      ))}
      {input.map(({ name, text }) => (
        <ShownText key={name} text={text} isCode label={name} />
      ))}
    </div>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <p className="flex gap-2">
      <span className="shrink-0 text-muted">{name}</span>
      <bdi className="min-w-0 font-mono break-all">{children}</bdi>
    </p>
  );
}

/** An address with its host in bold. */
export function AddressText({ text, host }: { readonly text: string; readonly host: string }): ReactNode {
  const start = text.indexOf(host);
  if (start === -1) return text;
  return (
    <>
      {text.slice(0, start)}
      <strong>{host}</strong>
      {text.slice(start + host.length)}
    </>
  );
}
