import { expect, test } from 'vitest';

import { optionWords } from './option-words.ts';

test.each([
  ['Allow', 'allow_once'],
  ['Yes', 'allow_once'],
  ['Y', 'allow_once'],
  ['N', 'reject_once'],
  ['Always allow', 'allow_always'],
  ['Reject', 'reject_once'],
  ['No, and tell the agent what to do', 'reject_once'],
  ['Never allow', 'reject_always'],
  ['Perhaps', '_perhaps'],
])('an option %j that says what its kind %s does is shown as it is', (name, kind) => {
  expect(optionWords({ name, kind })).toBe(name);
});

test.each([
  ['Reject', 'allow_always', 'Reject [allows it always]'],
  ['Reject', 'allow_once', 'Reject [allows it]'],
  ['Allow', 'allow_always', 'Allow [allows it always]'],
  ['Always allow', 'allow_once', 'Always allow [allows it]'],
  ['Don’t allow', 'allow_once', 'Don’t allow [allows it]'],
  ['Allow', 'reject_once', 'Allow [rejects it]'],
  ['Reject', 'reject_always', 'Reject [rejects it always]'],
  ['', 'allow_once', ' [allows it]'],
  ['Yes [rejects it]', 'allow_once', 'Yes [rejects it] [allows it]'],
  ['Oui', 'allow_once', 'Oui [allows it]'],
])('an option %j of the kind %s is shown as %j', (name, kind, shown) => {
  expect(optionWords({ name, kind })).toBe(shown);
});
