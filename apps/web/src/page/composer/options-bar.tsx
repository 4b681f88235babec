/** The settings of a session, grouped as the agent groups them, and the button for attachments. */
import { useConfigOptions, type SessionStore } from '@acp-stack/react';
import type { SessionConfigOption } from '@acp-stack/sdk';
import type { ReactNode } from 'react';

import { Button, IconButton } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { SearchSelect } from '../ui/search-select.tsx';
import { Select } from '../ui/select.tsx';
import { choicesOf, isSelect, isToggle } from './option-choices.ts';
import { composerOf } from './use-composer.ts';

/** Longer lists have a search. */
const shortList = 12;

export interface OptionsBarProps {
  readonly session: SessionStore;
  readonly isDisabled: boolean;
  readonly pickFiles: () => void;
}

export function OptionsBar({ session, isDisabled, pickFiles }: OptionsBarProps): ReactNode {
  const { groups, pending, set } = useConfigOptions(session);
  const change = (option: SessionConfigOption, value: string | boolean): void => {
    set(option.configId, value).catch((error: unknown) => {
      const { message } = error as Error;
      composerOf(session).say({ kind: 'error', text: `${option.name} was not changed: ${message}` });
    });
  };
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1">
      <IconButton label="Attach files" icon="paperclip" size="small" disabled={isDisabled} onClick={pickFiles} />
      {groups.map((group) => (
        <div key={group.id} role="group" aria-label={group.name} className="contents">
          {group.options.map((option) => (
            <OptionControl
              key={option.configId}
              option={option}
              isPending={pending.has(option.configId)}
              isDisabled={isDisabled}
              change={change}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

interface OptionControlProps {
  readonly option: SessionConfigOption;
  readonly isPending: boolean;
  readonly isDisabled: boolean;
  readonly change: (option: SessionConfigOption, value: string | boolean) => void;
}

/** A list, or a switch; options of unknown types are not shown, because it is not known how to set them. */
function OptionControl({ option, isPending, isDisabled, change }: OptionControlProps): ReactNode {
  const isOff = isDisabled || isPending;
  const look = classes('h-7 max-w-48 border-transparent bg-transparent text-muted', isPending && 'animate-pulse');
  if (isToggle(option)) {
    const { name, description, currentValue } = option;
    return (
      <Button
        size="small"
        look="quiet"
        role="switch"
        aria-checked={currentValue}
        disabled={isOff}
        title={description ?? undefined}
        className={classes(isPending && 'animate-pulse', currentValue && 'text-text')}
        onClick={() => {
          change(option, !currentValue);
        }}
      >
        {name}
        <span aria-hidden="true" className={classes('font-medium', currentValue && 'text-accent')}>
          {currentValue ? 'on' : 'off'}
        </span>
      </Button>
    );
  }
  if (!isSelect(option)) return undefined;
  const choices = choicesOf(option);
  const List = choices.length > shortList ? SearchSelect : Select;
  return (
    <List
      label={option.name}
      value={option.currentValue}
      choices={choices}
      isDisabled={isOff}
      className={look}
      onChange={(value) => {
        change(option, value);
      }}
    />
  );
}
