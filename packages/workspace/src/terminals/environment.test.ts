import { describe, expect, test } from 'vitest';

import { inheritedEnvironment } from './environment.ts';

const passes = (name: string, rules = {}): boolean => name in inheritedEnvironment(rules, { [name]: 'x' });

describe('a command', () => {
  test.each(
    'GITHUB_TOKEN GH_TOKEN NPM_TOKEN npm_config__authToken NPM_CONFIG_//registry/:_auth ANTHROPIC_API_KEY ANTHROPIC_BASE_URL OPENAI_API_KEY OPENAI_ORG_ID AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_PROFILE AZURE_CLIENT_SECRET GOOGLE_APPLICATION_CREDENTIALS GEMINI_API_KEY STRIPE_KEY DB_PASSWORD PGPASSWORD MYSQL_PWD MY_SECRET SECRET_THING SSH_PASSPHRASE DATABASE_URL SENTRY_DSN my_token SESSION_COOKIE DEPLOY_PRIVATE_KEY_PATH AZ_CONNECTION_STRING HF_TOKEN GITLAB_PAT API_KEYS'.split(
      ' ',
    ),
  )('does not inherit %s', (name) => {
    expect(passes(name)).toBe(false);
  });

  test.each(
    'PATH HOME PWD OLDPWD LANG LC_ALL TERM SHELL USER TMPDIR EDITOR NODE_OPTIONS NODE_ENV JAVA_HOME GOPATH CARGO_HOME SSH_AUTH_SOCK HTTP_PROXY XDG_RUNTIME_DIR CI KEYBOARD MONKEY npm_config_registry DISPLAY Path SystemRoot'.split(
      ' ',
    ),
  )('inherits %s', (name) => {
    expect(passes(name)).toBe(true);
  });

  test('inherits what is allowed, and not what is denied besides', () => {
    expect(passes('GITHUB_TOKEN', { allow: ['github_token'] })).toBe(true);
    expect(passes('NPM_TOKEN', { allow: ['GITHUB_*'] })).toBe(false);
    expect(passes('EDITOR', { deny: ['EDIT*'] })).toBe(false);
    expect(passes('GITHUB_TOKEN', { allow: ['*'], deny: ['GITHUB_*'] })).toBe(false);
  });
});
