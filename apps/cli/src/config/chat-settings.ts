/** `"chat"` in the config file: how the terminal client behaves. */
import { FieldError, fieldsOf, stringOf } from './checked-fields.ts';

export interface ChatSettings {
  /** When the terminal rings: always or never; when it has no focus if absent. */
  readonly notify?: 'always' | 'never';
  /** Whether the wheel of the mouse scrolls the conversation; selecting text then needs Shift. */
  readonly mouse?: boolean;
}

export function readChatSettings(value: unknown): ChatSettings {
  const fields = fieldsOf(value, 'chat');
  const notify = stringOf(fields['notify'], 'chat.notify');
  if (notify !== undefined && notify !== 'always' && notify !== 'never')
    throw new FieldError('chat.notify', 'must be "always" or "never"');
  const { mouse } = fields;
  if (mouse !== undefined && typeof mouse !== 'boolean') throw new FieldError('chat.mouse', 'must be true or false');
  return { ...(notify === undefined ? {} : { notify }), ...(mouse === undefined ? {} : { mouse }) };
}
