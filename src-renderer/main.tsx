/** Entry of the renderer. In: the page. Out: the connection is opened and the first screen drawn. */
import './ui/tokens.css';
import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { connect, electron } from './bridge.ts';
import { App } from './app.tsx';
import { startComposer } from './stores/composer.ts';
import { startLibrary } from './stores/library.ts';
import { startNotices } from './stores/notices.ts';
import { startQuestions } from './stores/questions.ts';
import { startRun } from './stores/run.ts';
import { startSettings } from './stores/settings.ts';
import { startView } from './stores/view.ts';

document.documentElement.dataset['host'] = electron ? electron.platform : 'web';
startView();
startNotices();
startSettings();
startLibrary();
startQuestions();
startComposer();
startRun();
connect();

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
