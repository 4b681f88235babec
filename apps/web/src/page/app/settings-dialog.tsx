/** What the user can choose about the page. */
import { useState, type ReactNode } from 'react';

import { useHost } from '../connect/connection.tsx';
import { isInEditor } from '../connect/page-link.ts';
import { setPreferences, usePreferences, type Preferences } from '../preferences/preferences.ts';
import { ChoiceLine } from './choice-line.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Select } from '../ui/select.tsx';
import { askToNotify } from './notifications.ts';

const themes = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;
const diffs = [
  { value: 'unified', label: 'One column' },
  { value: 'split', label: 'Side by side' },
] as const;
const places = [
  { value: 'editor', label: 'Your editor' },
  { value: 'page', label: 'This page' },
] as const;
const onOff = [
  { value: 'off', label: 'Off' },
  { value: 'on', label: 'On' },
] as const;

export function SettingsDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const host = useHost();
  const { theme, diffView, openFilesIn, notifications } = usePreferences();
  const [problem, setProblem] = useState<string>();
  const setNotifications = async (isOn: boolean): Promise<void> => {
    const answer = isOn ? await askToNotify() : undefined;
    setProblem(answer);
    setPreferences({ notifications: isOn && answer === undefined });
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Settings"
      description={isInEditor() ? 'The settings of the editor have more.' : 'Kept in this browser.'}
    >
      {isInEditor() ? undefined : (
        <ChoiceLine title="Theme">
          <Select
            label="Theme"
            value={theme}
            choices={themes}
            onChange={(value) => {
              setPreferences({ theme: value as Preferences['theme'] });
            }}
          />
        </ChoiceLine>
      )}
      <ChoiceLine title="Changes of files">
        <Select
          label="Changes of files"
          value={diffView}
          choices={diffs}
          onChange={(value) => {
            setPreferences({ diffView: value as Preferences['diffView'] });
          }}
        />
      </ChoiceLine>
      {host.can('openInEditor') && !isInEditor() ? (
        <ChoiceLine title="Links to files open" description="The editor is set in the config of acp, or by $VISUAL.">
          <Select
            label="Links to files open"
            value={openFilesIn}
            choices={places}
            onChange={(value) => {
              setPreferences({ openFilesIn: value as Preferences['openFilesIn'] });
            }}
          />
        </ChoiceLine>
      ) : undefined}
      {isInEditor() ? undefined : (
        <ChoiceLine
          title="Notifications"
          description={problem ?? 'When an agent is done or asks something while this page is hidden.'}
        >
          <Select
            label="Notifications"
            value={notifications ? 'on' : 'off'}
            choices={onOff}
            onChange={(value) => {
              void setNotifications(value === 'on');
            }}
          />
        </ChoiceLine>
      )}
    </Dialog>
  );
}
