/** The agents: what they can do, login, and the ones that can be installed. */
import { useState, type ReactNode } from 'react';

import type { HostAgent } from '../../host-methods.ts';
import { useHost } from '../connect/connection.tsx';
import { fuzzyFilter } from '../actions/fuzzy.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import { showToast } from '../ui/toast.tsx';
import { AgentIcon } from './agent-icon.tsx';
import { DescribeAgent } from './describe-agent.tsx';
import { InstallAgent } from './install-agent.tsx';
import { Login } from './login.tsx';
import { useAgents } from './use-agents.ts';

type View = { readonly kind: 'list' } | { readonly kind: 'describe' | 'login' | 'install'; readonly agent: HostAgent };

const titles = { describe: 'What this agent can do', login: 'Log in', install: 'Install' } as const;

export function AgentsDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { agents, refresh, askRegistries } = useAgents();
  const [view, setView] = useState<View>({ kind: 'list' });
  const back = (): void => {
    setView({ kind: 'list' });
  };
  const done = (words: string) => (): void => {
    showToast({ title: words });
    refresh();
    back();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width="medium"
      title={view.kind === 'list' ? 'Agents' : `${titles[view.kind]}: ${view.agent.title}`}
      {...(view.kind === 'list' ? {} : { actions: <Button onClick={back}>Back</Button> })}
    >
      {view.kind === 'list' ? <AgentList agents={agents} onView={setView} onAsk={askRegistries} /> : undefined}
      {view.kind === 'describe' ? (
        <DescribeAgent
          name={view.agent.name}
          onLogIn={() => {
            setView({ kind: 'login', agent: view.agent });
          }}
        />
      ) : undefined}
      {view.kind === 'login' ? (
        <Login name={view.agent.name} onDone={done(`Logged in to ${view.agent.title}`)} />
      ) : undefined}
      {view.kind === 'install' ? (
        <InstallAgent name={view.agent.name} onDone={done(`${view.agent.title} is installed`)} onCancel={back} />
      ) : undefined}
    </Dialog>
  );
}

interface AgentListProps {
  readonly agents: readonly HostAgent[] | undefined;
  readonly onView: (view: View) => void;
  readonly onAsk: () => Promise<void>;
}

function AgentList({ agents, onView, onAsk }: AgentListProps): ReactNode {
  const host = useHost();
  const [query, setQuery] = useState('');
  if (agents === undefined) return <p className="min-h-40 text-sm text-muted">Reading the agents…</p>;
  const found = fuzzyFilter(query, agents, ({ title, name, description }) => `${title} ${name} ${description ?? ''}`);
  const sections = [
    ['Ready', found.filter(({ state }) => state === 'ready')],
    ['Can be installed', found.filter(({ state }) => state === 'installable')],
  ] as const;
  return (
    <div className="flex flex-col gap-3">
      {agents.length > 5 ? (
        <TextField
          type="search"
          label="Find an agent"
          placeholder="Find an agent"
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
          }}
        />
      ) : undefined}
      {sections.map(([title, members]) =>
        members.length === 0 ? undefined : (
          <section key={title}>
            <h3 className="mb-1 text-xs text-muted">{title}</h3>
            <ul>
              {members.map((agent) => (
                <AgentLine
                  key={agent.name}
                  agent={agent}
                  canDescribe={host.can('describeAgent')}
                  canInstall={host.can('installAgent')}
                  onView={onView}
                />
              ))}
            </ul>
          </section>
        ),
      )}
      {host.can('installAgent') ? <AskRegistries onAsk={onAsk} /> : undefined}
      {found.length === 0 ? <p className="text-sm text-muted">No agent matches.</p> : undefined}
    </div>
  );
}

/** Nothing is contacted before the user asks for it. */
function AskRegistries({ onAsk }: { readonly onAsk: () => Promise<void> }): ReactNode {
  const [state, setState] = useState<'asking' | { readonly problem: string } | undefined>();
  const ask = (): void => {
    setState('asking');
    onAsk().then(
      () => {
        setState(undefined);
      },
      (error: unknown) => {
        setState({ problem: error instanceof Error ? error.message : String(error) });
      },
    );
  };
  return (
    <div className="flex flex-col items-start gap-2">
      <Button onClick={ask} disabled={state === 'asking'}>
        {state === 'asking' ? 'Asking the registries…' : 'Look in the registries'}
      </Button>
      {typeof state === 'object' ? (
        <p role="alert" className="text-sm text-bad">
          {state.problem}
        </p>
      ) : undefined}
    </div>
  );
}

interface AgentLineProps {
  readonly agent: HostAgent;
  readonly canDescribe: boolean;
  readonly canInstall: boolean;
  readonly onView: (view: View) => void;
}

function AgentLine({ agent, canDescribe, canInstall, onView }: AgentLineProps): ReactNode {
  const { title, description, version, icon, state } = agent;
  const button = (kind: 'describe' | 'install', words: string): ReactNode => (
    <Button
      size="small"
      aria-label={`${words}: ${title}`}
      onClick={() => {
        onView({ kind, agent });
      }}
    >
      {words}
    </Button>
  );
  return (
    <li className="flex items-center gap-3 border-t border-line py-2 first:border-t-0">
      <AgentIcon {...(icon === undefined ? {} : { icon })} />
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm">
          <bdi>{title}</bdi> <span className="text-xs text-muted">{version}</span>
        </p>
        {description === undefined ? undefined : (
          <p dir="auto" className="truncate text-xs text-muted">
            {description}
          </p>
        )}
      </div>
      {state === 'ready' && canDescribe ? button('describe', 'What it can do') : undefined}
      {state === 'installable' && canInstall ? button('install', 'Install') : undefined}
    </li>
  );
}
