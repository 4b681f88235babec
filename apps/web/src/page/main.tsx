/** The client in a browser. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { App } from './app/app.tsx';
import { pageToken, takeSecret } from './connect/page-token.ts';
import { followTheme } from './preferences/theme.ts';
import './styles/tokens.css';

// Before anything else, so that the secret is not in the address for longer than it has to be.
const token = pageToken(takeSecret(location, history));
// The page says so where it is shown.
token.catch(() => undefined);
followTheme();

const root = document.querySelector('#root');
if (root === null) throw new Error('The page has no place for the client.');
createRoot(root).render(
  <StrictMode>
    <App token={token} />
  </StrictMode>,
);
