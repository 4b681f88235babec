/** The page: it connects to the agent behind the server that it was loaded from. */
import { webSocket } from '@acp-stack/http';
import { createRoot } from 'react-dom/client';

import { Chat } from './chat.tsx';

const { dataset } = document.documentElement;
const url = `${location.origin.replace('http', 'ws')}/acp`;
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element with the id "root".');
createRoot(root).render(<Chat connect={() => webSocket(url)} cwd={dataset['cwd'] ?? '/'} />);
