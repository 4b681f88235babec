/**
 * An agent and a client in this page, and the messages between them.
 *
 * Both are programs of the SDK; a channel in memory connects them. Another agent or version begins a new connection.
 */
import { packageVersion } from '@acp-stack/schema/package-version';
import { useAgent, useSession, type AgentStoreOptions } from '@acp-stack/react';
import { memoryPair } from '@acp-stack/rpc';
import { useId, useState, type ReactNode } from 'react';

import { Conversation } from './conversation.tsx';
import { scriptedAgents, type ScriptedAgent } from './scripted-agents.ts';
import { WireView } from './wire-view.tsx';
import { Wire } from './wire.ts';

/** Which side speaks version 1 only; the SDK converts on the other side. */
const versions = {
  both: 'version 2 on both sides',
  agent: 'version 1: the agent knows nothing newer',
  client: 'version 1: the client knows nothing newer',
} as const;
type Versions = keyof typeof versions;

export function Playground(): ReactNode {
  const [first] = scriptedAgents;
  const [name, setName] = useState(first.name);
  const [speaks, setSpeaks] = useState<Versions>('both');
  const [run, setRun] = useState(1);
  const agent = scriptedAgents.find((each) => each.name === name) ?? first;
  return (
    <div className="playground">
      <form
        className="playground-settings"
        onSubmit={(event) => {
          event.preventDefault();
        }}
      >
        <Choice
          label="Agent"
          value={name}
          onChange={setName}
          options={scriptedAgents.map(({ name: each, about }) => [each, `${each}: ${about}`])}
        />
        <Choice
          label="Protocol"
          value={speaks}
          onChange={(value) => {
            setSpeaks(value as Versions);
          }}
          options={Object.entries(versions)}
        />
        <button
          type="button"
          onClick={() => {
            setRun(run + 1);
          }}
        >
          Start again
        </button>
      </form>
      <Connected key={`${name} ${speaks} ${run}`} agent={agent} speaks={speaks} />
      <details className="playground-code">
        <summary>The code of this agent</summary>
        <pre tabIndex={0}>{agent.code}</pre>
      </details>
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly (readonly [value: string, text: string])[];
}

function Choice({ label, value, onChange, options }: ChoiceProps): ReactNode {
  const field = useId();
  return (
    <p>
      <label htmlFor={field}>{label}</label>
      <select
        id={field}
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
        }}
      >
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </p>
  );
}

interface ConnectedProps {
  readonly agent: ScriptedAgent;
  readonly speaks: Versions;
}

/** One connection, from its first message to its end. */
function Connected({ agent, speaks }: ConnectedProps): ReactNode {
  const [wire] = useState(() => new Wire());
  const [options] = useState(() => connectionTo(agent, speaks, wire));
  const store = useAgent(options);
  const session = useSession(store, { cwd: '/garden' });
  const isOpen = session?.snapshot().status === 'open';
  return (
    <div className="playground-sides">
      <Conversation session={session} isOpen={isOpen} prompt={agent.prompt} />
      <WireView wire={wire} />
    </div>
  );
}

// What goes wrong in an agent is part of what the page shows, and not a mistake of the page.
function ignoreReport(): void {}

function connectionTo({ app }: ScriptedAgent, speaks: Versions, wire: Wire): AgentStoreOptions {
  return {
    info: { name: 'playground', version: packageVersion },
    connect: () => {
      const [agentSide, clientSide] = memoryPair();
      void app.serve(agentSide, { onReport: ignoreReport, ...(speaks === 'agent' ? { versions: [1] } : {}) });
      return wire.record(clientSide);
    },
    connectOptions: speaks === 'client' ? { versions: [1] } : {},
  };
}
