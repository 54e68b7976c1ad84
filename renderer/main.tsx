import './zod-config.ts';
import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import './styles/tokens.css';
import './styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { Providers } from './app/providers.tsx';
import { createActionWatch } from './data/action-watch.ts';
import { createConnection } from './data/connection.ts';
import { createQueryClient } from './data/query-client.ts';
import { createHost } from './host/connect.ts';
import { initTexts } from './i18n/index.ts';

initTexts();
const host = createHost();
const backend = { host, connection: createConnection(host), actions: createActionWatch() };
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <Providers backend={backend} queryClient={createQueryClient()}>
      <App />
    </Providers>
  </StrictMode>,
);
