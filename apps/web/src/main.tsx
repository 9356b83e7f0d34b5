import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { handleChunkLoadErrors } from './lib/lazy/chunk-load-error.ts';
import './styles/app.css';

const container = document.getElementById('app');
if (!container) throw new Error('index.html has no #app');

handleChunkLoadErrors();

createRoot(container).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
