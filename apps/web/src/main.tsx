import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { keepPageWithoutPart } from './lib/lazy/missing-part.ts';
import './styles/app.css';

const container = document.getElementById('app');
if (!container) throw new Error('index.html has no #app');

keepPageWithoutPart();

createRoot(container).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
