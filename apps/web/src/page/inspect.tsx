/** The inspector in a browser. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { pageToken, takeSecret } from './connect/page-token.ts';
import { Inspector } from './inspector/inspector.tsx';
import { followTheme } from './preferences/theme.ts';
import './styles/tokens.css';

// Before anything else, so that the secret is not in the address for longer than it has to be.
const token = pageToken(takeSecret(location, history));
// The page says so where it is shown.
token.catch(() => undefined);
followTheme();

const root = document.querySelector('#root');
if (root === null) throw new Error('The page has no place for the inspector.');
createRoot(root).render(
  <StrictMode>
    <Inspector token={token} />
  </StrictMode>,
);
